import type { QueryWord, Word } from '../analysis/word.ts';

/** Says which word of the query (by its stem) a word of a text answers, undefined when none: then it is not marked. */
export type Matcher = (word: Word) => string | undefined;

/**
 * A word answers when its stem is that of a word of the query (folded or not), when it begins with the prefix of the
 * last one, or when its form or stem is one that the engine `reported`: a corrected spelling, which answers for itself.
 */
export function createMatcher(query: readonly QueryWord[], reported: readonly string[] = []): Matcher {
  const stems = new Set([...query.map(({ stem }) => stem), ...reported]);
  const folded = new Map(query.map(({ stem, folded: loose = stem }) => [loose, stem]));
  const begun = query.at(-1);

  return (word) => {
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
