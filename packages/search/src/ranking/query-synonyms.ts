import type { QueryWord } from '../analysis/word.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';

/** What else expresses words of the query, or phrases of them: each of their words, without function words. */
export function synonymsIn(
  words: readonly QueryWord[],
  functionWords: ReadonlySet<QueryWord>,
  synonyms: Synonyms,
): Map<QueryWord, (readonly string[])[]> {
  const found = new Map<QueryWord, (readonly string[])[]>();
  for (let begin = 0; begin < words.length; begin += 1) {
    for (let end = begin + 1; end <= Math.min(begin + synonyms.longest, words.length); end += 1) {
      const phrase = words.slice(begin, end);
      const telling = phrase.filter((word) => !functionWords.has(word));
      if (phrase.length === 1 && telling.length === 0) continue;
      const others = synonyms.of(phrase.map(({ stem }) => stem));
      for (const word of telling.length > 0 ? telling : phrase)
        found.set(word, [...(found.get(word) ?? []), ...others]);
    }
  }
  return found;
}
