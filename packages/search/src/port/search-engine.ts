import type { SearchDocument, SearchRequest, SearchResult, SearchTenant } from './search-index.ts';

/** A search engine beside the database. It may be slow, unreachable or restored from a backup. */
export interface SearchEngine {
  /** For metrics and logs: `meilisearch`. */
  readonly name: string;
  /** A hash of settings and analysis; each hash needs its own index. */
  readonly settings: string;
  index(name: string): EngineIndex;
}

/** An engine's index, with the matching and ranking of `SearchIndex`. */
export interface EngineIndex {
  /** Creates the index or updates its settings; can be repeated. */
  prepare(): Promise<void>;
  /** Resolves when the changes are searchable. @throws AppError `invalid` for a document that is never acceptable */
  feed(changes: readonly TenantChanges[], position: number): Promise<void>;
  /** The last checkpoint; undefined for a new or lost index. */
  position(signal?: AbortSignal): Promise<number | undefined>;
  /** As in `SearchIndex`. @throws AppError `invalid` for a request that the engine will never answer */
  search(request: SearchRequest, options?: AskOptions): Promise<SearchResult>;
  drop(): Promise<void>;
}

export interface AskOptions {
  completions?: readonly string[] | undefined;
  /** Wraps each query to the engine, so that time spent in the database does not count against it. */
  ask?: AskEngine | undefined;
}

/** Queries an engine, with a time limit. */
export type AskEngine = <Answer>(question: (signal?: AbortSignal) => Promise<Answer>) => Promise<Answer>;

export interface TenantChanges {
  tenant: SearchTenant;
  documents: readonly SearchDocument[];
  gone: readonly number[];
}
