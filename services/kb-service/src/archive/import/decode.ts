import { AppError } from '@guidepost/service-kit';

/**
 * Turns bytes into text and accepts nothing that is not text in this encoding; a byte order mark is left out.
 *
 * @param place the file, for the message
 * @throws AppError `invalid` naming the file, the encoding and the offset of the first wrong byte
 */
export function decodeText(bytes: Uint8Array, encoding: string, place: string): string {
  const decoder = createDecoder(encoding, place);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    const offset = offsetOfWrongByte(bytes, encoding);
    throw new AppError('invalid', `${place}: not ${decoder.encoding} at byte ${offset}`);
  }
  refuseNull(text, place);
  return text;
}

function createDecoder(encoding: string, place: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new AppError('invalid', `${place}: the encoding "${encoding}" is not known`);
  }
}

/** A decoder does not tell where it failed: the longest beginning that it takes does. */
function offsetOfWrongByte(bytes: Uint8Array, encoding: string): number {
  const decodes = (length: number, stream: boolean) => canDecode(bytes.subarray(0, length), encoding, stream);
  let offset = longestBeginning(bytes.length, (length) => decodes(length, true));
  // What begins a character that never ends was wrong already.
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
    throw new AppError('invalid', `${place}: ${describePosition(text, offset)} holds U+0000`);
  }
}

/** `line 3, column 14` of an offset in a text. */
export function describePosition(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
}

/**
 * The length of the longest beginning that is still good, where every beginning of a good one is good too. Asks
 * as many times as the length has binary digits.
 */
export function longestBeginning(length: number, isGood: (length: number) => boolean): number {
  let good = 0;
  let bad = length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
