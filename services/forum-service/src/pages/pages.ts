import type { Context } from '../context.ts';
import { askPage } from './ask/ask-page.ts';
import { sitemap } from './crawlers/sitemap.ts';
import { commentRedirect } from './dialog/comment-redirect.ts';
import { dialogPage } from './dialog/dialog-page.ts';
import { followMerges } from './dialog/follow-merges.ts';
import { dialogFeed } from './feeds/dialog-feed.ts';
import { forumFeed } from './feeds/forum-feed.ts';
import { confirmPage } from './following/confirm-page.ts';
import { stopNoticesPage } from './following/stop-notices-page.ts';
import { stopPage } from './following/stop-page.ts';
import { guideHelped } from './guides/guide-helped.ts';
import { guideSuggestions } from './guides/guide-suggestions.ts';
import { homePage } from './home/home-page.ts';
import { accountPage, signOutPage } from './members/account-pages.ts';
import { deletePage } from './members/delete-page.ts';
import { editPage } from './members/edit-page.ts';
import { myPostsPage } from './members/my-posts-page.ts';
import { acceptPage, followPage, leadToDialog } from './members/one-click-pages.ts';
import { erasedPage, eraseMePage, ownDataPage } from './members/personal-data-pages.ts';
import { confirmSignInPage, signInLink } from './members/sign-in-link-pages.ts';
import { signInPage } from './members/sign-in-page.ts';
import type { PageKind } from './page.ts';
import { postedPage } from './posted/posted-page.ts';
import { commentPreview, dialogPreview } from './preview/preview-pages.ts';
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
    '/preview': dialogPreview(context),
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
    '/sign-in': signInPage(context),
    '/sign-in/confirm': confirmSignInPage(context),
    '/sign-in/:token': signInLink(context),
    '/me': myPostsPage(context),
    '/me/account': accountPage(context),
    '/me/sign-out': signOutPage(context),
    '/me/data': ownDataPage(context),
    '/me/erase': eraseMePage(context),
    '/erased': erasedPage(),
    '/guides/suggestions': guideSuggestions(context),
    '/guides/:guide/helped': guideHelped(context),
    '/confirm/:token': confirmPage(context),
    '/unfollow/:id/:token': stopPage(context),
    '/staff-mail/:id/:token': stopNoticesPage(context),
    '/:id': followMerges(context, dialogPage(context)),
    '/:id/preview': commentPreview(context),
    '/:id/feed.atom': followMerges(context, dialogFeed(context), () => '/feed.atom'),
    '/:id/report': followMerges(context, reportDialogPage(context), () => '/report'),
    '/:id/comments': { read: leadToDialog },
    '/:id/vote': { read: leadToDialog },
    '/:id/accept': acceptPage(context),
    '/:id/follow': followPage(context),
    '/:id/edit': editPage(context),
    '/:id/delete': deletePage(context),
    '/:id/comments/:comment/edit': editPage(context),
    '/:id/comments/:comment/delete': deletePage(context),
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
