import { type Executor, preparedStatement } from '@guidepost/postgres';

const deleteUnused = preparedStatement(new URL('./sql/delete-unused-files.sql', import.meta.url));

/** Deletes the files that no guide shows, and gives their ids. */
export async function deleteUnusedFiles(transaction: Executor, knowledgeBaseId: number): Promise<number[]> {
  const rows = await transaction.any<{ id: number }>(deleteUnused([knowledgeBaseId]));
  return rows.map(({ id }) => id);
}
