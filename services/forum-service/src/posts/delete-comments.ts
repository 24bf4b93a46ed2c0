import { type Executor, sql } from '@guidepost/postgres';
import { withdrawMailOfPosts } from '../letters/mail-of-posts.ts';
import { idsOf } from '../model/ids-of.ts';
import { deleteBusyPosters, deleteIdlePosters, postersOfComments } from '../people/idle-posters.ts';
import { unlinkNames } from '../rendering/unlink-names.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { withdrawAccepted } from './accept-answer.ts';
import type { DeletionOptions } from './delete-dialogs.ts';
import { keepDeleted } from './keep-deleted.ts';
import { dialogIdsOf, eventsOf, type LockedComment, lockComments, refreshDialogs } from './lock-comments.ts';

const remove = sql`
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
 * Deletes comments and their reports. Unless permanently, they can be restored for thirty days; otherwise posters left without
 * any post are deleted, too.
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

/** @param by who deletes what can be restored */
async function removeComments(
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
    await transaction.none(remove([forumId, commentIds]));
    return withdrawMailOfPosts(transaction, forumId, places);
  };
  if (by === undefined) await removeRows();
  else await keepDeleted(transaction, forumId, { places, by, remove: removeRows });
  await unlinkNames(transaction, forumId, dialogIds);
  const busy = await deleteIdlePosters(transaction, forumId, posters);
  return { forumId, commentIds, busy };
}
