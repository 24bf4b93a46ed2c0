import { foldWhiteSpace } from '@guidepost/service-kit';

/**
 * Characters that a terminal obeys or hides: control characters other than line feed and tab, direction marks, and
 * zero-width characters that are not part of a letter.
 */
const UNPRINTABLE =
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]--[\n\t]]/gv;

/** Makes untrusted text safe for a terminal: unprintable characters become `<U+202E>`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `<U+${hexadecimal(character.codePointAt(0))}>`);
}

/** {@link printable} on one line. */
export function printableLine(text: string): string {
  return printable(foldWhiteSpace(text));
}

/** Escapes unprintable characters in JSON, whose value stays the same. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${hexadecimal(unit.charCodeAt(0)).toLowerCase()}`)
      .join(''),
  );
}

function hexadecimal(number = 0): string {
  return number.toString(16).toUpperCase().padStart(4, '0');
}
