import type { MatchRequest } from '../postgres/postgres-search.ts';

/** The state of an engine's index, from `search_index_state`. */
export type IndexState = 'ready' | 'not_ready' | 'behind';

/** As of one moment: the state of the engine's index, ids to exclude, and completions of the last word. */
export type SearchSnapshot = { gone: readonly number[]; completions: readonly string[] } & (
  | { state: 'ready'; index_name: string }
  | { state: Exclude<IndexState, 'ready'>; index_name: null }
);

export type ReadySnapshot = Extract<SearchSnapshot, { state: 'ready' }>;

/** What a search on an engine needs; all null for PostgreSQL. */
export interface EngineNeeds {
  /** The engine's settings hash. */
  settings: string | null;
  /** Prefix for completions, if the last word may be incomplete. */
  beginning: string | null;
}

/** Reads it in one round trip with functions of the migrations; the service adds what clients must not find. */
export type FindSnapshot = (
  request: Omit<MatchRequest, 'exclude'>,
  needs: EngineNeeds,
) => Promise<SearchSnapshot>;
