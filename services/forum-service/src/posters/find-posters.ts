import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Person } from '../model/person.ts';

const find = preparedStatement(new URL('./sql/find-posters.sql', import.meta.url));
const findByEmail = preparedStatement(new URL('./sql/find-posters-by-email.sql', import.meta.url));

export async function findPosters(
  executor: Executor,
  { id }: Pick<Forum, 'id'>,
  { email, mention, isExact }: Person,
): Promise<number[]> {
  const statement = isExact ? findByEmail([id, email]) : find([id, email, mention]);
  const rows = await executor.any<{ id: number }>(statement);
  return rows.map((row) => row.id);
}
