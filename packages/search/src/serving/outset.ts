import type { MatchRequest } from '../postgres/postgres-search.ts';
import type { IndexState } from './reasons.ts';

/**
 * What has to be known before a search, as of one moment: how far the index of an engine is, and which documents it, or
 * PostgreSQL's, may still find although the request must not.
 */
export type Outset = { gone: readonly number[] } & (
  | { state: 'ready'; index_name: string }
  | { state: Exclude<IndexState, 'ready'>; index_name: null }
);

/**
 * Reads it with `search_index_state` and `search_waiting` (migrations/), to which the service adds what clients must not find.
 * @param settings of the engine; null for a search of PostgreSQL's
 */
export type FindOutset = (request: Omit<MatchRequest, 'exclude'>, settings: string | null) => Promise<Outset>;
