import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { withdrawMailOfPosts } from '../letters/mail-of-posts.ts';
import { idsOf } from '../model/ids-of.ts';
import { deleteBusyPosters, deleteIdlePosters, postersOfDialogs } from '../people/idle-posters.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { uncountDialogs } from './count-dialogs.ts';
import { countTags } from './counters.ts';
import { deleteUnusedTags } from './delete-unused-tags.ts';
import { keepDeleted } from './keep-deleted.ts';
import { type LockedDialog, lockChosenDialogs } from './lock-dialogs.ts';

const remove = sql`
  -- Comments, votes, reports and addresses cascade.
  delete from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[])
`;

export interface DeletionOptions {
  /** Leaves nothing to restore. */
  permanently?: boolean;
  /** Deletes the dialogs that exist. */
  skipsMissing?: boolean;
}

/**
 * Deletes dialogs with everything that belongs to them. Unless permanently, they can be restored for thirty days; otherwise
 * posters left without any post are deleted, too.
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

/** @param by who deletes what can be restored */
async function removeDialogs(
  transaction: Executor,
  forumId: number,
  { dialogs, by }: { dialogs: readonly LockedDialog[]; by: string | undefined },
) {
  const dialogIds = idsOf(dialogs);
  const places = dialogIds.map((dialog_id) => ({ dialog_id, comment_id: null }));
  const posters = await postersOfDialogs(transaction, forumId, dialogIds);
  const tags = await countTags(transaction, { forumId, dialogIds, shown: false });
  const removeRows = async () => {
    await transaction.none(remove([forumId, dialogIds]));
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
