import { createSearchPage } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';
import { suggestNewest } from '../suggestions/suggest-newest.ts';
import { findDialogs } from './found-dialogs.ts';

/** `/search?q=…` */
export function searchPage(context: Pick<Context, 'database' | 'dialogSearch'>): PageKind {
  return createSearchPage({
    find: ({ site, ...search }) => findDialogs(context, { ...search, forum: site.forum }),
    suggest: (site) => suggestNewest(context, site),
  });
}
