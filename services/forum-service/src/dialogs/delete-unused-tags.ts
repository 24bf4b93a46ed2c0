import { type Executor, preparedStatement } from '@guidepost/postgres';

const remove = preparedStatement(new URL('./sql/delete-unused-tags.sql', import.meta.url));

export async function deleteUnusedTags(
  transaction: Executor,
  forumId: number,
  tagIds: readonly number[],
): Promise<void> {
  await transaction.none(remove([forumId, tagIds]));
}
