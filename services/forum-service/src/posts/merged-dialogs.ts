import { type Executor, sql } from '@guidepost/postgres';

const find = sql`
  select m.dialog_id
  from merged_dialogs m
  where m.forum_id = $1 and m.id = $2
`;

/** The dialog that another one was merged into; undefined for one that was not. */
export async function findMergedInto(
  executor: Executor,
  forumId: number,
  id: number,
): Promise<number | undefined> {
  const found = await executor.oneOrNone<{ dialog_id: number }>(find([forumId, id]));
  return found?.dialog_id;
}
