import type { SearchRequest } from '../port/search-index.ts';
import type { IndexState } from './search-snapshot.ts';

/** Requests that PostgreSQL answers better, or alone. */
type Rule = 'words' | 'depth' | 'order' | 'removals';

/** Why the engine did not answer. */
export type Refusal = 'busy' | 'open' | 'failed' | 'refused';

/** Why a search was answered by its engine. */
export type Reason = 'usual' | Rule | Exclude<IndexState, 'ready'> | Refusal;

/** Meilisearch silently ignores further words. */
const MOST_WORDS = 10;

/** Each page of an engine costs as much as all pages before it. */
const DEEPEST = 10_000;

/** Quadratic in Meilisearch: 200 exclusions take 5 ms, 2,000 take 100 ms, and 10,000 take seconds. */
const MOST_REMOVALS = 200;

/** Why PostgreSQL should answer; undefined to use the engine. */
export function ruleAgainst({
  offset,
  limit,
  query: { words },
}: Pick<SearchRequest, 'offset' | 'limit' | 'query'>): Rule | undefined {
  if (offset + limit > DEEPEST) return 'depth';
  // Without words there are no results, so no engine is needed.
  return words.length === 0 || words.length > MOST_WORDS ? 'words' : undefined;
}

/** The same, once the exclusions are known. */
export function ruleAgainstRemovals(gone: readonly number[]): Rule | undefined {
  return gone.length > MOST_REMOVALS ? 'removals' : undefined;
}
