import { createAnalyzer, type SearchIndex, type SearchTenant } from '@guidepost/search';
import type { FormPair } from './pairs.ts';

export interface MeasuredPair extends FormPair {
  /** Whether each of the words finds a document with the other one. */
  isFound: boolean;
}

export interface MeasuredLanguage {
  language: string;
  pairs: readonly MeasuredPair[];
  /** The median time to analyse a word that has not been read before. */
  microseconds: number;
}

/**
 * Follows each word, so that it is not the last one of the query and does not find words that only begin with it. No
 * document has it, and a digit is neither corrected nor completed.
 */
const LAST_WORD = '7';

/**
 * Makes a document of each word and searches for it. Since the index has every word that is searched, none is corrected
 * to another one, nor found by its parts as an unknown compound; should the search report a correction, it counts as
 * having found nothing.
 */
export async function measurePairs(
  { put, search }: Pick<SearchIndex, 'put' | 'search'>,
  tenant: SearchTenant,
  pairs: readonly FormPair[],
): Promise<MeasuredPair[]> {
  const words = wordsOf(pairs);
  const idOf = new Map(words.map((word, place) => [word, place + 1]));
  await put(
    tenant,
    words.map((word, place) => ({ id: place + 1, fields: [word], facets: {} })),
  );
  const { query } = createAnalyzer(tenant.language);
  const foundBy = new Map<string, ReadonlySet<number>>();
  for (const word of words) {
    const request = { tenant, query: query(`${word} ${LAST_WORD}`), offset: 0, limit: words.length };
    const { ids, corrections } = await search(request);
    foundBy.set(word, new Set(corrections.length === 0 ? ids : []));
  }
  const finds = (from: string, to: string) => foundBy.get(from)?.has(idOf.get(to) ?? 0) ?? false;
  return pairs.map((pair) => {
    const [one, other] = pair.words;
    return { ...pair, isFound: finds(one, other) && finds(other, one) };
  });
}

function wordsOf(pairs: readonly FormPair[]): string[] {
  return [...new Set(pairs.flatMap(({ words }) => words))];
}

/** Made-up words that are read before the clock starts: by then the code is compiled and a dictionary loaded. */
const WARM_UP = 5_000;

/** The median time, in microseconds, to analyse words that the language's analyzer has not read before. */
export function measureAnalysis(language: string, pairs: readonly FormPair[]): number {
  const analyzer = createAnalyzer(language);
  const words = wordsOf(pairs);
  for (let place = 0; place < WARM_UP; place += 1) {
    const [first, second] = [place % words.length, Math.floor(place / words.length) % words.length];
    analyzer.words(`${words[first]}${words[second]?.toLowerCase()}`);
  }
  const times = words.map((word) => {
    const start = performance.now();
    analyzer.words(word);
    return (performance.now() - start) * 1_000;
  });
  return times.toSorted((some, other) => some - other)[Math.floor(times.length / 2)] ?? 0;
}
