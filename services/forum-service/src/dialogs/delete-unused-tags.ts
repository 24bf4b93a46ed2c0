import { type Executor, preparedStatement } from '@guidepost/postgres';

const remove = preparedStatement(new URL('./sql/delete-unused-tags.sql', import.meta.url));

/** Deletes tags that no dialog carries any more. They have to be locked, so that nobody tags with them meanwhile. */
export async function deleteUnusedTags(
  transaction: Executor,
  forumId: number,
  tagIds: readonly number[],
): Promise<void> {
  await transaction.none(remove([forumId, tagIds]));
}
