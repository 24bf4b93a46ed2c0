import { fieldErrorsOf, pathId, requireConfirmation, type View } from '@guidepost/desk';
import { createPager } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { type DeletedFilter, type DeletedPost, listDeleted } from '../../posts/deleted-posts.ts';
import { purgeComments, purgeDialogs } from '../../posts/purge-deleted.ts';
import { type ForumCall, type ForumPage, moderationOf, pageNumberOf } from '../forum-tenant.ts';

const ROLES = ['owner', 'editor'] as const;

const PAGE_SIZE = 25;

/** Posts that can still be restored, and their permanent deletion, which their number confirms. */
export function deletedPages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  async function list(call: ForumCall): Promise<View> {
    const number = pageNumberOf(call);
    const slice = { start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
    const { rows, total } = await listDeleted(database, { forumId: call.tenant.forum.id, ...slice });
    return {
      template: 'deleted/deleted',
      title: call.phrasing.words.deletedPosts,
      section: 'dialogs',
      content: {
        posts: rows,
        pager: createPager(`${call.base}/deleted`, { number, pages: Math.ceil(total / PAGE_SIZE) }),
      },
    };
  }

  async function show(
    call: ForumCall,
    filter: DeletedFilter,
    wrong: Readonly<Record<string, string>> = {},
  ): Promise<View> {
    const post = await requireDeleted(call, filter);
    return {
      template: 'deleted/deleted-post',
      title: call.phrasing.words.deletedPosts,
      section: 'dialogs',
      content: { post, here: call.request.path, wrong },
    };
  }

  async function requireDeleted({ tenant }: ForumCall, filter: DeletedFilter): Promise<DeletedPost> {
    const slice = { start: 0, limit: 1 };
    const { rows } = await listDeleted(database, { forumId: tenant.forum.id, ...slice, ...filter });
    if (!rows[0]) throw new AppError('not-found', 'There is no such deleted post.');
    return rows[0];
  }

  function pageOf(
    filterOf: (call: ForumCall) => DeletedFilter,
    purge: (call: ForumCall) => Promise<unknown>,
  ): ForumPage {
    return {
      roles: ROLES,
      read: (call) => show(call, filterOf(call)),
      async post(call) {
        const filter = filterOf(call);
        try {
          requireConfirmation(call, String(filter.commentId ?? filter.dialogId));
        } catch (error) {
          return { ...(await show(call, filter, fieldErrorsOf(error))), status: 422 };
        }
        await purge(call);
        return { seeOther: `${call.base}/deleted`, notice: 'noticePurged' };
      },
    };
  }

  return {
    '/deleted': { roles: ROLES, read: list },
    '/deleted/dialogs/:deleted': pageOf(
      ({ path }) => ({ dialogId: pathId(path, 'deleted') }),
      (call) => purgeDialogs(database, moderationOf(call, 'dialog purge'), [pathId(call.path, 'deleted')]),
    ),
    '/deleted/comments/:deleted': pageOf(
      ({ path }) => ({ commentId: pathId(path, 'deleted') }),
      (call) => purgeComments(database, moderationOf(call, 'comment purge'), [pathId(call.path, 'deleted')]),
    ),
  };
}
