import type { FormCall } from '@guidepost/desk';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { assignDialogs } from '../../moderation/assign-dialogs.ts';
import { showComments, showDialogs } from '../../moderation/find-posts.ts';
import { addNote, removeNote } from '../../moderation/notes.ts';
import { resolveReportsOf } from '../../moderation/reports.ts';
import { snoozeDialogs } from '../../moderation/snooze-dialogs.ts';
import { readSender, readState, readTagNames } from '../../moderation/typed-values.ts';
import { undeleteComments } from '../../moderation/undelete-comments.ts';
import { undeleteDialogs } from '../../moderation/undelete-dialogs.ts';
import { blockSender } from '../../people/blocks.ts';
import { releaseComments, setOrgReply } from '../../posts/change-comments.ts';
import {
  archiveDialogs,
  type Moved,
  restoreDialogs,
  setState,
  setTopic,
  setWaiting,
} from '../../posts/change-dialogs.ts';
import { deleteComments, deleteDialogs } from '../../posts/delete-posts.ts';
import { publishTags, tagDialog, untagDialog } from '../../posts/tag-dialogs.ts';
import { type ForumCall, moderationOf } from '../forum-tenant.ts';
import { reviewOf, seenModerationOf } from '../review.ts';
import { assigneeIn, topicIn } from '../selection/value-actions.ts';
import { wakingTime } from '../selection/waking-time.ts';
import { createMarkSpam, type SpamDone } from '../spam/spam-pages.ts';
import { dialogIdOf, fieldError } from './dialog-call.ts';

/** The work of a button: it changes the dialog, or one of its comments. @returns the key of a notice */
export type Action = (call: FormCall<ForumCall>, id: number) => Promise<Acted>;

interface Acted {
  notice: string;
  undo?: Record<string, string>;
  /** Where what was done is undone, if not on the page of the dialog. */
  undoAt?: string | undefined;
  /** Where to go instead of the usual place. */
  seeOther?: string | undefined;
}

const UNCHANGED: Acted = { notice: 'noticeUnchanged' };

/** The buttons of a dialog, by name. */
export function dialogActions(
  context: Pick<Context, 'database' | 'config' | 'notices'>,
): Record<string, Action> {
  const { database } = context;
  const mark = createMarkSpam(context);

  async function setVisibility(call: FormCall<ForumCall>, isPublic: boolean): Promise<Acted> {
    const tag = call.form.first('tag') ?? '';
    const moderation = moderationOf(call, isPublic ? 'tag public' : 'tag private');
    const { changed } = await publishTags(database, moderation, { tags: [tag], isPublic });
    if (changed.length === 0) return UNCHANGED;
    const undo = { action: isPublic ? 'private' : 'public', tag };
    return { notice: isPublic ? 'noticeTagPublic' : 'noticeTagPrivate', undo };
  }

  function changeNote(call: FormCall<ForumCall>, change: { dialogId: number; removed: boolean }) {
    const id = parseId(call.form.first('id'));
    if (id === undefined) throw new AppError('invalid', 'There is no such note.', { reason: 'noSuchChoice' });
    return removeNote(database, moderationOf(call, 'note remove'), { ...change, id });
  }

  return {
    async done(call, id) {
      const choice = { ids: [id], waiting: false };
      const { changed } = await setWaiting(database, moderationOf(call, 'dialog done'), choice);
      return changed.length === 0 ? UNCHANGED : { notice: 'noticeDone', undo: { action: 'wait' } };
    },
    async wait(call, id) {
      await setWaiting(database, moderationOf(call, 'dialog wait'), { ids: [id], waiting: true });
      return { notice: 'noticeWaiting' };
    },
    async archive(call, id) {
      const moved = await archiveDialogs(database, seenModerationOf(call, 'dialog archive', [id]), [id]);
      return afterMove(moved, { notice: 'noticeArchived', undo: { action: 'restore' } });
    },
    async restore(call, id) {
      const moved = await restoreDialogs(database, reviewOf(call, 'dialog restore', [id]), [id]);
      return afterMove(moved, { notice: 'noticeRestored', undo: { action: 'archive' } });
    },
    async delete(call, id) {
      await deleteDialogs(database, seenModerationOf(call, 'dialog delete', [id]), [id]);
      return { notice: 'noticeDeleted', undo: { action: 'undelete' } };
    },
    async undelete(call, id) {
      const { changed } = await undeleteDialogs(database, moderationOf(call, 'dialog undelete'), [id]);
      return changed.length === 0 ? UNCHANGED : { notice: 'noticeUndeleted' };
    },
    async state(call, id) {
      const state = readState(call.form.first('state') ?? '');
      if (state === undefined) throw fieldError('state', call.phrasing.words.stateRule);
      const choice = { ids: [id], state, onlyOffered: true };
      await setState(database, moderationOf(call, 'dialog state'), choice);
      return { notice: 'noticeState' };
    },
    async assign(call, id) {
      const { form, phrasing } = call;
      const shown = form.first('shown');
      const choice = {
        ids: [id],
        assignee: assigneeIn(form),
        shown: shown === undefined ? undefined : (parseId(shown) ?? null),
      };
      const { changed } = await assignDialogs(context, moderationOf(call, 'dialog assign'), choice).catch(
        (error) => {
          if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
          throw fieldError('assignee', phrasing.words.assignedMeanwhile);
        },
      );
      return changed.length === 0 ? UNCHANGED : { notice: 'noticeAssigned' };
    },
    async snooze(call, id) {
      const choice = { ids: [id], until: wakingTime(call.form) };
      const { former } = await snoozeDialogs(database, seenModerationOf(call, 'dialog snooze', [id]), choice);
      if (!former.has(id)) return UNCHANGED;
      return { notice: 'noticeSnoozed', undo: { action: former.get(id) === null ? 'done' : 'wait' } };
    },
    async note(call, dialogId) {
      const text = call.form.first('note') ?? '';
      await addNote(database, moderationOf(call, 'note add'), { dialogId, text }).catch((error) => {
        if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
        throw fieldError('note', call.phrasing.words.textRule);
      });
      return { notice: 'noticeNoteAdded' };
    },
    async removeNote(call, dialogId) {
      const note = call.form.first('id') ?? '';
      return (await changeNote(call, { dialogId, removed: true }))
        ? { notice: 'noticeNoteRemoved', undo: { action: 'restoreNote', id: note } }
        : UNCHANGED;
    },
    async restoreNote(call, dialogId) {
      return (await changeNote(call, { dialogId, removed: false }))
        ? { notice: 'noticeNoteAdded' }
        : UNCHANGED;
    },
    async topic(call, id) {
      const topic = topicIn(call.form.first('topic'));
      await setTopic(database, moderationOf(call, 'dialog topic'), { ids: [id], topic });
      return { notice: 'noticeTopic' };
    },
    async tag(call, dialogId) {
      const tags = readTagNames(call.form.first('tags') ?? '');
      if (!tags) throw fieldError('tags', call.phrasing.words.tagsRule);
      await tagDialog(database, moderationOf(call, 'tag add'), { dialogId, tags });
      return { notice: 'noticeTagged' };
    },
    async untag(call, dialogId) {
      const tag = call.form.first('tag') ?? '';
      await untagDialog(database, moderationOf(call, 'tag remove'), { dialogId, tags: [tag] });
      return { notice: 'noticeUntagged', undo: { action: 'tag', tags: tag } };
    },
    public: (call) => setVisibility(call, true),
    private: (call) => setVisibility(call, false),
    async resolve(call, id) {
      const { changed } = await resolveReportsOf(database, moderationOf(call, 'reports resolve'), [id]);
      return changed.length === 0 ? UNCHANGED : { notice: 'noticeResolved' };
    },
    async block(call, id) {
      const [dialog] = await showDialogs(database, call.tenant.key, [id]);
      const sender = readSender(dialog?.email ?? dialog?.claimed ?? dialog?.sender ?? '');
      if (!sender) throw new AppError('invalid', call.phrasing.words.senderRule, { reason: 'senderRule' });
      await blockSender(database, moderationOf(call, 'block add'), sender);
      return { notice: 'noticeBlocked' };
    },
    async spam(call, id) {
      const [dialog] = await showDialogs(database, call.tenant.key, [id]);
      return afterSpam(call, await mark(call, { dialogIds: [id] }), dialog);
    },
  };
}

/** The buttons of a comment, by name. */
export function commentActions(context: Pick<Context, 'database' | 'config'>): Record<string, Action> {
  const { database } = context;
  const mark = createMarkSpam(context);

  return {
    async approve(call, id) {
      await releaseComments(database, reviewOf(call, 'comment restore', [dialogIdOf(call)]), [id]);
      return { notice: 'noticeApproved' };
    },
    async official(call, id) {
      const mark = { ids: [id], isOrgReply: true };
      const { answered } = await setOrgReply(database, moderationOf(call, 'comment org-reply'), mark);
      const waiting = answered.length > 0 && { waiting: 'on' };
      return { notice: 'noticeOfficial', undo: { action: 'unofficial', ...waiting } };
    },
    async unofficial(call, id) {
      await setOrgReply(database, moderationOf(call, 'comment org-reply'), { ids: [id], isOrgReply: false });
      if (call.form.first('waiting') === 'on') {
        const choice = { ids: [dialogIdOf(call)], waiting: true };
        await setWaiting(database, moderationOf(call, 'dialog wait'), choice);
      }
      return { notice: 'noticeUnofficial', undo: { action: 'official' } };
    },
    async delete(call, id) {
      await deleteComments(database, moderationOf(call, 'comment delete'), [id]);
      return { notice: 'noticeCommentDeleted', undo: { action: 'undelete' } };
    },
    async spam(call, id) {
      const [comment] = await showComments(database, call.tenant.key, [id]);
      return afterSpam(call, await mark(call, { commentIds: [id] }), comment);
    },
    async undelete(call, id) {
      const { changed } = await undeleteComments(database, moderationOf(call, 'comment undelete'), [id]);
      return changed.length === 0 ? UNCHANGED : { notice: 'noticeUndeleted' };
    },
  };
}

/** A change since the page was shown stands, and is shown with its author. */
function afterSpam(
  { base }: FormCall<ForumCall>,
  { undo, leftOut }: SpamDone,
  author: { email: string | null } | undefined,
): Acted {
  const undoing = { undo: undo?.fields ?? {}, undoAt: undo?.action };
  if (leftOut.length === 0) return { notice: 'noticeSpam', ...undoing };
  const person = author?.email && `${base}/person?email=${encodeURIComponent(author.email)}`;
  return { notice: 'noticeSpamLeftOut', ...undoing, seeOther: person || `${base}/queue` };
}

/** Undoing would publish what was refused, or hide what was approved where no one looks. */
function afterMove({ changed, wereHeld }: Moved, acted: Acted): Acted {
  if (changed.length === 0) return UNCHANGED;
  return wereHeld.length === 0 ? acted : { notice: acted.notice };
}
