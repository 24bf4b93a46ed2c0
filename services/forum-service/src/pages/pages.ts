import type { Context } from '../context.ts';
import { askPage } from './ask/ask-page.ts';
import { sitemap } from './crawlers/sitemap.ts';
import { commentRedirect } from './dialog/comment-redirect.ts';
import { dialogPage } from './dialog/dialog-page.ts';
import { followMerges } from './dialog/follow-merges.ts';
import { dialogFeed } from './feeds/dialog-feed.ts';
import { forumFeed } from './feeds/forum-feed.ts';
import { confirmPage } from './following/confirm-page.ts';
import { stopPage } from './following/stop-page.ts';
import { guideHelped } from './guides/guide-helped.ts';
import { guideSuggestions } from './guides/guide-suggestions.ts';
import { homePage } from './home/home-page.ts';
import type { PageKind } from './page.ts';
import { postedPage } from './posted/posted-page.ts';
import { reportCommentPage, reportDialogPage } from './report/report-page.ts';
import { searchPage, searchSuggestions } from './search/search-page.ts';
import { statePage } from './state/state-page.ts';
import { tagPage } from './tag/tag-page.ts';
import { tagsPage } from './tag/tags-page.ts';
import { topicPage } from './topics/topic-page.ts';

export function createPages(context: Context): Readonly<Record<string, PageKind>> {
  return {
    '/': homePage(context),
    '/feed.atom': forumFeed(context),
    '/sitemap.xml': sitemap(context),
    '/ask': askPage(context),
    '/posted': postedPage(context),
    '/dialogs': topicPage(context),
    '/questions': topicPage(context, 'Q'),
    '/problems': topicPage(context, 'P'),
    '/suggestions': topicPage(context, 'S'),
    '/praise': topicPage(context, 'B'),
    '/states/:state': statePage(context),
    '/tags': tagsPage(context),
    '/tags/:tag': tagPage(context),
    '/search': searchPage(context),
    '/search/suggestions': searchSuggestions(context),
    '/guides/suggestions': guideSuggestions(context),
    '/guides/:guide/helped': guideHelped(context),
    '/confirm/:token': confirmPage(context),
    '/unfollow/:id/:token': stopPage(context),
    '/:id': followMerges(context, dialogPage(context)),
    '/:id/feed.atom': followMerges(context, dialogFeed(context), () => '/feed.atom'),
    '/:id/report': followMerges(context, reportDialogPage(context), () => '/report'),
    '/:id/comments/:comment': followMerges(context, commentRedirect(context), commentOf),
    '/:id/comments/:comment/report': followMerges(
      context,
      reportCommentPage(context),
      (path) => `${commentOf(path)}/report`,
    ),
  };
}

function commentOf({ comment }: Readonly<Record<string, string>>): string {
  return `/comments/${encodeURIComponent(comment ?? '')}`;
}
