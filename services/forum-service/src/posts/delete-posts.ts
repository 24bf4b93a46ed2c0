import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { withdrawMailOfPosts } from '../mail/mail-of-posts.ts';
import { idsOf } from '../model/listing.ts';
import {
  deleteBusyPosters,
  deleteIdlePosters,
  postersOfComments,
  postersOfDialogs,
} from '../people/posters.ts';
import { unlinkNames } from '../rendering/rerender-texts.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { withdrawAccepted } from './accept-answer.ts';
import { countTags, uncountDialogs } from './counters.ts';
import { keepDeleted } from './deleted-posts.ts';
import {
  dialogIdsOf,
  eventsOf,
  type LockedComment,
  type LockedDialog,
  lockChosenDialogs,
  lockComments,
  refreshDialogs,
} from './lock-posts.ts';
import { deleteUnusedTags } from './tag-dialogs.ts';

const removeDialogRows = sql`
  -- Comments, votes, reports and addresses cascade.
  delete from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[])
`;

interface DeletionOptions {
  /** Leaves nothing to restore. */
  permanently?: boolean;
  /** Deletes the dialogs that exist. */
  skipsMissing?: boolean;
}

/**
 * Deletes dialogs with everything that belongs to them. Unless permanently, they can be restored for thirty days;
 * otherwise posters left without any post are deleted, too.
 * @throws AppError `not-found`
 */
export async function deleteDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
  { permanently = false, skipsMissing }: DeletionOptions = {},
): Promise<number[]> {
  const { forumId, dialogIds, busy } = await moderate(database, moderation, async (transaction, forum) => {
    const dialogs = await lockChosenDialogs(transaction, forum, { ids, skipsMissing });
    const by = permanently ? undefined : moderation.actor.name;
    const removed = await removeDialogs(transaction, forum.id, { dialogs, by });
    const events = removed.dialogIds.map((dialog_id) => ({ dialog_id }));
    return { events, visible: events.length > 0, result: removed };
  });
  await deleteBusyPosters(database, forumId, busy);
  return dialogIds;
}

/** Deletes dialogs in a transaction. @param by who deletes what can be restored */
export async function removeDialogs(
  transaction: Executor,
  forumId: number,
  { dialogs, by }: { dialogs: readonly LockedDialog[]; by: string | undefined },
) {
  const dialogIds = idsOf(dialogs);
  const places = dialogIds.map((dialog_id) => ({ dialog_id, comment_id: null }));
  const posters = await postersOfDialogs(transaction, forumId, dialogIds);
  const tags = await countTags(transaction, { forumId, dialogIds, shown: false });
  const removeRows = async () => {
    await transaction.none(removeDialogRows([forumId, dialogIds]));
    return withdrawMailOfPosts(transaction, forumId, places);
  };
  if (by === undefined) await removeRows();
  else await keepDeleted(transaction, forumId, { places, by, remove: removeRows });
  await deleteUnusedTags(transaction, forumId, tags);
  const busy = await deleteIdlePosters(transaction, forumId, posters);
  await queueChanged(transaction, forumId, dialogIds);
  await uncountDialogs(transaction, forumId, dialogs);
  return { forumId, dialogIds, busy };
}

const removeCommentRows = sql`
  -- Reports cascade.
  delete from comments c
  where c.forum_id = $1 and c.id = any($2::bigint[])
`;
const removeAddresses = sql`
  -- Addresses of authors and reporters of comments on the dialogs $2.
  delete from post_addresses a
  where a.forum_id = $1 and a.dialog_id = any($2::bigint[]) and a.comment_id = any($3::bigint[])
`;

/**
 * Deletes comments and their reports. Unless permanently, they can be restored for thirty days; otherwise posters left
 * without any post are deleted, too.
 * @throws AppError `not-found`
 */
export async function deleteComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
  { permanently = false }: Pick<DeletionOptions, 'permanently'> = {},
): Promise<number[]> {
  const { forumId, commentIds, busy } = await moderate(database, moderation, async (transaction, forum) => {
    const comments = await lockComments(transaction, forum, ids);
    const shown = comments.filter(({ held }) => !held);
    const by = permanently ? undefined : moderation.actor.name;
    const result = await removeComments(transaction, forum.id, { comments, by });
    await refreshDialogs(transaction, forum.id, shown);
    return { events: eventsOf(comments), visible: shown.length > 0, result };
  });
  await deleteBusyPosters(database, forumId, busy);
  return commentIds;
}

/** Deletes comments in a transaction. @param by who deletes what can be restored */
export async function removeComments(
  transaction: Executor,
  forumId: number,
  { comments, by }: { comments: readonly LockedComment[]; by: string | undefined },
) {
  const commentIds = idsOf(comments);
  const dialogIds = dialogIdsOf(comments);
  const places = comments.map(({ id, dialog_id }) => ({ dialog_id, comment_id: id }));
  const posters = await postersOfComments(transaction, forumId, commentIds);
  const removeRows = async () => {
    await transaction.none(removeAddresses([forumId, dialogIds, commentIds]));
    await withdrawAccepted(transaction, forumId, { dialogIds, commentIds });
    await transaction.none(removeCommentRows([forumId, commentIds]));
    return withdrawMailOfPosts(transaction, forumId, places);
  };
  if (by === undefined) await removeRows();
  else await keepDeleted(transaction, forumId, { places, by, remove: removeRows });
  await unlinkNames(transaction, forumId, dialogIds);
  const busy = await deleteIdlePosters(transaction, forumId, posters);
  return { forumId, commentIds, busy };
}
