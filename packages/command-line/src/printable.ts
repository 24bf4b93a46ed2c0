import { foldWhiteSpace } from '@guidepost/service-kit';

/**
 * What a terminal would obey or hide: control characters, marks that turn the direction of text, and what has no width
 * but is no part of a letter either. Line feeds and tabs are as they should be.
 */
const UNPRINTABLE =
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]--[\n\t]]/gv;

/** A text that anybody may have written, for a terminal: what it would obey or hide is shown as `<U+202E>`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `<U+${hexadecimal(character.codePointAt(0))}>`);
}

/** The same in one line. */
export function printableLine(text: string): string {
  return printable(foldWhiteSpace(text));
}

/** JSON that a terminal may be shown, too; it says the same as before. */
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
