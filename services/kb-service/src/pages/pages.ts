import type { Context } from '../context.ts';
import { categoryPage } from './category/category-page.ts';
import { robots, sitemap } from './crawlers/crawlers.ts';
import { guidePage } from './guide/guide-page.ts';
import { voteForm } from './guide/vote-form.ts';
import { homePage } from './home/home-page.ts';
import { allGuidesPage, tagPage } from './list/list-pages.ts';
import type { PageForm, PageKind } from './page.ts';
import { searchPage, searchSuggestions } from './search/search-page.ts';

export function createPages(context: Context): Readonly<Record<string, PageKind | PageForm>> {
  return {
    '/': homePage(context),
    '/categories/:category': categoryPage(context),
    '/tags/:tag': tagPage(context),
    '/guides': allGuidesPage(context),
    '/guides/:guide': guidePage(context),
    '/guides/:guide/vote': voteForm(context),
    '/search': searchPage(context),
    '/search/suggestions': searchSuggestions(context),
    '/sitemap.xml': sitemap(context),
    '/robots.txt': robots(context),
  };
}
