import type { SearchDocument, SearchRequest, SearchTenant } from './search-index.ts';

/** A search engine beside the database. It may be slow, unreachable or restored from a backup. */
export interface SearchEngine {
  /** For metrics and logs: `meilisearch`. */
  readonly name: string;
  /** For people: `Meilisearch`. */
  readonly title: string;
  /** A hash of settings and analysis; each hash needs its own index. */
  readonly settings: string;
  index(name: string): EngineIndex;
}

/** An engine's index, which finds candidates; ranking is ours. */
export interface EngineIndex {
  /** Creates the index or updates its settings; can be repeated. */
  prepare(): Promise<void>;
  /**
   * Takes the changes part by part. Resolves when they are searchable, and `position` is the checkpoint.
   * @throws AppError `invalid` for a document that is never acceptable
   */
  feed(parts: FedParts, position: number): Promise<void>;
  /** The last checkpoint; undefined for a new or lost index. */
  position(signal?: AbortSignal): Promise<number | undefined>;
  /** Finds candidates for ranking. @throws AppError `invalid` for a request that the engine will never answer */
  candidates(request: CandidateRequest, signal?: AbortSignal): Promise<Candidates>;
  drop(): Promise<void>;
}

/** What documents must have: at least one of the words. */
export interface CandidateRequest
  extends Pick<SearchRequest, 'tenant' | 'facets' | 'someFacets' | 'hiddenToo' | 'exclude' | 'limit'> {
  /** For each word of the query that finds documents, the stems and forms that express it. */
  words: readonly EngineWord[];
}

export interface EngineWord {
  /** Most important first. */
  stems: readonly string[];
  forms: readonly string[];
}

/** The likeliest results, best first, and how many there are in all. */
export interface Candidates {
  ids: number[];
  total: number;
}

/** Queries an engine, with a time limit. */
export type AskEngine = <Answer>(question: (signal?: AbortSignal) => Promise<Answer>) => Promise<Answer>;

/** An array, or parts that are loaded one after the other. */
export type FedParts = Iterable<readonly TenantChanges[]> | AsyncIterable<readonly TenantChanges[]>;

export interface TenantChanges {
  tenant: SearchTenant;
  documents: readonly SearchDocument[];
  gone: readonly number[];
}
