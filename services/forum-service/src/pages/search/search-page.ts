import { createSearchPage, createSearchSuggestions } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { suggestNewest } from '../suggestions/suggest-newest.ts';
import { findDialogs } from './found-dialogs.ts';

type SearchContext = Pick<Context, 'database' | 'dialogSearch'>;

type CountedContext = SearchContext & Pick<Context, 'searchCounts' | 'clients'>;

/** `/search?q=…` */
export function searchPage(context: CountedContext): PageKind {
  return {
    read: (call) =>
      createSearchPage<Site>({
        async find(search) {
          const result = await findDialogs(context, search);
          // Further pages are the same search.
          if (search.offset === 0)
            countSearch(context, call, { query: search.query, inVain: result.total === 0 });
          return result;
        },
        suggest: (site) => suggestNewest(context, site),
      }).read(call),
  };
}

function countSearch(
  { searchCounts, clients }: CountedContext,
  { site, request }: PageCall,
  searched: { query: string; inVain: boolean },
): void {
  const address = clients.addressOf(request);
  searchCounts.countSearch({ tenantId: site.id, address, ...searched }, request);
}

/** `/search/suggestions?q=…` */
export function searchSuggestions(context: SearchContext): PageKind {
  return createSearchSuggestions((search) => findDialogs(context, search));
}
