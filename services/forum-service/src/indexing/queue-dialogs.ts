import { type Executor, sql } from '@guidepost/postgres';

const insertDialogs = sql`
  -- Every dialog that the index holds or should hold.
  select queue_for_search($1, array(
    select d.id from dialogs d where d.forum_id = $1
    union
    select s.document_id from search_documents s where s.tenant_id = $1 and s.words is not null
  )) as count
`;
const insertChanged = sql`
  select queue_for_search($1, $2::bigint[]) as count
`;

export async function queueChanged(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  await transaction.one(insertChanged([forumId, dialogIds]));
}

/**
 * Queues every dialog of a forum, when its language changes or it is deleted.
 * @returns the number of dialogs
 */
export async function queueDialogsOf(executor: Executor, forumId: number): Promise<number> {
  const { count } = await executor.one<{ count: number }>(insertDialogs([forumId]));
  return count;
}
