import type { PublicSite } from '../site.ts';

/** Characters. */
export const LONGEST_QUERY = 500;

/** A search within one knowledge base or forum. */
export type FindOnSite<Site extends PublicSite> = (search: SiteSearch<Site>) => Promise<SiteSearchResult>;

export interface SiteSearch<Site extends PublicSite> {
  site: Site;
  query: string;
  offset: number;
  limit: number;
  /** Length of excerpts in UTF-16 units. */
  excerpt: number;
}

export interface SiteSearchResult {
  total: number;
  /** The query with the spelling that was searched for unknown words. */
  correctedQuery: string | undefined;
  /** Words of the query that nothing contains. */
  missing: readonly string[];
  /** Results in order, with what else the service's template `/search/found` shows. */
  found: readonly FoundPage[];
}

export interface FoundPage {
  path: string;
  title: MarkedText;
  excerpt: {
    parts: MarkedText;
    /** Whether text is omitted before and after it. */
    cutBefore: boolean;
    cutAfter: boolean;
  };
}

/** A plain text; what the query asked for is marked. */
export type MarkedText = readonly { text: string; marked: boolean }[];
