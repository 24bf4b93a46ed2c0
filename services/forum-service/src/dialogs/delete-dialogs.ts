import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate } from '../audit/moderate.ts';
import { withdrawMailOfDialogs } from '../forum-mail/mail-of-posts.ts';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import { idsOf } from '../model/ids-of.ts';
import { deleteBusyPosters, deleteIdlePosters, postersOfDialogs } from '../posters/idle-posters.ts';
import { uncountDialogs } from './count-dialogs.ts';
import { countTags } from './counters.ts';
import { deleteUnusedTags } from './delete-unused-tags.ts';
import { type LockedDialog, lockDialogs } from './lock-dialogs.ts';

const remove = preparedStatement(new URL('./sql/delete-dialogs.sql', import.meta.url));

/**
 * Deletes dialogs with everything that belongs to them, and posters left without any post.
 * @throws AppError `not-found`
 */
export async function deleteDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<number[]> {
  const { forumId, dialogIds, busy } = await moderate(database, moderation, async (transaction, forum) => {
    const dialogs = await lockDialogs(transaction, forum, ids);
    const removed = await removeDialogs(transaction, forum.id, dialogs);
    return { events: removed.dialogIds.map((dialog_id) => ({ dialog_id })), visible: true, result: removed };
  });
  await deleteBusyPosters(database, forumId, busy);
  return dialogIds;
}

async function removeDialogs(transaction: Executor, forumId: number, dialogs: readonly LockedDialog[]) {
  const dialogIds = idsOf(dialogs);
  const posters = await postersOfDialogs(transaction, forumId, dialogIds);
  const tags = await countTags(transaction, { forumId, dialogIds, shown: false });
  await transaction.none(remove([forumId, dialogIds]));
  await withdrawMailOfDialogs(transaction, forumId, dialogIds);
  await deleteUnusedTags(transaction, forumId, tags);
  const busy = await deleteIdlePosters(transaction, forumId, posters);
  await queueChanged(transaction, forumId, dialogIds);
  await uncountDialogs(transaction, forumId, dialogs);
  return { forumId, dialogIds, busy };
}
