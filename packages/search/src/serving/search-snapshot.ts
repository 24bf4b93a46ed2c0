import type { MatchRequest } from '../embedded/search-tenant.ts';

/** The state of an engine's index, from `search_index_state`. */
export type IndexState = 'ready' | 'not_ready' | 'behind';

/** As of one moment: the tenant's revision, the state of the engine's index, and ids to exclude. */
export type SearchSnapshot = { revision: number; gone: readonly number[] } & (
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
