import { createSearchPage, createSearchSuggestions } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { findGuides } from '../guides/found-guides.ts';
import type { PageKind } from '../page.ts';
import { suggestNewest } from '../suggestions/suggest-newest.ts';
import { findDialogs } from './found-dialogs.ts';

/** Beside dialogs. */
const MAX_GUIDES = 3;

/** Milliseconds that the page waits for them. */
const WAIT = 300;

type SearchContext = Pick<Context, 'database' | 'dialogSearch'>;

/** `/search?q=…` */
export function searchPage(context: SearchContext & Pick<Context, 'guidesOf'>): PageKind {
  return createSearchPage({
    find: (search) => findDialogs(context, search),
    suggest: (site) => suggestNewest(context, site),
    async findMore(site, query) {
      const guides = await findGuides(context.guidesOf, site, { query, limit: MAX_GUIDES, wait: WAIT });
      return guides.length > 0 ? { template: '/search/guides', guides } : undefined;
    },
  });
}

/** `/search/suggestions?q=…` */
export function searchSuggestions(context: SearchContext): PageKind {
  return { ...createSearchSuggestions((search) => findDialogs(context, search)), isForAnybody: true };
}
