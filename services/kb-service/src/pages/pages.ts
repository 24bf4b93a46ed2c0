import type { Context } from '../context.ts';
import { robots } from './crawlers/robots.ts';
import { sitemap } from './crawlers/sitemap.ts';
import { guidePage } from './guide/guide-page.ts';
import type { PageKind } from './page.ts';

/** Every page of a site, by the pattern of its path. */
export function createPages(context: Context): Readonly<Record<string, PageKind>> {
  return {
    '/guides/:guide': guidePage(context),
    '/sitemap.xml': sitemap(context),
    '/robots.txt': robots(context),
  };
}
