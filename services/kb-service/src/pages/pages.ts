import type { Context } from '../context.ts';
import { guidePage } from './guide/guide-page.ts';
import type { PageKind } from './page.ts';

/** Every page of a site, by the pattern of its path. */
export function createPages(context: Context): Readonly<Record<string, PageKind>> {
  return {
    '/guides/:guide': guidePage(context),
  };
}
