/** What XML 1.0 §2.2 does not allow, surrogates without a partner included. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text, or a whole document, without what no XML can hold. */
export function allowedInXml(text: string): string {
  return text.replace(FORBIDDEN, '');
}
