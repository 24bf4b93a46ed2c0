/*
 * What a character can be in a word that is sought by its first letters. Characters of ASCII are of a kind of their own, each
 * by its code.
 */

/** Of a letter that is neither of ASCII nor, as `é` is, one of these with a mark. */
export const FOREIGN_LETTER = 128;

/** Such as `ß`; behind another letter it begins no word. */
export const SMALL_FOREIGN_LETTER = 129;

/** How many kinds there are. */
export const KINDS = 130;

/** Of signs, spaces and invisible characters that are not ASCII: as behind an apostrophe, a word may go on behind them. */
const SIGN = "'".charCodeAt(0);

/** So many characters are Latin, but for some that are hardly written but in Vietnamese. */
const LATIN = 0x250;

/** The kind of each UTF-16 unit. */
export const KIND = new Uint8Array(0x10000).fill(FOREIGN_LETTER);
for (let unit = 0; unit < LATIN; unit += 1) KIND[unit] = kindOf(String.fromCharCode(unit));
// General Punctuation: `“`, `—`, `’`, and spaces.
KIND.fill(SIGN, 0x2000, 0x2070);

/** Letters with marks are of the kind of those without. */
function kindOf(character: string): number {
  const letter = character.normalize('NFD').charCodeAt(0);
  if (letter < FOREIGN_LETTER) return letter;
  if (!/[\p{L}\p{N}]/u.test(character)) return SIGN;
  return /\p{Ll}/u.test(character) ? SMALL_FOREIGN_LETTER : FOREIGN_LETTER;
}

/** What begins with a letter or digit of ASCII. */
export const LETTER_OR_DIGIT = /^[a-z0-9]/i;

const IS_LETTER = Array.from(
  { length: KINDS },
  (_, kind) => kind >= FOREIGN_LETTER || LETTER_OR_DIGIT.test(String.fromCharCode(kind)),
);

/** What is added to the kind of a character that stands behind one of this kind. */
export const BEHIND = Int32Array.from(IS_LETTER, (isLetter) => (isLetter ? KINDS : 0));

/** A word may go on behind it, as behind a hyphen, or with it for a letter; not behind white space. */
export const PASSED = [...IS_LETTER.keys()].filter(
  (kind) => kind >= FOREIGN_LETTER || (kind > 32 && !IS_LETTER[kind]),
);

/** The second letter of `oe`, which is left out when it stands for `ö`. */
export const SECOND_OF_PAIR = Array.from('aeAE', (letter) => letter.charCodeAt(0));
