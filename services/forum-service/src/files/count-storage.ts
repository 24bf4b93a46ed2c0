import { type Executor, sql } from '@guidepost/postgres';

const lockAccounts = sql`
  -- Across tenants: a worker cleans up.
  select id
  from accounts
  order by id
  for no key update
`;
const count = sql`
  -- Across tenants: a worker cleans up.
  update accounts a
  set stored_bytes = s.bytes
  from (
    select c.id, coalesce(sum(f.bytes), 0) as bytes
    from accounts c
    left join forums o on o.account_id = c.id
    left join files f on f.forum_id = o.id
    group by c.id
  ) s
  where a.id = s.id and a.stored_bytes <> s.bytes
`;

/** Recounts the file storage of every account; uploads wait. */
export function countStorage(database: Executor): Promise<void> {
  return database.tx('count-storage', async (transaction) => {
    // Locks first, so that the count includes earlier uploads.
    await transaction.any(lockAccounts([]));
    await transaction.none(count([]));
  });
}
