import { fieldErrorsOf, pathId, requireConfirmation, type View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import { deleteComments } from '../../comments/delete-comments.ts';
import type { Context } from '../../context.ts';
import { deleteDialogs } from '../../dialogs/delete-dialogs.ts';
import { showComments, showDialogs } from '../../moderation/find-posts.ts';
import { type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';
import { addressOf, dialogIdOf } from './dialog-call.ts';

/** Deleting a dialog or a comment, which its number confirms. */
export function deletePages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  /** @param remove resolves to where to go on */
  function confirmed(
    idOf: (call: ForumCall) => number,
    remove: (call: ForumCall, id: number) => Promise<{ seeOther: string; notice: string }>,
  ): ForumPage {
    return {
      read: (call) => deletion(call),
      async post(call) {
        const id = idOf(call);
        try {
          requireConfirmation(call, String(id));
        } catch (error) {
          return { ...(await deletion(call, { wrong: fieldErrorsOf(error) })), status: 422 };
        }
        return remove(call, id);
      },
    };
  }

  async function deletion(call: ForumCall, content: object = {}): Promise<View> {
    const [dialog] = await showDialogs(database, call.tenant.key, [dialogIdOf(call)]);
    const commentId = call.path.comment === undefined ? undefined : pathId(call.path, 'comment');
    const [comment] =
      commentId === undefined ? [] : await showComments(database, call.tenant.key, [commentId]);
    if (!dialog || (comment && comment.dialog_id !== dialog.id))
      throw new AppError('not-found', 'There is no such post.');
    return {
      template: 'dialog/delete',
      title: call.phrasing.words.delete,
      section: 'queue',
      content: { dialog, comment, here: call.request.path, address: addressOf(call), wrong: {}, ...content },
    };
  }

  return {
    '/dialogs/:dialog/delete': confirmed(dialogIdOf, async (call, id) => {
      await deleteDialogs(database, moderationOf(call, 'dialog delete'), [id]);
      return { seeOther: `${call.base}/queue`, notice: 'noticeDeleted' };
    }),
    '/dialogs/:dialog/comments/:comment/delete': confirmed(
      ({ path }) => pathId(path, 'comment'),
      async (call, id) => {
        await deleteComments(database, moderationOf(call, 'comment delete'), [id]);
        return { seeOther: addressOf(call), notice: 'noticeCommentDeleted' };
      },
    ),
  };
}
