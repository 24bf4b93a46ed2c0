import { createSitemap, leadTo } from '@guidepost/pages';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../context.ts';
import { listVisibleDialogs } from '../posts/list-dialogs.ts';
import { findMergedInto } from '../posts/read-dialog.ts';
import { readReceipt } from '../posts/receipts.ts';
import { askPage } from './ask/ask-page.ts';
import { commentRedirect, dialogPage } from './dialog/dialog-page.ts';
import { dialogFeed } from './feeds/dialog-feed.ts';
import { forumFeed } from './feeds/forum-feed.ts';
import { confirmPage, stopNoticesPage, stopPage } from './following/following-pages.ts';
import { guideHelped, guideOpened, guideSuggestions } from './guides/suggested-guide-pages.ts';
import { homePage } from './home/home-page.ts';
import { statePage } from './list/list-page.ts';
import { accountPage, signOutPage } from './members/account-pages.ts';
import { deletePage } from './members/delete-page.ts';
import { editPage } from './members/edit-page.ts';
import { myPostsPage } from './members/my-posts-page.ts';
import {
  acceptPage,
  followPage,
  guestVotePage,
  helpfulPage,
  leadToDialog,
} from './members/one-click-pages.ts';
import { erasedPage, eraseMePage, ownDataPage } from './members/personal-data-pages.ts';
import { confirmSignInPage, signInLink, signInPage } from './members/sign-in-pages.ts';
import type { PageKind } from './page-kind.ts';
import { commentPreview, dialogPreview } from './preview/preview-pages.ts';
import { cardPages } from './programs/mcp.ts';
import { outlinePage } from './programs/outline.ts';
import { reportCommentPage, reportDialogPage } from './report/report-page.ts';
import { searchPage, searchSuggestions } from './search/search-page.ts';
import { tagPage, tagsPage } from './tag/tag-pages.ts';
import { topicPage } from './topics/topic-page.ts';

export function createPages(context: Context): Readonly<Record<string, PageKind>> {
  return {
    '/': homePage(context),
    '/feed.atom': forumFeed(context),
    '/sitemap.xml': sitemap(context),
    ...cardPages(context),
    '/llms.txt': outlinePage(context),
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
    '/guides/:guide/opened': guideOpened(context),
    '/confirm/:token': confirmPage(context),
    '/unfollow/:id/:token': stopPage(context),
    '/staff-mail/:id/:token': stopNoticesPage(context),
    '/:id': followMerges(context, dialogPage(context)),
    '/:id/preview': commentPreview(context),
    '/:id/feed.atom': followMerges(context, dialogFeed(context), () => '/feed.atom'),
    '/:id/report': followMerges(context, reportDialogPage(context), () => '/report'),
    '/:id/comments': { read: leadToDialog },
    '/:id/vote': { read: leadToDialog },
    '/:id/guest-vote': guestVotePage(context),
    '/:id/accept': acceptPage(context),
    '/:id/follow': followPage(context),
    '/:id/edit': editPage(context),
    '/:id/delete': deletePage(context),
    '/:id/comments/:comment/edit': editPage(context),
    '/:id/comments/:comment/delete': deletePage(context),
    '/:id/comments/:comment/helpful': helpfulPage(context),
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

/** `/sitemap.xml`: the home page and every visible dialog. */
function sitemap({ content }: Pick<Context, 'content'>): PageKind {
  const kind: PageKind = createSitemap({
    homeOf: ({ addresses }) => addresses.home,
    async readSection({ forum, addresses }, { limit, offset }) {
      const slice = { forumId: forum.id, start: offset, limit };
      const { total, rows } = await listVisibleDialogs(content.of(forum), slice);
      const entries = rows.map(({ id, last_activity }) => ({
        address: addresses.dialogPage(id),
        changed: last_activity.toISOString(),
      }));
      return { total, entries };
    },
  });
  return { ...kind, isForAnybody: true };
}

/**
 * `/posted`: confirms a held post; once expired it redirects to the forum. The forum's own thanks are for posts that
 * appear at once.
 */
function postedPage({ receipts }: Pick<Context, 'receipts'>): PageKind {
  return {
    async read({ site: { paths, forum, phrasing }, query }) {
      const receipt = await readReceipt(receipts, query.first('posted'), { forumId: forum.id });
      if (!receipt) return leadTo(303, paths.home);
      return {
        template: 'posted/posted',
        head: { title: phrasing.words.thanks, indexed: false },
        isPersonal: true,
        content: { asksToConfirm: receipt.asksToConfirm },
      };
    },
  };
}

/** The pages of a dialog that was merged into another one lead to the other's. @param below after the dialog's path */
function followMerges(
  { database }: Pick<Context, 'database'>,
  kind: PageKind,
  below: (path: Readonly<Record<string, string>>) => string = () => '',
): PageKind {
  const following =
    (read: PageKind['read'], after = ''): PageKind['read'] =>
    async (call) => {
      const { site, path } = call;
      try {
        return await read(call);
      } catch (error) {
        const isMissing = error instanceof AppError && error.kind === 'not-found';
        const id = isMissing ? parseId(path.id) : undefined;
        const target = id === undefined ? undefined : await findMergedInto(database, site.forum.id, id);
        if (target === undefined) throw error;
        return { movedTo: site.paths.dialogPage(target) + below(path) + after };
      }
    };
  const { read, markdown } = kind;
  return { ...kind, read: following(read), ...(markdown && { markdown: following(markdown, '.md') }) };
}
