import { DATA_HEADERS } from '../data-headers.ts';
import type { PageKind } from '../page.ts';
import type { PublicSite } from '../site.ts';
import { type FindOnSite, type FoundPage, LONGEST_QUERY } from './site-search.ts';

const MOST = 5;

/** UTF-16 units: two lines below a search field. */
const EXCERPT = 120;

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
        ? await find({ site, query, offset: 0, limit: MOST, excerpt: EXCERPT })
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

function suggestionOf({ path, title, excerpt }: FoundPage): FoundPage {
  return { path, title, excerpt };
}
