import { type Executor, preparedStatement } from '@guidepost/postgres';
import { idsOf } from '../model/ids-of.ts';
import { lockPosters } from './lock-posters.ts';

interface Row {
  id: number;
}

const ofDialogs = preparedStatement(new URL('./sql/posters-of-dialogs.sql', import.meta.url));
const ofComments = preparedStatement(new URL('./sql/posters-of-comments.sql', import.meta.url));
const lockFree = preparedStatement(new URL('./sql/lock-free-posters.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-idle-posters.sql', import.meta.url));

export async function postersOfDialogs(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<number[]> {
  return idsOf(await transaction.any<Row>(ofDialogs([forumId, dialogIds])));
}

export async function postersOfComments(
  transaction: Executor,
  forumId: number,
  commentIds: readonly number[],
): Promise<number[]> {
  return idsOf(await transaction.any<Row>(ofComments([forumId, commentIds])));
}

/**
 * Deletes posters, and their e-mail addresses, who have no posts left. Checks that after locking them, in a statement of
 * its own that sees posts committed until then.
 * @returns posters who are posting right now, for {@link deleteBusyPosters}
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

/** The same for posters who were busy, once their posts are finished: the dialog may be gone by then. */
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
