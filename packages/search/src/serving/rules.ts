import type { MatchRequest } from '../embedded/search-tenant.ts';
import type { SearchRequest } from '../port.ts';
import type { QueryVector } from '../vectors/passage-vectors.ts';

/** The state of an engine's index, from `search_index_state`. */
export type IndexState = 'ready' | 'not_ready' | 'behind';

/** As of one moment: the tenant's revision, the state of the engine's index, and ids to exclude. */
export type SearchSnapshot = { revision: number; excluded: readonly number[] } & (
  | { state: 'ready'; index_name: string }
  | { state: Exclude<IndexState, 'ready'>; index_name: null }
);

/**
 * Reads it in one round trip with functions of the migrations; the service adds what clients must not find.
 * @param settings hash of the engine's settings; null without an engine
 */
export type FindSnapshot = (
  request: Omit<MatchRequest, 'exclude'>,
  settings: string | null,
) => Promise<SearchSnapshot>;

/** A search, and the meaning of its query, which may come later. */
export interface Asked {
  readonly request: SearchRequest;
  readonly revision: number;
  readonly finding: Promise<QueryVector | undefined> | undefined;
}

/** Why the engine did not answer. */
export type Refusal = 'busy' | 'open' | 'failed' | 'refused';

/** Why a search was answered by its engine, by the process or by the database. */
export type Reason =
  | 'usual'
  /** All results are needed, for an order of the database. */
  | 'order'
  /** The words of some documents are not counted yet. */
  | 'counting'
  /** No index of the tenant is in memory yet, or ever. */
  | 'being_read'
  | 'too_large'
  | Exclude<IndexState, 'ready'>
  | Refusal;
