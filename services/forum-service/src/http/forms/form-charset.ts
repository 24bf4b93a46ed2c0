/** Names and values as they came, each character a byte. */
export type RawFields = readonly (readonly [name: string, value: string])[];

export interface CharsetClues {
  /** The charset in a header of the request or of a part. */
  declared: string | undefined;
  /** The language of the forum. */
  language: string;
}

/** The field in which browsers name the encoding of a form that has it (HTML §4.10.21.4). */
const CHARSET_FIELD = '_charset_';

/** Browsers write a character that the encoding of the page lacks as `&#8364;`. */
const REFERENCE = /&#(\d{3,7});/g;

const BEYOND_ASCII = /[\x80-\xff]/;

/** No text of ISO 8859 has these, unlike one of Windows. */
const C1 = /[\x80-\x9f]/;

/** The usual encoding of pages in a language that are not in UTF-8 (HTML §13.2.3.2); `windows-1252` for all others. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  ...inEach('windows-1250', 'cs hr hu pl sk sl'),
  ...inEach('windows-1251', 'ba be bg kk ky mk ru sr tg tt uk'),
  ...inEach('windows-1254', 'az ku tr'),
  ...inEach('windows-1256', 'ar fa'),
  ...inEach('windows-1257', 'et lt lv'),
  el: 'windows-1253',
  he: 'windows-1255',
  ja: 'shift_jis',
  ko: 'euc-kr',
  th: 'windows-874',
  vi: 'windows-1258',
  zh: 'gb18030',
  'sr-Latn': 'windows-1250',
  'zh-Hant': 'big5',
};

function usualEncoding(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return BY_LANGUAGE[`${language}-${script}`] ?? BY_LANGUAGE[language] ?? 'windows-1252';
}

/** Their letters are elsewhere than those of Windows. */
const ISO: Readonly<Record<string, string>> = { 'windows-1250': 'iso-8859-2', 'windows-1253': 'iso-8859-7' };

function inEach(encoding: string, languages: string): Record<string, string> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, encoding]));
}

/**
 * The fields of a form of a page in any encoding: what the browser or a header names, else UTF-8 if it is, else what is
 * likely in the language of the forum. References to characters count where the page was not in UTF-8.
 */
export function decodeFields(fields: RawFields, clues: CharsetClues): [name: string, value: string][] {
  const sent = fields.filter(([name]) => name.toLowerCase() !== CHARSET_FIELD);
  const named = fields.find(([name]) => name.toLowerCase() === CHARSET_FIELD)?.[1];
  const decoder = decoderOf(sent.flat().join('\n'), named, clues);
  const isUtf8 = decoder.encoding === 'utf-8';
  const decode = (raw: string) => decoder.decode(Buffer.from(raw, 'latin1'));
  return sent.map(([name, value]) => [decode(name), isUtf8 ? decode(value) : withReferences(decode(value))]);
}

function decoderOf(
  raw: string,
  named: string | undefined,
  { declared, language }: CharsetClues,
): TextDecoder {
  const byBrowser = decoderNamed(named);
  if (byBrowser) return byBrowser;
  const isAscii = !BEYOND_ASCII.test(raw);
  // Programs declare what they do not send, but no text is UTF-8 by chance.
  const byHeader = isAscii || !isUtf8(raw) ? decoderNamed(declared) : undefined;
  if (byHeader) return byHeader;
  if (isAscii || isUtf8(raw)) return new TextDecoder();
  const windows = usualEncoding(language);
  return new TextDecoder(C1.test(raw) ? windows : (ISO[windows] ?? windows));
}

/**
 * Undefined for UTF-8, which is tried anyway, for a name that is no encoding, and for encodings that forms cannot have.
 */
function decoderNamed(label: string | undefined): TextDecoder | undefined {
  try {
    const decoder = label ? new TextDecoder(label) : undefined;
    return decoder && /^(?:utf-|x-user)/.test(decoder.encoding) ? undefined : decoder;
  } catch {
    return undefined;
  }
}

function isUtf8(raw: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(raw, 'latin1'));
    return true;
  } catch {
    return false;
  }
}

function withReferences(value: string): string {
  return value.replace(REFERENCE, (reference, digits: string) => {
    const code = Number(digits);
    return code > 127 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}
