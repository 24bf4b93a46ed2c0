import { createSearchPage, createSearchSuggestions } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';
import { suggestNewest } from '../suggestions/suggest-newest.ts';
import { findDialogs } from './found-dialogs.ts';

type SearchContext = Pick<Context, 'database' | 'dialogSearch'>;

/** `/search?q=…` */
export function searchPage(context: SearchContext): PageKind {
  return createSearchPage({
    find: (search) => findDialogs(context, search),
    suggest: (site) => suggestNewest(context, site),
  });
}

/** `/search/suggestions?q=…` */
export function searchSuggestions(context: SearchContext): PageKind {
  return { ...createSearchSuggestions((search) => findDialogs(context, search)), isForAnybody: true };
}
