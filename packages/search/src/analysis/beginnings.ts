import type { Language } from './languages.ts';
import { stemsOf, type WordForm } from './word.ts';

/**
 * Where the next word begins, at a place of a text or behind it, that can be one that is sought; at the end of the text
 * when there is none. From one time to the next, places only grow.
 */
export type NextBeginning = (from: number) => number;

/** Words that begin with the same letter, as a text may have them. */
interface Initial {
  readonly letter: string;
  /** Whether a word may begin with it behind another letter: capitals begin the parts of `maxConnections`. */
  readonly isCapital: boolean;
  /** How the words begin, in small letters. */
  readonly beginnings: readonly string[];
  /** Whether pairs of letters may stand for one, as in `oe` for `ö`. */
  readonly hasDigraphs: boolean;
}

/** A place of a text from here on, its end when there is none. */
type FindNext = (text: string, from: number) => number;

/** The bit in which small letters of ASCII differ from capitals; digits have it, too. */
const SMALL = 32;
const SMALL_LETTER_OR_DIGIT = /[a-z0-9]/;
/** The second letter of `oe`, which is left out when it stands for `ö`. */
const SECOND_OF_PAIR = /[ae]/;

/** Of ASCII, whether a small letter behind the character begins no word. */
const IS_IN_WORD = Array.from({ length: 128 }, (_, unit) => /[a-zA-Z0-9]/.test(String.fromCharCode(unit)));

/** Letters that are not ASCII may stand for any; small ones of Latin-1 begin no word behind another letter either. */
const OTHER_INITIAL = /[\x80-\xDE\xF7\u0100-\uFFFF]|(?<![a-zA-Z0-9\x80-\uFFFF])[\xDF-\xF6\xF8-\xFF]/g;

/**
 * Finds words by the letters that a stem leaves as they are: where it changes nothing but endings, a word has nothing in
 * common with what is sought unless it begins like it.
 */
export function beginningsOf(
  sought: readonly WordForm[],
  { digraphs, stemEndings }: Required<Pick<Language, 'stemEndings'>> & Pick<Language, 'digraphs'>,
): (text: string) => NextBeginning {
  const stems = sought.flatMap(stemsOf);
  const beginnings = new Set(stems.map((stem) => withoutEnding(stem, stemEndings)));
  const inAscii = initialsOf(beginnings, digraphs !== undefined).map(
    (initial): FindNext =>
      (text, from) =>
        findInitial(initial, text, from),
  );
  const inAnyText = [findOtherInitial, ...inAscii];
  return (text) => nextOf(Buffer.byteLength(text) === text.length ? inAscii : inAnyText, text);
}

/** What a word begins with that has this stem: the first letter at least. */
export function withoutEnding(stem: string, endings: RegExp): string {
  return stem.charAt(0) + stem.slice(1).replace(endings, '');
}

/** What the finders find first; each looks on only when what it found has been passed. */
function nextOf(finders: readonly FindNext[], text: string): NextBeginning {
  const places = finders.map(() => -1);
  return (from) => {
    for (const [index, findNext] of finders.entries()) {
      if ((places[index] ?? -1) < from) places[index] = findNext(text, from);
    }
    return Math.min(...places, text.length);
  };
}

function initialsOf(all: Iterable<string>, hasDigraphs: boolean): Initial[] {
  const byLetter = Map.groupBy(all, (beginning) => beginning.charAt(0));
  return [...byLetter].flatMap(([letter, beginnings]) => {
    if (!SMALL_LETTER_OR_DIGIT.test(letter)) return [];
    const capital = letter.toUpperCase();
    const small = { letter, isCapital: false, beginnings, hasDigraphs };
    return capital === letter ? [small] : [small, { ...small, letter: capital, isCapital: true }];
  });
}

function isInWord(text: string, place: number): boolean {
  // What is not ASCII counts as a letter.
  return place > 0 && (IS_IN_WORD[text.charCodeAt(place - 1)] ?? true);
}

function findInitial(
  { letter, isCapital, beginnings, hasDigraphs }: Initial,
  text: string,
  from: number,
): number {
  for (let place = text.indexOf(letter, from); place !== -1; place = text.indexOf(letter, place + 1)) {
    if (!isCapital && isInWord(text, place)) continue;
    if (beginnings.some((beginning) => mayFollow(beginning, text, place, hasDigraphs))) return place;
  }
  return text.length;
}

function findOtherInitial(text: string, from: number): number {
  OTHER_INITIAL.lastIndex = from;
  return OTHER_INITIAL.test(text) ? OTHER_INITIAL.lastIndex - 1 : text.length;
}

/** The first letter is known to be the same. */
function mayFollow(beginning: string, text: string, start: number, hasDigraphs: boolean): boolean {
  for (let offset = 1; offset < beginning.length; offset += 1) {
    const unit = text.charCodeAt(start + offset);
    const small = unit | SMALL;
    if (small === beginning.charCodeAt(offset)) continue;
    const character = String.fromCharCode(small);
    if (SMALL_LETTER_OR_DIGIT.test(character)) return hasDigraphs && SECOND_OF_PAIR.test(character);
    // A word may go on behind a hyphen, or with a letter that is not ASCII, but not behind white space or the end.
    return unit > SMALL;
  }
  return true;
}
