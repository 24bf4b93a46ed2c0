import type { QueryWord, Word, WordForm } from '../analysis/word.ts';

/** Says which word of the query (by its stem) a word of a text answers, undefined when none: then it is not marked. */
export type Matcher = (word: Word) => string | undefined;

/**
 * A word answers when its stem is that of a word of the query (folded or not), when it begins with the prefix of the
 * last one, or when the engine `reported` it, or another inflection of it: a corrected spelling, which answers for
 * itself.
 */
export function createMatcher(query: readonly QueryWord[], reported: readonly WordForm[] = []): Matcher {
  const found = [...query, ...reported];
  const stems = new Set([...found.map(({ stem }) => stem), ...reported.map(({ form }) => form)]);
  const folded = new Map(found.map(({ stem, folded: loose = stem }) => [loose, stem]));
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
