import type { SearchRequest } from '../port/search-index.ts';
import type { IndexState } from './search-snapshot.ts';

/** What PostgreSQL answers although the engine could be asked: it does it better, or the engine cannot. */
type Rule = 'words' | 'depth' | 'order' | 'removals';

/** What became of a question to an engine that did not answer. */
export type Refusal = 'busy' | 'open' | 'failed' | 'refused';

/** Why one engine or the other answered a search. */
export type Reason = 'usual' | Rule | Exclude<IndexState, 'ready'> | Refusal;

/** Meilisearch reads ten words of a query and leaves out the others without saying so. */
const MOST_WORDS = 10;

/** How far from the best an engine counts; each page after it costs as much as all pages before. */
const DEEPEST = 10_000;

/**
 * A list takes Meilisearch the square of its length: 200 cost some 5 ms, 2,000 cost 100, and 10,000 keep it busy for
 * seconds, long after the search was given up.
 */
const MOST_REMOVALS = 200;

/** Why a request is PostgreSQL's; undefined when the engine is to be asked. */
export function ruleAgainst({
  offset,
  limit,
  query: { words },
}: Pick<SearchRequest, 'offset' | 'limit' | 'query'>): Rule | undefined {
  if (offset + limit > DEEPEST) return 'depth';
  // Without a word nothing is found, and no engine has to say so.
  return words.length === 0 || words.length > MOST_WORDS ? 'words' : undefined;
}

/** The same, once it is known what must not be found. */
export function ruleAgainstRemovals(gone: readonly number[]): Rule | undefined {
  return gone.length > MOST_REMOVALS ? 'removals' : undefined;
}
