import type { SearchRequest } from '../port/search-index.ts';
import type { Rule } from './reasons.ts';

/** Meilisearch reads ten words of a query and leaves out the others without saying so. */
const MOST_WORDS = 10;

/** How far from the best an engine counts; each page behind it costs as much as all pages before. */
const DEEPEST = 10_000;

/**
 * A list takes Meilisearch the square of its length: 200 cost some 5 ms, 2,000 cost 100, and 10,000 keep it busy for
 * seconds, long after nobody waits any more.
 */
const MOST_REMOVALS = 200;

/**
 * Why a request is PostgreSQL's; undefined when the engine is to be asked.
 * @param words how many its query has
 */
export function ruleAgainst(
  { offset, limit }: Pick<SearchRequest, 'offset' | 'limit'>,
  words: number,
): Rule | undefined {
  if (offset + limit > DEEPEST) return 'depth';
  // Without a word nothing is found, which nobody has to be asked.
  return words === 0 || words > MOST_WORDS ? 'words' : undefined;
}

/** The same, once it is known what must not be found. */
export function ruleAgainstRemovals(gone: readonly number[]): Rule | undefined {
  return gone.length > MOST_REMOVALS ? 'removals' : undefined;
}
