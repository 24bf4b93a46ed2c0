import type { MatchRequest } from '../postgres/postgres-search.ts';
import type { IndexState } from './reasons.ts';

/**
 * What has to be known for a search, as of one moment: how far the index of an engine is; which documents it, or
 * PostgreSQL's, may still find although the request must not; and word forms that the last word may become.
 */
export type Outset = { gone: readonly number[]; completions: readonly string[] } & (
  | { state: 'ready'; index_name: string; position: number }
  | { state: Exclude<IndexState, 'ready'>; index_name: null; position: null }
);

export type ReadyOutset = Extract<Outset, { state: 'ready' }>;

/** What an engine has to know; all null for a search of PostgreSQL's. */
export interface EngineNeeds {
  /** Its settings. */
  settings: string | null;
  /** What the last word of the query begins with, if it may be half typed. */
  beginning: string | null;
}

/**
 * Reads it, in one trip to the database, with `search_index_position`, `search_waiting` and `search_completions` (migrations/);
 * the service adds what clients must not find.
 */
export type FindOutset = (request: Omit<MatchRequest, 'exclude'>, needs: EngineNeeds) => Promise<Outset>;
