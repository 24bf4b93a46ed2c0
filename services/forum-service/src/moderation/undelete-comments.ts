import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type Moderation, moderate, type Outcome, requireAll } from '../audit/moderate.ts';
import { dialogIdsOf, eventsOf, refreshDialogs } from '../comments/lock-comments.ts';
import { acceptAgain } from '../dialogs/accept-answer.ts';
import { lockExistingDialogs } from '../dialogs/lock-dialogs.ts';
import { findMergedInto } from '../dialogs/merged-dialogs.ts';
import { noteAnswers } from '../followers/answers.ts';
import { idsOf } from '../model/ids-of.ts';
import { unlinkNames } from '../rendering/unlink-names.ts';
import { type DeletedEntry, restoreRowsOfComment } from './restore-rows.ts';

interface DeletedComment extends DeletedEntry {
  dialog_id: number;
  /** Whether it was the accepted answer. */
  accepted: boolean;
}

const lock = preparedStatement(new URL('./sql/lock-deleted-comments.sql', import.meta.url));
const findPresent = preparedStatement(new URL('./sql/find-present-comments.sql', import.meta.url));
const findDeletedWith = preparedStatement(new URL('./sql/find-deleted-with.sql', import.meta.url));
const removeEntries = preparedStatement(new URL('../deleted-posts/sql/delete-for-good.sql', import.meta.url));

/**
 * Restores deleted comments as they were, with their reports; those of a merged dialog where it is now.
 * @returns as unchanged those that have not been deleted
 * @throws AppError `not-found` for those that never were, or have been deleted permanently; `conflict` for those of a dialog
 * that has been deleted, too
 */
export function undeleteComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const entries = await transaction.any<DeletedComment>(lock([forum.id, ids]));
    const present = await transaction.any<{ id: number }>(findPresent([forum.id, ids]));
    requireAll(ids, [...entries, ...present], { slug: forum.slug, noun: 'comment' });
    const comments = await findPlaces(transaction, forum.id, entries);
    await restore(transaction, forum.id, comments);
    const result = { changed: idsOf(entries), unchanged: idsOf(present) };
    return { events: eventsOf(comments), visible: comments.length > 0, result };
  });
}

/** Locks the dialogs to which the comments belong. */
async function findPlaces(
  transaction: Executor,
  forumId: number,
  entries: readonly DeletedComment[],
): Promise<DeletedComment[]> {
  const comments: DeletedComment[] = [];
  for (const entry of entries) {
    const target = await findMergedInto(transaction, forumId, entry.dialog_id);
    comments.push({ ...entry, dialog_id: target ?? entry.dialog_id });
  }
  const dialogs = new Set(idsOf(await lockExistingDialogs(transaction, forumId, dialogIdsOf(comments))));
  const orphan = comments.find(({ dialog_id }) => !dialogs.has(dialog_id));
  if (orphan) throw await deletedToo(transaction, forumId, orphan.dialog_id);
  return comments;
}

/** Names what can be restored: the dialog, or the one into which it had been merged. */
async function deletedToo(transaction: Executor, forumId: number, dialogId: number): Promise<AppError> {
  const merged = await transaction.oneOrNone<{ dialog_id: number }>(findDeletedWith([forumId, dialogId]));
  const message = `Dialog ${merged?.dialog_id ?? dialogId} has been deleted, too. Restore it first.`;
  return new AppError('conflict', message, { reason: 'dialogDeletedToo' });
}

async function restore(
  transaction: Executor,
  forumId: number,
  comments: readonly DeletedComment[],
): Promise<void> {
  for (const { entry, dialog_id: dialogId } of comments)
    await restoreRowsOfComment(transaction, forumId, { entry, dialogId });
  for (const comment of comments) if (comment.accepted) await acceptAgain(transaction, forumId, comment);
  const entries = comments.map(({ entry }) => entry);
  await transaction.none(removeEntries([forumId, entries]));
  // Names in other comments lead to these again.
  await unlinkNames(transaction, forumId, dialogIdsOf(comments));
  await noteAnswers(
    transaction,
    forumId,
    comments.flatMap(({ unmailed }) => unmailed),
  );
  await refreshDialogs(transaction, forumId, comments);
}
