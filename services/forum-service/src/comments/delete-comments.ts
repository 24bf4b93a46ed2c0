import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate } from '../audit/moderate.ts';
import { withdrawAccepted } from '../dialogs/accept-answer.ts';
import { withdrawMailOfComments } from '../forum-mail/mail-of-posts.ts';
import { idsOf } from '../model/ids-of.ts';
import { deleteBusyPosters, deleteIdlePosters, postersOfComments } from '../posters/idle-posters.ts';
import { unlinkNames } from '../rendering/unlink-names.ts';
import { dialogIdsOf, eventsOf, type LockedComment, lockComments, refreshDialogs } from './lock-comments.ts';

const remove = preparedStatement(new URL('./sql/delete-comments.sql', import.meta.url));
const removeAddresses = preparedStatement(new URL('./sql/delete-comment-addresses.sql', import.meta.url));

/** Deletes comments and their reports, and posters left without any post. @throws AppError `not-found` */
export async function deleteComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<number[]> {
  const { forumId, commentIds, busy } = await moderate(database, moderation, async (transaction, forum) => {
    const comments = await lockComments(transaction, forum, ids);
    const shown = comments.filter(({ held }) => !held);
    const result = await removeComments(transaction, forum.id, comments);
    await refreshDialogs(transaction, forum.id, shown);
    return { events: eventsOf(comments), visible: shown.length > 0, result };
  });
  await deleteBusyPosters(database, forumId, busy);
  return commentIds;
}

async function removeComments(transaction: Executor, forumId: number, comments: readonly LockedComment[]) {
  const commentIds = idsOf(comments);
  const posters = await postersOfComments(transaction, forumId, commentIds);
  const dialogIds = dialogIdsOf(comments);
  await transaction.none(removeAddresses([forumId, dialogIds, commentIds]));
  await withdrawAccepted(transaction, forumId, { dialogIds, commentIds });
  await transaction.none(remove([forumId, commentIds]));
  await unlinkNames(transaction, forumId, dialogIds);
  await withdrawMailOfComments(transaction, forumId, comments);
  const busy = await deleteIdlePosters(transaction, forumId, posters);
  return { forumId, commentIds, busy };
}
