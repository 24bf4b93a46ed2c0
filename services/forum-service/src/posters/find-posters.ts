import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Person } from '../model/person.ts';

const find = preparedStatement(new URL('./sql/find-posters.sql', import.meta.url));

export async function findPosters(
  executor: Executor,
  { id }: Pick<Forum, 'id'>,
  { email, mention }: Person,
): Promise<number[]> {
  const rows = await executor.any<{ id: number }>(find([id, email, mention]));
  return rows.map((row) => row.id);
}
