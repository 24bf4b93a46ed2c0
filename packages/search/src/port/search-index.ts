import type { SearchQuery } from '../analysis/word.ts';

/** What a record is found by. */
export interface SearchDocument {
  id: number;
  /** Texts of falling weight, at most three: a title, what stands out, the rest. Plain text, not markup. */
  fields: readonly string[];
  /** What a search can be narrowed to, e.g. `{category: [12, 14]}`. */
  facets: Facets;
  /** Found only by requests that ask for hidden ones, too; no word of it is suggested as a spelling to anybody. */
  hidden?: boolean;
}

export type Facets = Readonly<Record<string, readonly (number | string)[]>>;

/** Whose documents, in whose language: every call is about one tenant and can touch no other. */
export interface SearchTenant {
  id: number;
  /** ISO 639-1; one that is not known is taken as it is written. */
  language: string;
}

export interface SearchRequest {
  tenant: SearchTenant;
  /** What a person typed: every word counts, nothing in it is an operator. */
  query: SearchQuery;
  /** Only documents that have all these values of these facets. */
  facets?: Facets;
  /** Only documents that have at least one of these values; when there is none among them, no document. */
  someFacets?: Facets;
  /** Whether hidden documents are found, too. */
  hiddenToo?: boolean;
  /** Documents that the engine may still hold although they are gone; neither found nor counted. */
  exclude?: readonly number[];
  offset: number;
  limit: number;
}

export interface SearchResult {
  /** Of the page, best first. */
  ids: number[];
  /** Of all pages, exact. */
  total: number;
  /** Words that stand in for what was typed, since that is found nowhere; for highlighting. */
  corrections: string[];
}

/**
 * A search engine as the services see it. All of them find the same documents: those that hold every word of the
 * query in some form, the last word also as a beginning; when there is none, those with the nearest spelling.
 * Exact forms rank above other forms of a word, those above beginnings, and earlier fields above later ones.
 */
export interface SearchIndex {
  /** Makes ready what the engine needs; may be called at each start, by several instances at once. */
  prepare(): Promise<void>;
  /**
   * Adds documents, or replaces those with the same ids; resolves when they can be found.
   * @throws AppError `invalid` for a document that the engine will never take
   */
  put(tenant: SearchTenant, documents: readonly SearchDocument[]): Promise<void>;
  /** Removes documents; ids that are not there are fine. */
  remove(tenant: SearchTenant, ids: readonly number[]): Promise<void>;
  /** An empty result for a query of which analysis leaves nothing. */
  search(request: SearchRequest): Promise<SearchResult>;
}
