import { type Executor, preparedStatement } from '@guidepost/postgres';
import { queueChanged } from '../search/queue-dialogs.ts';
import { deleteUnusedTags } from '../tags/delete-unused-tags.ts';
import { uncountDialogs } from '../topics/count-dialogs.ts';
import { countTags } from './counters.ts';
import { deleteIdlePosters, postersOfDialogs } from './idle-posters.ts';
import { lockDialogs } from './lock-dialogs.ts';
import { idsOf, type Moderation, moderate } from './moderate.ts';

const remove = preparedStatement(new URL('./sql/delete-dialogs.sql', import.meta.url));

/**
 * Deletes dialogs with everything that belongs to them, and people who have nothing else in the forum.
 * @throws AppError `not-found`
 */
export function deleteDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<number[]> {
  return moderate(database, moderation, async (transaction, forum) => {
    const { id: forumId } = forum;
    const dialogs = await lockDialogs(transaction, forum, ids);
    const dialogIds = idsOf(dialogs);
    const posters = await postersOfDialogs(transaction, forumId, dialogIds);
    const tags = await countTags(transaction, { forumId, dialogIds, shown: false });
    await transaction.none(remove([forumId, dialogIds]));
    await deleteUnusedTags(transaction, forumId, tags);
    await deleteIdlePosters(transaction, forumId, posters);
    await queueChanged(transaction, forumId, dialogIds);
    await uncountDialogs(transaction, forumId, dialogs);
    return { deeds: dialogIds.map((dialog_id) => ({ dialog_id })), visible: true, result: dialogIds };
  });
}
