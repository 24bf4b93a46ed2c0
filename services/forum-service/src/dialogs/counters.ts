import { type Executor, preparedStatement } from '@guidepost/postgres';

const tags = preparedStatement(new URL('./sql/count-tags.sql', import.meta.url));
const comments = preparedStatement(new URL('./sql/recount-comments.sql', import.meta.url));

/**
 * Adds dialogs to or removes them from the counts of their tags, before the dialogs change.
 * @returns ids of the tags, which are locked
 */
export async function countTags(
  transaction: Executor,
  { forumId, dialogIds, shown }: { forumId: number; dialogIds: readonly number[]; shown: boolean },
): Promise<number[]> {
  const rows = await transaction.any<{ id: number }>(tags([forumId, dialogIds, shown]));
  return rows.map(({ id }) => id);
}

/** Recomputes the comment count and last activity of locked dialogs. */
export async function recountComments(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  await transaction.none(comments([forumId, dialogIds]));
}
