import { fill, type PageWords } from '@guidepost/i18n';
import { noSuchPage, type Suggestion } from '../errors/error-page.ts';
import type { Page, PageKind, PublicSite } from '../page.ts';
import { DATA_HEADERS } from '../page-headers.ts';
import { createPager, pageNumber } from '../pager/pager.ts';

/** Characters. */
const LONGEST_QUERY = 500;

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
  /** Whether there may be better results than could be looked at. */
  isPartial: boolean;
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
  /** The language of its texts where that is not the one of the page. */
  standIn?: { language: string; direction: 'ltr' | 'rtl' };
}

/** A plain text; what the query asked for is marked. */
export type MarkedText = readonly { text: string; marked: boolean }[];

const PAGE_SIZE = 20;

/** UTF-16 units. */
const EXCERPT = 240;

export interface SiteSearchOptions<Site extends PublicSite> {
  find: FindOnSite<Site>;
  /** Shown when nothing is found. */
  suggest(site: Site): Promise<readonly Suggestion[]>;
  /** Further results on the first page, searched for at the same time. */
  findMore?(site: Site, query: string): Promise<MoreFound | undefined>;
}

/** A template of the service, and what it shows. */
type MoreFound = { template: string } & object;

/** `/search?q=…`. Not cached: the index lags behind the revision. */
export function createSearchPage<Site extends PublicSite>(options: SiteSearchOptions<Site>): PageKind<Site> {
  return {
    async read({ site, query: sent }) {
      const { words } = site.phrasing;
      const query = sent.first('q')?.trim() ?? '';
      if (query === '') return emptyPage({ heading: words.search, focused: true });
      if (Array.from(query).length > LONGEST_QUERY) return overlongPage(words, query);
      return search(options, { site, query, number: pageNumber(sent) });
    },
  };
}

interface Asked<Site> {
  site: Site;
  query: string;
  number: number;
}

async function search<Site extends PublicSite>(
  { find, suggest, findMore }: SiteSearchOptions<Site>,
  asked: Asked<Site>,
): Promise<Page> {
  const { site, query, number } = asked;
  const offset = (number - 1) * PAGE_SIZE;
  const [result, more] = await Promise.all([
    find({ site, query, offset, limit: PAGE_SIZE, excerpt: EXCERPT }),
    number === 1 ? findMore?.(site, query) : undefined,
  ]);
  if (result.found.length > 0) return resultsPage(asked, { ...result, more });
  if (number > 1) throw noSuchPage();
  const { words } = site.phrasing;
  return emptyPage({
    heading: fill(words.noResults, { query }),
    query,
    advice: words.noResultsAdvice,
    suggestions: await suggest(site),
    more,
  });
}

function resultsPage<Site extends PublicSite>(
  { site: { base, phrasing }, query, number }: Asked<Site>,
  { more, found, ...result }: SiteSearchResult & { more: MoreFound | undefined },
): Page {
  const heading = fill(phrasing.words.searchResults, { query });
  const pages = Math.ceil(result.total / PAGE_SIZE);
  const pager = createPager(`${base}/search?q=${encodeURIComponent(query)}`, { number, pages });
  return {
    template: '@search-results',
    head: { title: heading, indexed: false },
    content: { heading, query, ...result, found, more, pager, hasOwnSearch: true },
  };
}

interface EmptyPage {
  heading: string;
  query?: string;
  focused?: boolean;
  advice?: string;
  suggestions?: readonly Suggestion[];
  more?: MoreFound | undefined;
}

/** The page before a search or without results. */
function emptyPage({ query = '', suggestions = [], ...content }: EmptyPage): Page {
  return {
    template: '@search-empty',
    head: { title: content.heading, indexed: false },
    content: { ...content, query, suggestions, hasOwnSearch: true },
  };
}

function overlongPage({ searchTooLong, noResultsAdvice }: PageWords, query: string): Page {
  const beginning = query.slice(0, LONGEST_QUERY).toWellFormed();
  const page = emptyPage({ heading: searchTooLong, query: beginning, advice: noResultsAdvice });
  return { ...page, status: 400 };
}

const MOST = 5;

/** UTF-16 units: two lines below a search field. */
const SUGGESTED_EXCERPT = 120;

/**
 * `/search/suggestions?q=…`: the first results as JSON, with the passages that match, for the scripts of search fields.
 * Empty without a query, or with one that is too long.
 */
export function createSearchSuggestions<Site extends PublicSite>(find: FindOnSite<Site>): PageKind<Site> {
  return {
    async read({ site, query: sent }) {
      const query = sent.first('q')?.trim() ?? '';
      const isSearched = query !== '' && Array.from(query).length <= LONGEST_QUERY;
      const { found } = isSearched
        ? await find({ site, query, offset: 0, limit: MOST, excerpt: SUGGESTED_EXCERPT })
        : NONE;
      return {
        status: 200,
        headers: { ...DATA_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ suggestions: found.map(suggestionOf) }),
      };
    },
  };
}

const NONE: { found: readonly FoundPage[] } = { found: [] };

function suggestionOf({ path, title, excerpt, standIn }: FoundPage): FoundPage {
  return { path, title, excerpt, ...(standIn && { standIn }) };
}
