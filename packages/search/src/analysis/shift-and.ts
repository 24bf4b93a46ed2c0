import {
  BEHIND,
  FOREIGN_LETTER,
  KIND,
  KINDS,
  LETTER_OR_DIGIT,
  PASSED,
  SECOND_OF_PAIR,
  SMALL_FOREIGN_LETTER,
} from './character-kinds.ts';

/**
 * Finds words by what they begin with, all at once, after Baeza-Yates and Gonnet (A New Approach to Text Searching, 1992):
 * each bit stands for a letter of a beginning, and is set where the text is the same up to there.
 */
export interface ShiftAnd {
  /** First letters. */
  readonly first: number;
  /** Which letters a character can be, by its {@link KIND}; from {@link KINDS} on, by that of one behind a letter. */
  readonly letters: Int32Array;
  /** Letters with which enough is known of a word, by the kind of the character. */
  readonly enough: Int32Array;
}

/** Few words that share so many are different. */
const MOST_LETTERS = 6;
/** Of the 32 that JavaScript reckons with, one is the sign and one {@link FOREIGN}. */
const MOST_BITS = 30;
/** A first letter that is foreign: it may stand for any. */
const FOREIGN = 1 << MOST_BITS;

/**
 * @param beginnings in small letters without marks; those that begin with a foreign letter need not be sought
 * @param hasDigraphs whether pairs of letters may stand for one
 * @returns undefined when there are too many
 */
export function shiftAndOf(beginnings: readonly string[], hasDigraphs: boolean): ShiftAnd | undefined {
  const shortened = shorten(beginnings.filter((beginning) => LETTER_OR_DIGIT.test(beginning)));
  if (!shortened) return undefined;
  const letters = new Int32Array(2 * KINDS);
  const add = (bits: number, kind: number) => {
    letters[kind] = (letters[kind] ?? 0) | bits;
  };
  let [first, later, last] = [FOREIGN, 0, FOREIGN];
  let bit = 1;
  for (const beginning of shortened) {
    for (let index = 0; index < beginning.length; index += 1, bit <<= 1) {
      if (index === 0) first |= bit;
      else later |= bit;
      for (const kind of kindsOf(beginning.charAt(index), index === 0)) add(bit, kind);
    }
    last |= bit >> 1;
  }
  for (const kind of [FOREIGN_LETTER, KINDS + FOREIGN_LETTER, SMALL_FOREIGN_LETTER]) add(FOREIGN, kind);
  const enough = new Int32Array(KINDS).fill(last);
  for (const kind of hasDigraphs ? [...PASSED, ...SECOND_OF_PAIR] : PASSED) {
    add(later, kind);
    add(later, KINDS + kind);
    enough[kind] = last | later;
  }
  return { first, letters, enough };
}

/** As many letters of each as there are bits for; undefined when these are too few for the first ones. */
function shorten(beginnings: readonly string[]): string[] | undefined {
  for (let letters = MOST_LETTERS; letters > 0; letters -= 1) {
    const shortened = [...new Set(beginnings.map((beginning) => beginning.slice(0, letters)))];
    if (shortened.join('').length <= MOST_BITS) return shortened;
  }
  return undefined;
}

/** Small and capital. Behind another letter only capitals begin a word, such as the parts of `maxConnections`. */
function kindsOf(letter: string, isFirst: boolean): number[] {
  if (!LETTER_OR_DIGIT.test(letter)) return [];
  const small = letter.charCodeAt(0);
  const capital = letter.toUpperCase().charCodeAt(0);
  if (!isFirst) return [small, capital, KINDS + small, KINDS + capital];
  return capital === small ? [small] : [small, capital, KINDS + capital];
}

/**
 * A place in the next word that begins so, at `from` or behind it; the end of the text when there is none. At `from` no
 * word goes on.
 */
export function findNext({ first, letters, enough }: ShiftAnd, text: string, from: number): number {
  let found = 0;
  let behind = 0;
  for (let place = from; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    const kind = KIND[unit] ?? 0;
    found = ((found << 1) | first) & (letters[behind + kind] ?? 0);
    if ((found & (enough[kind] ?? 0)) !== 0) return place;
    behind = BEHIND[kind] ?? 0;
  }
  return text.length;
}
