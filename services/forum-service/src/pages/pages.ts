import type { Context } from '../context.ts';
import { sitemap } from './crawlers/sitemap.ts';
import { commentPlace } from './dialog/comment-place.ts';
import { dialogPage } from './dialog/dialog-page.ts';
import { dialogFeed } from './feeds/dialog-feed.ts';
import { forumFeed } from './feeds/forum-feed.ts';
import { homePage } from './home/home-page.ts';
import type { PageKind } from './page.ts';
import { reportCommentPage, reportDialogPage } from './report/report-page.ts';

/** Every page of a forum, by the pattern of its path below `/forum/:slug`. */
export function createPages(context: Context): Readonly<Record<string, PageKind>> {
  return {
    '/': homePage(context),
    '/feed.atom': forumFeed(context),
    '/sitemap.xml': sitemap(context),
    '/:id': dialogPage(context),
    '/:id/feed.atom': dialogFeed(context),
    '/:id/report': reportDialogPage(context),
    '/:id/comments/:comment': commentPlace(context),
    '/:id/comments/:comment/report': reportCommentPage(context),
  };
}
