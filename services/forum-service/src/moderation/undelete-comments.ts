import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { idsOf } from '../model/listing.ts';
import { acceptAgain } from '../posts/accept-answer.ts';
import { forgetDeletedPosts } from '../posts/deleted-posts.ts';
import { dialogIdsOf, eventsOf, lockExistingDialogs, refreshDialogs } from '../posts/lock-posts.ts';
import { noteAnswers } from '../posts/news-for-followers.ts';
import { findMergedInto } from '../posts/read-dialog.ts';
import { unlinkNames } from '../rendering/rerender-texts.ts';
import { type Moderation, moderate, type Outcome, requireAll } from '../tenants/moderate.ts';
import { type DeletedEntry, restoreRowsOfComment } from './restore-rows.ts';

/** A deleted comment whose entry is locked. */
export interface DeletedComment extends DeletedEntry {
  dialog_id: number;
  /** Whether it was the accepted answer. */
  accepted: boolean;
}

const lock = sql`
  -- Those of the comments $2 that have been deleted and can be restored.
  select p.id as entry, p.comment_id as id, p.dialog_id, p.accepted, p.unmailed
  from deleted_posts p
  where p.forum_id = $1 and p.comment_id = any($2::bigint[])
  order by p.id
  for update
`;
const findPresent = sql`
  select c.id
  from comments c
  where c.forum_id = $1 and c.id = any($2::bigint[])
  order by c.id
`;
const findDeletedWith = sql`
  -- The deleted dialog into which the dialog $2 had been merged.
  select p.dialog_id
  from deleted_rows k
  join deleted_posts p on p.forum_id = k.forum_id and p.id = k.deleted_post_id
  where k.forum_id = $1 and k.kind = 'merged_dialogs' and k.stored ->> 'id' = $2::bigint::text
`;

/**
 * Restores deleted comments as they were, with their reports; those of a merged dialog where it is now.
 * @returns as unchanged those that have not been deleted
 * @throws AppError `not-found` for those that never were, or have been deleted permanently; `conflict` for those of a
 * dialog that has been deleted, too
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
    const { comments, orphans } = await findPlaces(transaction, forum.id, entries);
    const [orphan] = orphans;
    if (orphan) throw await deletedToo(transaction, forum.id, orphan.dialog_id);
    await restoreCommentEntries(transaction, forum.id, comments);
    const result = { changed: idsOf(entries), unchanged: idsOf(present) };
    return { events: eventsOf(comments), visible: comments.length > 0, result };
  });
}

/** Locks the dialogs to which the comments belong. @returns as orphans those whose dialog has been deleted, too */
export async function findPlaces(
  transaction: Executor,
  forumId: number,
  entries: readonly DeletedComment[],
): Promise<{ comments: DeletedComment[]; orphans: DeletedComment[] }> {
  const comments: DeletedComment[] = [];
  for (const entry of entries) {
    const target = await findMergedInto(transaction, forumId, entry.dialog_id);
    comments.push({ ...entry, dialog_id: target ?? entry.dialog_id });
  }
  const dialogs = new Set(idsOf(await lockExistingDialogs(transaction, forumId, dialogIdsOf(comments))));
  const { kept = [], orphans = [] } = Object.groupBy(comments, ({ dialog_id }) =>
    dialogs.has(dialog_id) ? 'kept' : 'orphans',
  );
  return { comments: kept, orphans };
}

/** Names what can be restored: the dialog, or the one into which it had been merged. */
async function deletedToo(transaction: Executor, forumId: number, dialogId: number): Promise<AppError> {
  const merged = await transaction.oneOrNone<{ dialog_id: number }>(findDeletedWith([forumId, dialogId]));
  const message = `Dialog ${merged?.dialog_id ?? dialogId} has been deleted, too. Restore it first.`;
  return new AppError('conflict', message, { reason: 'dialogDeletedToo' });
}

/** Restores deleted comments, whose dialogs are locked. */
export async function restoreCommentEntries(
  transaction: Executor,
  forumId: number,
  comments: readonly DeletedComment[],
): Promise<void> {
  for (const { entry, dialog_id: dialogId } of comments)
    await restoreRowsOfComment(transaction, forumId, { entry, dialogId });
  for (const comment of comments) if (comment.accepted) await acceptAgain(transaction, forumId, comment);
  const entries = comments.map(({ entry }) => entry);
  await forgetDeletedPosts(transaction, forumId, entries);
  // Names in other comments lead to these again.
  await unlinkNames(transaction, forumId, dialogIdsOf(comments));
  await noteAnswers(
    transaction,
    forumId,
    comments.flatMap(({ unmailed }) => unmailed),
  );
  await refreshDialogs(transaction, forumId, comments);
}
