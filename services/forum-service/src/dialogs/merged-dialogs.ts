import { type Executor, preparedStatement } from '@guidepost/postgres';

const find = preparedStatement(new URL('./sql/find-merged.sql', import.meta.url));

/** The dialog that another one was merged into; undefined for one that was not. */
export async function findMergedInto(
  executor: Executor,
  forumId: number,
  id: number,
): Promise<number | undefined> {
  const found = await executor.oneOrNone<{ dialog_id: number }>(find([forumId, id]));
  return found?.dialog_id;
}
