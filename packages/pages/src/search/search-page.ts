import { pageCount } from '@guidepost/http';
import { fill, type PageWords } from '@guidepost/i18n';
import { noSuchPage } from '../errors/page-errors.ts';
import type { Page, PageKind } from '../page.ts';
import { pageNumber } from '../pager/page-number.ts';
import { createPager } from '../pager/pager.ts';
import type { PublicSite } from '../site.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';
import { type FindOnSite, LONGEST_QUERY, type SiteSearchResult } from './site-search.ts';

const PAGE_SIZE = 20;

/** UTF-16 units. */
const EXCERPT = 240;

export interface SiteSearchOptions<Site extends PublicSite> {
  find: FindOnSite<Site>;
  /** Shown when nothing is found. */
  suggest(site: Site): Promise<readonly Suggestion[]>;
  /** What else the first page shows, found at the same time. */
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
  { total, correctedQuery, missing, found, more }: SiteSearchResult & { more: MoreFound | undefined },
): Page {
  const heading = fill(phrasing.words.searchResults, { query });
  const pages = pageCount(total, PAGE_SIZE);
  const pager = createPager(`${base}/search?q=${encodeURIComponent(query)}`, { number, pages });
  return {
    template: '@search-results',
    head: { title: heading, indexed: false },
    content: { heading, query, total, correctedQuery, missing, found, more, pager, hasOwnSearch: true },
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
