import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanStore, createDiskStore, type FileStore, incomingDirectory } from '@guidepost/files';
import { createSecret, type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { parseStoredName, type StoredName } from './file-names.ts';

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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface FileCleaning {
  database: Executor;
  /** The directory of uploads in progress. */
  directory: string;
  stores: readonly FileStore[];
}

/**
 * Deletes abandoned uploads and files without a row, once old enough not to be in progress, and recounts the storage of
 * each account.
 * @throws AppError `conflict` when a store belongs to another database, `unavailable`
 */
export async function cleanFiles(
  { database, directory, stores }: FileCleaning,
  now = Date.now(),
): Promise<void> {
  // Used as an id, not a secret: created once per database and restored with it.
  const owner = (await createSecret(database, { name: 'files', configured: undefined })()).toString('hex');
  const cleaning = {
    owner,
    before: new Date(now - DAY),
    async keep(names: readonly string[]) {
      const orphans = await findOrphans(database, names);
      return new Set(names.filter((name) => !orphans.has(name)));
    },
  };
  await countStorage(database);
  for (const store of stores) await cleanStore(store, cleaning);
  await cleanUploads(incomingDirectory(directory), now - HOUR);
}

async function cleanUploads(directory: string, before: number): Promise<void> {
  for await (const { name, changedAt } of createDiskStore(directory).list()) {
    if (changedAt.getTime() < before) await rm(join(directory, name), { force: true });
  }
}

export function createFileCleaning(storage: FileCleaning, logger: Logger): Worker {
  return createBackgroundWork({
    work: async () => {
      await cleanFiles(storage);
      return false;
    },
    pause: DAY,
    onFailure: (err) => logger.warn({ err }, 'cannot delete orphaned files'),
    onRecovery: () => logger.info('orphaned files are being deleted again'),
  });
}

/** Recounts the file storage of every account; uploads wait. */
function countStorage(database: Executor): Promise<void> {
  return database.tx('count-storage', async (transaction) => {
    // Locks first, so that the count includes earlier uploads.
    await transaction.any(lockAccounts([]));
    await transaction.none(count([]));
  });
}

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
