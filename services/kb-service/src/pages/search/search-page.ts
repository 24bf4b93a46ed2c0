import { pageCount } from '@guidepost/http';
import { type CommonWords, createPager, fill, noSuchPage, type Page, pageNumber } from '@guidepost/pages';
import type { SearchResult } from '@guidepost/search';
import type { Context } from '../../context.ts';
import { LONGEST_QUERY } from '../../guides/searched-guides.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { listSuggestions, type Suggestion } from '../suggestions/suggestions.ts';
import { type FoundGuide, readFoundGuides } from './found-guides.ts';

const PAGE_SIZE = 20;

/** What somebody searches for, and which page of it is shown. */
interface Search {
  site: Site;
  query: string;
  number: number;
}

/** `/search?q=…`. The index catches up some time after a revision, so nothing that it finds is kept under one. */
export function searchPage(context: Pick<Context, 'database' | 'guideSearch'>): PageKind {
  return {
    async read({ site, query: sent }) {
      const { words } = site.phrasing;
      const query = sent.first('q')?.trim() ?? '';
      if (query === '') return emptyPage({ heading: words.search, focused: true });
      if (Array.from(query).length > LONGEST_QUERY) return overlongPage(words, query);
      return search(context, { site, query, number: pageNumber(sent) });
    },
  };
}

async function search(
  { database, guideSearch }: Pick<Context, 'database' | 'guideSearch'>,
  search: Search,
): Promise<Page> {
  const { site, query, number } = search;
  const { knowledgeBase, phrasing } = site;
  const stretch = { offset: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const result = await guideSearch.page({ tenant: knowledgeBase, query, ...stretch });
  const guides = await readFoundGuides(database, { knowledgeBase, query, result });
  if (guides.length > 0) return resultsPage(search, result, guides);
  if (number > 1) throw noSuchPage();
  const suggestions = await listSuggestions(database, site);
  const heading = fill(phrasing.words.noResults, { query });
  return emptyPage({ heading, query, advice: phrasing.words.noResultsAdvice, suggestions });
}

function resultsPage(
  { site: { base, phrasing }, query, number }: Search,
  { total, corrections }: SearchResult,
  guides: FoundGuide[],
): Page {
  const heading = fill(phrasing.words.searchResults, { query });
  const pages = pageCount(total, PAGE_SIZE);
  const pager = createPager(`${base}/search?q=${encodeURIComponent(query)}`, { number, pages });
  return {
    template: 'search/results',
    head: { title: heading, indexed: false },
    content: { heading, query, total, corrections, guides, pager, hasOwnSearch: true },
  };
}

interface EmptyPage {
  heading: string;
  /** What stands in the field. */
  query?: string;
  /** Whether there is nothing to do but to type into it. */
  focused?: boolean;
  advice?: string;
  suggestions?: Suggestion[];
}

/** A page to search from, without results. */
function emptyPage({ query = '', suggestions = [], ...content }: EmptyPage): Page {
  return {
    template: 'search/empty',
    head: { title: content.heading, indexed: false },
    content: { ...content, query, suggestions, hasOwnSearch: true },
  };
}

function overlongPage({ searchTooLong, noResultsAdvice }: CommonWords, query: string): Page {
  const beginning = query.slice(0, LONGEST_QUERY).toWellFormed();
  const page = emptyPage({ heading: searchTooLong, query: beginning, advice: noResultsAdvice });
  return { ...page, status: 400 };
}
