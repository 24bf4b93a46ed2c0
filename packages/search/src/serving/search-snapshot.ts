import type { MatchRequest } from '../postgres/postgres-search.ts';

/** How far the index of an engine is, as `search_index_state` says it. */
export type IndexState = 'ready' | 'not_ready' | 'behind';

/**
 * What a search has to know, as of one moment: how far the index of an engine is; which documents it, or PostgreSQL's,
 * may still find although the request must not; and word forms that the last word may become.
 */
export type SearchSnapshot = { gone: readonly number[]; completions: readonly string[] } & (
  | { state: 'ready'; index_name: string }
  | { state: Exclude<IndexState, 'ready'>; index_name: null }
);

export type ReadySnapshot = Extract<SearchSnapshot, { state: 'ready' }>;

/** What an engine has to know; all null for a search on PostgreSQL. */
export interface EngineNeeds {
  /** Its settings. */
  settings: string | null;
  /** What the last word of the query begins with, if it may be half typed. */
  beginning: string | null;
}

/**
 * Reads it in one round trip, with `search_index_state`, `search_waiting` and `search_completions` (migrations/); the
 * service adds what clients must not find.
 */
export type FindSnapshot = (
  request: Omit<MatchRequest, 'exclude'>,
  needs: EngineNeeds,
) => Promise<SearchSnapshot>;
