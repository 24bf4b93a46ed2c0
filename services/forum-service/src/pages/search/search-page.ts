import { createSearchPage, createSearchSuggestions } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { findGuides } from '../guides/suggested-guide-pages.ts';
import type { PageCall, PageKind } from '../page-kind.ts';
import type { Site } from '../site.ts';
import { findDialogs, suggestNewest } from './found-dialogs.ts';

/** Beside dialogs. */
const MAX_GUIDES = 3;

/** Milliseconds that the page waits for them. */
const WAIT = 300;

type SearchContext = Pick<Context, 'database' | 'dialogSearch'>;

type CountedContext = SearchContext & Pick<Context, 'searchCounts' | 'clients'>;

/** `/search?q=…` */
export function searchPage(context: CountedContext & Pick<Context, 'guidesOf'>): PageKind {
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
        async findMore(site, query) {
          const guides = await findGuides(context.guidesOf, site, { query, limit: MAX_GUIDES, wait: WAIT });
          return guides.length > 0 ? { template: '/search/guides', guides } : undefined;
        },
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
  return { ...createSearchSuggestions((search) => findDialogs(context, search)), isForAnybody: true };
}
