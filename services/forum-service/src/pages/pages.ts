import { addressBlock, parseId } from '@guidepost/http';
import { fill } from '@guidepost/i18n';
import { createSitemap, DATA_HEADERS, leadTo, noSuchPage, pageNumber } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../context.ts';
import type { StopNoticesLink } from '../notices/notices.ts';
import { findMergedInto } from '../posts/merged-dialogs.ts';
import { readReceipt } from '../posts/receipts.ts';
import { bindDialogsInState, MAX_COUNTED } from '../posts/states.ts';
import { listVisibleDialogs } from '../posts/visible-dialogs.ts';
import { askPage } from './ask/ask-page.ts';
import { commentRedirect } from './dialog/comment-redirect.ts';
import { dialogPage } from './dialog/dialog-page.ts';
import { dialogFeed } from './feeds/dialog-feed.ts';
import { forumFeed } from './feeds/forum-feed.ts';
import { confirmPage } from './following/confirm-page.ts';
import { endedPage } from './following/ended-page.ts';
import { askToStop, stopPage, stoppedPage } from './following/stop-page.ts';
import { findGuides } from './guides/found-guides.ts';
import { homePage } from './home/home-page.ts';
import { readDialogList } from './list/dialog-list.ts';
import { listPage } from './list/list-page.ts';
import { accountPage, signOutPage } from './members/account-pages.ts';
import { deletePage } from './members/delete-page.ts';
import { editPage } from './members/edit-page.ts';
import { myPostsPage } from './members/my-posts-page.ts';
import { acceptPage, followPage, leadToDialog } from './members/one-click-pages.ts';
import { erasedPage, eraseMePage, ownDataPage } from './members/personal-data-pages.ts';
import { confirmSignInPage, signInLink } from './members/sign-in-link-pages.ts';
import { signInPage } from './members/sign-in-page.ts';
import type { PageCall, PageKind } from './page.ts';
import { commentPreview, dialogPreview } from './preview/preview-pages.ts';
import { reportCommentPage, reportDialogPage } from './report/report-page.ts';
import { searchPage, searchSuggestions } from './search/search-page.ts';
import { tagPage } from './tag/tag-page.ts';
import { tagsPage } from './tag/tags-page.ts';
import { topicPage } from './topics/topic-page.ts';

/** Milliseconds. Nothing else waits for them. */
const WAIT = 1_000;

/** Few: every telling word finds, and the first are the best. */
const MAX_SUGGESTED = 3;

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

/**
 * `/guides/:guide/helped`: someone has read a suggested guide instead of posting. Its title and address come from the
 * knowledge base, never from the browser.
 */
function guideHelped({ guidesOf, helpCounts }: Pick<Context, 'guidesOf' | 'helpCounts'>): PageKind {
  return {
    read: async ({ site }) => leadTo(303, site.paths.ask),
    async send({ site: { forum }, path, origin }) {
      const guide = await guidesOf(forum.slug)?.read(path.guide ?? '');
      if (!guide) throw noSuchPage();
      await helpCounts.count({ forumId: forum.id, guide, client: addressBlock(origin.sender) });
      return { status: 204, headers: DATA_HEADERS, body: '' };
    },
  };
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
  return {
    ...kind,
    async read(call) {
      const { site, path } = call;
      try {
        return await kind.read(call);
      } catch (error) {
        const isMissing = error instanceof AppError && error.kind === 'not-found';
        const id = isMissing ? parseId(path.id) : undefined;
        const target = id === undefined ? undefined : await findMergedInto(database, site.forum.id, id);
        if (target === undefined) throw error;
        return { movedTo: site.paths.dialogPage(target) + below(path) };
      }
    },
  };
}

/** `/staff-mail/:id/:token`: turns mail to someone who works on the forum off, as `stopPage` does for followers. */
function stopNoticesPage({ notices }: Pick<Context, 'notices'>): PageKind {
  return {
    async read(call) {
      const { words } = call.site.phrasing;
      const link = linkOf(call);
      if (!link || !(await notices.isOn(link))) return endedPage(call.site);
      return askToStop(call.site, { heading: words.stopNoticesHeading, info: words.stopNoticesInfo });
    },
    async submit(call) {
      const link = linkOf(call);
      if (!link || !(await notices.turnOff(link))) return endedPage(call.site);
      return stoppedPage(call.site.phrasing.words.noticesStopped);
    },
  };
}

function linkOf({ site: { forum }, path }: PageCall): StopNoticesLink | undefined {
  const personId = parseId(path.id);
  return personId === undefined ? undefined : { forum, personId, token: path.token ?? '' };
}

/** `/states/:state` */
function statePage({ content }: Pick<Context, 'content'>): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.state} ${pageNumber(query)}`,
    async read({ site, path, query }) {
      const { state = '' } = path;
      if (state.includes('\0')) throw noSuchPage();
      const list = await readDialogList(content.of(site.forum), pageNumber(query), (slice) =>
        bindDialogsInState({ ...slice, forumId: site.id, state }),
      );
      if (list.total === 0) throw noSuchPage();
      return listPage(site, {
        heading: fill(site.phrasing.words.inState, { state: site.stateName(state) }),
        path: `/states/${encodeURIComponent(state)}`,
        list,
        isCounted: list.total < MAX_COUNTED,
      });
    },
  };
}

/** `/guides/suggestions?q=…`: guides for someone who writes a post, as JSON. */
function guideSuggestions({ guidesOf }: Pick<Context, 'guidesOf'>): PageKind {
  return {
    isForAnybody: true,
    async read({ site, query }) {
      if (!guidesOf(site.forum.slug)) throw noSuchPage();
      const guides = await findGuides(guidesOf, site, {
        query: query.first('q') ?? '',
        limit: MAX_SUGGESTED,
        wait: WAIT,
      });
      return {
        status: 200,
        headers: { ...DATA_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ guides }),
      };
    },
  };
}
