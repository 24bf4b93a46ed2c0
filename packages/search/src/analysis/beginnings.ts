import type { WordForm } from './word.ts';

/** Whether a word whose first UTF-16 unit this is can be one that is sought. */
export type MayBegin = (unit: number) => boolean;

const ASCII_LETTER_OR_DIGIT = /^[a-z0-9]$/i;

/**
 * Tells by the first letter. In a language whose stemmer cuts endings alone, what is made of a word that begins with an ASCII
 * letter or digit begins with it, too, or with a letter of the language's own that is that one without its mark; and then the
 * folded stem begins with it. Words that begin with any other character are all taken for what may be sought.
 */
export function beginningsOf(sought: readonly WordForm[]): MayBegin {
  const firsts = new Set(sought.flatMap(({ form, stem, folded }) => [form, stem, folded ?? stem].map(first)));
  const passed = new Set<number>();
  for (let unit = 0; unit < 128; unit += 1) {
    const letter = String.fromCharCode(unit);
    if (ASCII_LETTER_OR_DIGIT.test(letter) && !firsts.has(letter.toLowerCase())) passed.add(unit);
  }
  return (unit) => !passed.has(unit);
}

function first(word: string): string {
  return word.charAt(0);
}
