import type { SearchQuery } from './analysis/word.ts';
import type { QueryVector } from './vectors/passage-vectors.ts';

export interface SearchDocument {
  id: number;
  /** Up to three plain texts of decreasing weight: title, headings, body. */
  fields: readonly string[];
  /** Values to narrow searches by, e.g. `{category: [12, 14]}`. */
  facets: Facets;
  /** Found only with `hiddenToo`; its words are never suggested as corrections. */
  hidden?: boolean;
}

export type Facets = Readonly<Record<string, readonly (number | string)[]>>;

/** The tenant of a call, which cannot access others. */
export interface SearchTenant {
  id: number;
  /** BCP 47; words of unknown languages match as written. */
  language: string;
}

export interface SearchRequest {
  tenant: SearchTenant;
  /** Any word finds; words in quotes are required as they stand. */
  query: SearchQuery;
  /** Documents must have all of these values. */
  facets?: Facets;
  /** Documents must have at least one of these values; none match an empty list. */
  someFacets?: Facets;
  /** Whether hidden documents are found, too. */
  hiddenToo?: boolean;
  /** With `hiddenToo`, whether their words are suggested as corrections as well. */
  hiddenWords?: boolean;
  /** Removed documents that the engine may still have; neither found nor counted. */
  exclude?: readonly number[];
  /** The meaning of the query, which ranks the results that words find. */
  vector?: QueryVector | undefined;
  offset: number;
  limit: number;
}

export interface SearchResult {
  ids: number[];
  total: number;
  corrections: Correction[];
  /** Words of documents that express the query in other words, for highlighting. */
  otherWords: string[];
  /** Words of the query, as typed, that no document has in any form. */
  missing: string[];
  /** Whether there may be better results, and more of them, than could be looked at. */
  partial?: boolean;
}

/** A word that no document has, and the one searched in its place. */
export interface Correction {
  typed: string;
  meant: string;
}

/**
 * A search engine. All of them find the documents with any word that says what the query is about, and rank them alike:
 * by how much they are about the query, exact forms above inflections, those above prefixes, earlier fields higher.
 */
export interface SearchIndex {
  /** Prepares the engine; may be called at each start, concurrently. */
  prepare(): Promise<void>;
  /** Resolves when they are searchable. @throws AppError `invalid` for a document that is never acceptable */
  put(tenant: SearchTenant, documents: readonly SearchDocument[]): Promise<void>;
  /** Removes documents; unknown ids are ignored. */
  remove(tenant: SearchTenant, ids: readonly number[]): Promise<void>;
  /** Empty for a query without words. */
  search(request: SearchRequest): Promise<SearchResult>;
}

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

/** A search for documents that have at least one of the words, or all words of one of the phrases. */
export interface CandidateRequest
  extends Pick<SearchRequest, 'tenant' | 'facets' | 'someFacets' | 'hiddenToo' | 'exclude' | 'limit'> {
  /** For each word of the query that finds documents, the stems and forms that express it. */
  words: readonly EngineWord[];
  /** Words that express one of the query only together. */
  phrases?: readonly EnginePhrase[];
  /** For each quotation the ways to write it; documents need to have all words of one. */
  quotations?: readonly (readonly EnginePhrase[])[];
}

/** Words in an order that the engine does not know. */
export type EnginePhrase = readonly EngineWord[];

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
  removed: readonly number[];
}

/** Milliseconds for the simplest request to an engine. */
const TIMEOUT = 5_000;

/** Adds a time limit, since an engine may hang. */
export async function withTimeout<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    return await ask(signal);
  } catch (cause) {
    throw signal.aborted ? new Error(`no answer in ${TIMEOUT / 1_000} s`, { cause }) : cause;
  }
}

/** Stops waiting when the signal is aborted; the work continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
