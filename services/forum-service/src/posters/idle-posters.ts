import { type Executor, preparedStatement } from '@guidepost/postgres';
import { idsOf } from '../audit/moderate.ts';
import { lockPosters } from './lock-posters.ts';

interface Row {
  id: number;
}

const ofDialogs = preparedStatement(new URL('./sql/posters-of-dialogs.sql', import.meta.url));
const ofComments = preparedStatement(new URL('./sql/posters-of-comments.sql', import.meta.url));
const lockFree = preparedStatement(new URL('./sql/lock-free-posters.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-idle-posters.sql', import.meta.url));

/** Everybody who wrote, voted or reported in dialogs. */
export async function postersOfDialogs(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<number[]> {
  return idsOf(await transaction.any<Row>(ofDialogs([forumId, dialogIds])));
}

/** Everybody who wrote or reported comments. */
export async function postersOfComments(
  transaction: Executor,
  forumId: number,
  commentIds: readonly number[],
): Promise<number[]> {
  return idsOf(await transaction.any<Row>(ofComments([forumId, commentIds])));
}

/**
 * Deletes those posters who have nothing left in the forum, and with them their e-mail addresses. Whether they have is
 * asked once they are locked, in a statement of its own, which sees what was posted until then.
 *
 * @returns those who are posting at this moment, for {@link deleteBusyPosters}
 */
export async function deleteIdlePosters(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<number[]> {
  const locked = new Set(idsOf(await transaction.any<Row>(lockFree([forumId, posterIds]))));
  await transaction.none(remove([forumId, [...locked]]));
  return posterIds.filter((id) => !locked.has(id));
}

/** The same for those who were posting then, once they are through: what they post to may have gone meanwhile. */
export async function deleteBusyPosters(
  database: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<void> {
  if (posterIds.length === 0) return;
  await database.tx('delete-busy-posters', async (transaction) => {
    await lockPosters(transaction, forumId, posterIds);
    await transaction.none(remove([forumId, posterIds]));
  });
}
