import { withoutMarks } from './folding.ts';
import type { Language } from './languages.ts';
import { findNext, shiftAndOf } from './shift-and.ts';
import { stemsOf, type WordForm } from './word.ts';

/**
 * A place in the next word of a text that can be one that is sought, at `from` or behind it; the end of the text when there
 * is none. At `from` no word goes on.
 */
export type NextBeginning = (from: number) => number;

/**
 * Finds words by the letters that a stem leaves as they are: where it changes nothing but endings, a word has nothing in
 * common with what is sought unless it begins like it.
 *
 * @returns undefined when so much is sought that any word can be of it
 */
export function beginningsOf(
  sought: readonly WordForm[],
  { digraphs, stemEndings }: Required<Pick<Language, 'stemEndings'>> & Pick<Language, 'digraphs'>,
): ((text: string) => NextBeginning) | undefined {
  const beginnings = sought.flatMap(stemsOf).map((stem) => withoutMarks(withoutEnding(stem, stemEndings)));
  const shiftAnd = shiftAndOf(beginnings, digraphs !== undefined);
  return shiftAnd && ((text) => (from) => findNext(shiftAnd, text, from));
}

/** What a word begins with that has this stem: the first letter at least. */
export function withoutEnding(stem: string, endings: RegExp): string {
  return stem.charAt(0) + stem.slice(1).replace(endings, '');
}
