/** Characters that XML 1.0 §2.2 forbids, including lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function allowedInXml(text: string): string {
  return text.replace(FORBIDDEN, '');
}
