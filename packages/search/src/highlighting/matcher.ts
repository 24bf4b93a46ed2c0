import type { QueryWord, Word, WordForm } from '../analysis/word.ts';

/** The stem of the query word that a word matches; undefined if none. */
export type Matcher = (word: Word) => string | undefined;

/**
 * Words match by stem (folded or not), by the last query word's prefix, or as inflections of `otherWords`.
 */
export function createMatcher(query: readonly QueryWord[], otherWords: readonly WordForm[] = []): Matcher {
  const found = [...query, ...otherWords];
  const stems = new Set([...found.map(({ stem }) => stem), ...otherWords.map(({ form }) => form)]);
  const folded = new Map(found.map(({ stem, folded: loose = stem }) => [loose, stem]));
  const begun = query.at(-1);

  return (word) => {
    // Words that cannot match are unread.
    if (word.form === '') return undefined;
    if (stems.has(word.stem)) return word.stem;
    const answered = folded.get(word.folded ?? word.stem);
    if (answered !== undefined) return answered;
    if (begun?.prefix !== undefined && beginsWith(word, begun.prefix)) return begun.stem;
    return stems.has(word.form) ? word.form : undefined;
  };
}

function beginsWith({ form, stem, folded }: Word, prefix: string): boolean {
  return form.startsWith(prefix) || stem.startsWith(prefix) || folded?.startsWith(prefix) === true;
}
