import type { MatchRequest } from '../embedded/search-tenant.ts';
import type { SearchRequest } from '../port.ts';
import type { Concept } from '../ranking/concept.ts';

/** The state of an engine's index, from `search_index_state`. */
export type IndexState = 'ready' | 'not_ready' | 'behind';

/** As of one moment: the tenant's revision, the state of the engine's index, and ids to exclude. */
export type SearchSnapshot = { revision: number; excluded: readonly number[] } & (
  | { state: 'ready'; index_name: string }
  | { state: Exclude<IndexState, 'ready'>; index_name: null }
);

export type ReadySnapshot = Extract<SearchSnapshot, { state: 'ready' }>;

/**
 * Reads it in one round trip with functions of the migrations; the service adds what clients must not find.
 * @param settings hash of the engine's settings; null without an engine
 */
export type FindSnapshot = (
  request: Omit<MatchRequest, 'exclude'>,
  settings: string | null,
) => Promise<SearchSnapshot>;

/** Requests that the service's own index answers better, or alone. */
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

/** Why the service should answer itself; undefined to use the engine. */
export function ruleAgainst(
  { offset, limit }: Pick<SearchRequest, 'offset' | 'limit'>,
  concepts: readonly Concept[],
  excluded: readonly number[],
): Rule | undefined {
  if (offset + limit > DEEPEST) return 'depth';
  if (excluded.length > MOST_REMOVALS) return 'removals';
  if (concepts.some(({ isRequired }) => isRequired)) return 'words';
  const finding = concepts.filter(({ finds }) => finds);
  // Engines know no phrases, nor need they be asked for words that no document has.
  const isTooMuch = finding.length === 0 || finding.length > MOST_WORDS;
  return isTooMuch || finding.some(({ phrases }) => phrases.length > 0) ? 'words' : undefined;
}
