import { type Executor, preparedStatement } from '@guidepost/postgres';

const list = preparedStatement(new URL('./sql/list-never-published.sql', import.meta.url));

/** Those of these guides that readers have never seen. */
export function listNeverPublished(
  executor: Executor,
  knowledgeBaseId: number,
  ids: readonly number[],
): Promise<{ id: number; slug: string }[]> {
  return executor.any(list([knowledgeBaseId, ids]));
}
