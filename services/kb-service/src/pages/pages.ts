import type { Context } from '../context.ts';
import { robots } from './crawlers/robots.ts';
import { sitemap } from './crawlers/sitemap.ts';
import { guidePage } from './guide/guide-page.ts';
import { voteForm } from './guide/vote-form.ts';
import type { PageForm, PageKind } from './page.ts';

/** Every page of a site and what its forms are sent to, by the pattern of its path. */
export function createPages(context: Context): Readonly<Record<string, PageKind | PageForm>> {
  return {
    '/guides/:guide': guidePage(context),
    '/guides/:guide/vote': voteForm(context),
    '/sitemap.xml': sitemap(context),
    '/robots.txt': robots(context),
  };
}
