import { type Executor, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Person } from '../model/person.ts';

const find = sql.file(new URL('./sql/find-posters.sql', import.meta.url));
const findByEmail = sql`
  -- Posters with the folded e-mail address $2.
  select p.id
  from posters p
  where p.forum_id = $1 and lower(normalize(p.email) collate "und-x-icu") = $2
  order by p.id
`;

export async function findPosters(
  executor: Executor,
  { id }: Pick<Forum, 'id'>,
  { email, mention, isExact }: Person,
): Promise<number[]> {
  const statement = isExact ? findByEmail([id, email]) : find([id, email, mention]);
  const rows = await executor.any<{ id: number }>(statement);
  return rows.map((row) => row.id);
}
