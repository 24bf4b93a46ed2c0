import { type Executor, preparedStatement } from '@guidepost/postgres';
import { idsOf } from './moderate.ts';

interface Row {
  id: number;
}

const ofDialogs = preparedStatement(new URL('./sql/posters-of-dialogs.sql', import.meta.url));
const ofComments = preparedStatement(new URL('./sql/posters-of-comments.sql', import.meta.url));
const lock = preparedStatement(new URL('./sql/lock-posters.sql', import.meta.url));
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
 */
export async function deleteIdlePosters(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<void> {
  const locked = await transaction.any<Row>(lock([forumId, posterIds]));
  await transaction.none(remove([forumId, idsOf(locked)]));
}
