import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { claimDirectory } from './claim-directory.ts';
import { countStorage } from './count-storage.ts';
import {
  deleteBytes,
  incomingDirectory,
  namesIn,
  parseStoredName,
  type StoredName,
} from './file-directory.ts';
import type { FileStorage } from './post-file.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const BATCH_SIZE = 1_000;

const listKnown = preparedStatement(new URL('./sql/list-known.sql', import.meta.url));

/**
 * Deletes abandoned uploads and files without a row, once old enough not to be in progress, and recounts the storage of
 * each account.
 * @throws AppError `conflict` when the directory belongs to another database
 */
export async function cleanFiles({ database, directory }: FileStorage, now = Date.now()): Promise<void> {
  await claimDirectory({ database, directory });
  await countStorage(database);
  const incoming = incomingDirectory(directory);
  for await (const name of namesIn(incoming)) {
    if (await isOlder(join(incoming, name), now - HOUR)) await rm(join(incoming, name), { force: true });
  }
  let candidates: StoredName[] = [];
  for await (const name of namesIn(directory)) {
    const stored = parseStoredName(name);
    if (stored && (await isOlder(join(directory, name), now - DAY))) candidates.push(stored);
    if (candidates.length < BATCH_SIZE) continue;
    await deleteOrphans({ database, directory }, candidates);
    candidates = [];
  }
  await deleteOrphans({ database, directory }, candidates);
}

/** False for a file that has disappeared. */
async function isOlder(path: string, time: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < time;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function deleteOrphans({ database, directory }: FileStorage, candidates: StoredName[]): Promise<void> {
  const known = await findKnown(database, candidates);
  for (const stored of candidates) {
    if (!known.has(`${stored.forumId} ${stored.token}`)) await deleteBytes(directory, stored);
  }
}

async function findKnown(executor: Executor, candidates: StoredName[]): Promise<Set<string>> {
  const columns = [candidates.map(({ forumId }) => forumId), candidates.map(({ token }) => token)];
  const rows = await executor.any<{ forum_id: number; token: string }>(listKnown(columns));
  return new Set(rows.map(({ forum_id, token }) => `${forum_id} ${token}`));
}

export function createFileCleaning(storage: FileStorage, logger: Logger): Worker {
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
