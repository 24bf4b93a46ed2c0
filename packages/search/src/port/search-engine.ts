import type { SearchDocument, SearchRequest, SearchResult, SearchTenant } from './search-index.ts';

/** A search engine beside the database. It may be slow, away, or come back as it was before. */
export interface SearchEngine {
  /** For metrics and logs: `meilisearch`. */
  readonly name: string;
  /** A hash of what makes its indexes what they are: settings and analysis. Another one needs another index. */
  readonly settings: string;
  /** An index by its name, whether there is one or not yet. */
  index(name: string): EngineIndex;
}

/** An index in an engine; it finds what every `SearchIndex` finds, and ranks by the same rules. */
export interface EngineIndex {
  /** Makes the index, or brings its settings up to date; may be called again at any time. */
  prepare(): Promise<void>;
  /**
   * Brings in changes of any number of tenants together with a note of how far they go; resolves when they can be found.
   * @throws AppError `invalid` for a document that the engine will never take
   */
  feed(changes: readonly TenantChanges[], position: number): Promise<void>;
  /** The last note; undefined when there is none, since the index is new or lost. */
  position(signal?: AbortSignal): Promise<number | undefined>;
  /**
   * As `SearchIndex` does it.
   * @throws AppError `invalid` for a request that the engine, though it is there, will never answer
   */
  search(request: SearchRequest, options?: AskOptions): Promise<SearchResult>;
  /** Removes the index and all that it holds; fine when there is none. */
  drop(): Promise<void>;
}

export interface AskOptions {
  /** Word forms that the last word may become, for those who know them already; else they are looked up first. */
  completions?: readonly string[] | undefined;
  /** Puts each question to the engine; what takes time besides, in the database, is not the engine's fault. */
  ask?: AskEngine | undefined;
}

/** Puts a question to an engine, and may give up waiting for the answer. */
export type AskEngine = <Answer>(question: (signal?: AbortSignal) => Promise<Answer>) => Promise<Answer>;

/** What has changed of a tenant's documents: how they are now, and which are gone. */
export interface TenantChanges {
  tenant: SearchTenant;
  documents: readonly SearchDocument[];
  gone: readonly number[];
}
