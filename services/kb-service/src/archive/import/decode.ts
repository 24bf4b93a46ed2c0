import { AppError } from '@guidepost/service-kit';
import sniffEncoding from 'html-encoding-sniffer';

/**
 * Decodes HTML strictly by byte order mark, XML declaration or `<meta>`, else as UTF-8.
 * @param place the file, for messages
 * @throws AppError `invalid` with the file, the encoding and the offset of the first invalid byte
 */
export function decodeHtml(bytes: Uint8Array, place: string): string {
  // Browsers also follow a declaration behind the 1,024 bytes of the standard's prescan.
  const declared = sniffEncoding(bytes, { defaultEncoding: 'UTF-8', maxPrescanBytes: Infinity });
  return decodeText(bytes, sniffEncoding(bytes, { xml: true, defaultEncoding: declared }), place);
}

/**
 * Decodes text strictly, without its byte order mark, which precedes `encoding`.
 * @param place the file, for messages
 * @throws AppError `invalid` with the file, the encoding and the offset of the first invalid byte
 */
export function decodeText(bytes: Uint8Array, encoding: string, place: string): string {
  const decoder = createDecoder(sniffEncoding(bytes, { transportLayerEncodingLabel: encoding }), place);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    const offset = offsetOfInvalidByte(bytes, decoder.encoding);
    throw new AppError('invalid', `${place}: invalid ${decoder.encoding} at byte ${offset}`);
  }
  refuseNull(text, place);
  return text;
}

function createDecoder(encoding: string, place: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new AppError('invalid', `${place}: its encoding is not supported`);
  }
}

/** Decoders do not report offsets, so this searches for the longest valid prefix. */
function offsetOfInvalidByte(bytes: Uint8Array, encoding: string): number {
  const decodes = (length: number, stream: boolean) => canDecode(bytes.subarray(0, length), encoding, stream);
  let offset = longestGoodPrefix(bytes.length, (length) => decodes(length, true));
  // An incomplete character is invalid from its first byte.
  while (offset > 0 && !decodes(offset, false)) offset -= 1;
  return offset;
}

function canDecode(bytes: Uint8Array, encoding: string, stream: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

function refuseNull(text: string, place: string): void {
  const offset = text.indexOf('\0');
  if (offset >= 0) {
    throw new AppError('invalid', `${place}: ${describePosition(text, offset)} contains U+0000`);
  }
}

/** `line 3, column 14` */
function describePosition(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
}

/** The length of the longest good prefix, by binary search; prefixes of a good prefix must be good. */
function longestGoodPrefix(length: number, isGood: (length: number) => boolean): number {
  let good = 0;
  let bad = length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** @throws AppError `invalid` with line and column */
export function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const offset = longestGoodPrefix(text.length, (length) => isPrefixOfJson(text.slice(0, length)));
    const mistake = offset === text.length ? 'truncated JSON' : 'invalid JSON';
    const message = `${place}: ${mistake} at ${describePosition(text, offset)}`;
    throw new AppError('invalid', message, { cause });
  }
}

/** Whether the text is truncated; V8 says so in every message, but gives the position only in some. */
function isPrefixOfJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/^(?:Unexpected end|Unterminated string)/.test(message)) return true;
    return Number(/ at position (\d+)/.exec(message)?.[1] ?? -1) >= text.length;
  }
}
