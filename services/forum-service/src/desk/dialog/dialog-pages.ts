import { type FormCall, fieldErrorsOf, pathId } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { isPermitted } from '../../model/permissions.ts';
import { listDeleted } from '../../posts/deleted-posts.ts';
import { findMergedInto } from '../../posts/read-dialog.ts';
import { placeIn, placeQuery, queueAddress } from '../filters/queue-place.ts';
import { actorOf, type ForumCall, type ForumPage } from '../forum-tenant.ts';
import { answerPage } from './answer-page.ts';
import { type Action, commentActions, dialogActions } from './dialog-actions.ts';
import { addressOf, dialogIdOf, isNotFound } from './dialog-call.ts';
import { MAX_POST_BYTES } from './edit-pages.ts';
import { createShowDialog } from './show-dialog.ts';

type DialogCall = FormCall<ForumCall>;

/** The post that a button changes. */
interface Place {
  /** The id of the dialog. */
  id: number;
  commentId?: number;
}

type Needs = Pick<Context, 'database' | 'notices' | 'identify' | 'clients' | 'config' | 'files' | 'guidesOf'>;

/** Actions that end the work on a dialog, and lead back to the queue. */
const LEAVING = new Set(['done', 'snooze', 'archive', 'delete', 'spam']);

/** Everything about a dialog, and everything that staff do with it. */
export function dialogPages(context: Needs): Record<string, ForumPage> {
  const { database } = context;
  const showDialog = createShowDialog(context);

  async function perform(call: DialogCall, actions: Record<string, Action>, { id, commentId }: Place) {
    const name = call.form.first('action') ?? '';
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new AppError('invalid', 'There is no such action.', { reason: 'noSuchChoice' });
    const here = `${addressOf(call)}${commentId === undefined ? '' : `#comment-${commentId}`}`;
    const seeOther = commentId === undefined && LEAVING.has(name) ? queueAddress(call) : here;
    try {
      const acted = await action(call, commentId ?? id);
      const { notice, undo: fields, undoAt = call.request.path + placeQuery(placeIn(call.query)) } = acted;
      return { seeOther: acted.seeOther ?? seeOther, notice, undo: fields && { action: undoAt, fields } };
    } catch (error) {
      const wrong = fieldErrorsOf(error, call.phrasing);
      const typed = { note: call.form.first('note') };
      return { ...(await showDialog(call, { wrong, typed })), status: 422 };
    }
  }

  return {
    '/dialogs/:dialog': {
      maximumBytes: MAX_POST_BYTES,
      read: (call) => showDialog(call).catch((error) => leadOn(call, error)),
      post: (call) => perform(call, dialogActions(context), { id: dialogIdOf(call) }),
    },
    '/dialogs/:dialog/answer': answerPage(context, showDialog),
    '/dialogs/:dialog/comments/:comment': {
      read: async (call) => ({ seeOther: addressOf(call) }),
      post(call) {
        const commentId = pathId(call.path, 'comment');
        return perform(call, commentActions(context), { id: dialogIdOf(call), commentId });
      },
    },
  };

  /** From a dialog that was merged into another one, or deleted. */
  async function leadOn(call: ForumCall, error: unknown) {
    if (!isNotFound(error)) throw error;
    const [forumId, dialogId] = [call.tenant.forum.id, dialogIdOf(call)];
    const target = await findMergedInto(database, forumId, dialogId);
    if (target !== undefined)
      return { seeOther: `${call.base}/dialogs/${target}`, notice: 'noticeAlreadyMerged' };
    const { total } = await listDeleted(database, { forumId, dialogId, start: 0, limit: 1 });
    if (total === 0 || !isPermitted(actorOf(call), 'dialog undelete')) throw error;
    return { seeOther: `${call.base}/deleted/dialogs/${dialogId}`, notice: 'noticeDeleted' };
  }
}
