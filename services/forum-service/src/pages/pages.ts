import type { Context } from '../context.ts';
import { commentPlace } from './dialog/comment-place.ts';
import { dialogPage } from './dialog/dialog-page.ts';
import { homePage } from './home/home-page.ts';
import type { PageKind } from './page.ts';

/** Every page of a forum, by the pattern of its path below `/forum/:slug`. */
export function createPages(context: Context): Readonly<Record<string, PageKind>> {
  return {
    '/': homePage(context),
    '/:id': dialogPage(context),
    '/:id/comments/:comment': commentPlace(context),
  };
}
