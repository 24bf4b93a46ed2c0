import type { SearchQuery } from '../analysis/word.ts';
import type { QueryVector } from '../vectors/passage-vectors.ts';

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
  /** ISO 639-1; words of unknown languages match as written. */
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
  /** Removed documents that the engine may still have; neither found nor counted. */
  exclude?: readonly number[];
  /** What the query means; ranks the results that words find. */
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
