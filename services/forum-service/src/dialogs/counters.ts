import { type Executor, preparedStatement } from '@guidepost/postgres';

const tags = preparedStatement(new URL('./sql/count-tags.sql', import.meta.url));
const comments = preparedStatement(new URL('./sql/recount-comments.sql', import.meta.url));

/**
 * Has the tags of dialogs count them or not, before that is changed.
 * @returns the ids of the tags, which are locked
 */
export async function countTags(
  transaction: Executor,
  { forumId, dialogIds, shown }: { forumId: number; dialogIds: readonly number[]; shown: boolean },
): Promise<number[]> {
  const rows = await transaction.any<{ id: number }>(tags([forumId, dialogIds, shown]));
  return rows.map(({ id }) => id);
}

/** Sets right what dialogs, which are locked, say of their comments: how many there are, and when the latest came. */
export async function recountComments(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  await transaction.none(comments([forumId, dialogIds]));
}
