import { type Executor, sql } from '@guidepost/postgres';
import { parseStoredName, type StoredName } from './stored-name.ts';

const listKnown = sql`
  -- Which files exist, by forums $1 and tokens $2. Those of a forum that has moved are used elsewhere.
  select f.forum_id, f.token
  from files f
  join unnest($1::bigint[], $2::text[]) as asked (forum_id, token) using (forum_id, token)
  union
  select asked.forum_id, asked.token
  from unnest($1::bigint[], $2::text[]) as asked (forum_id, token)
  join tenant_moves m on asked.forum_id = any(m.files_of)
`;

/** Names in the store that are as we name files, but have no row. */
export async function findOrphans(database: Executor, names: readonly string[]): Promise<Set<string>> {
  const ours = names.flatMap((name) => {
    const stored = parseStoredName(name);
    return stored ? [{ name, stored }] : [];
  });
  const known = await findKnown(
    database,
    ours.map(({ stored }) => stored),
  );
  return new Set(ours.filter(({ stored }) => !known.has(keyOf(stored))).map(({ name }) => name));
}

async function findKnown(executor: Executor, candidates: StoredName[]): Promise<Set<string>> {
  const columns = [candidates.map(({ forumId }) => forumId), candidates.map(({ token }) => token)];
  const rows = await executor.any<{ forum_id: number; token: string }>(listKnown(columns));
  return new Set(rows.map(({ forum_id: forumId, token }) => keyOf({ forumId, token })));
}

function keyOf({ forumId, token }: Pick<StoredName, 'forumId' | 'token'>): string {
  return `${forumId} ${token}`;
}
