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
import type { FileKeeping } from './post-file.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const AT_ONCE = 1_000;

const listKnown = preparedStatement(new URL('./sql/list-known.sql', import.meta.url));

/**
 * Deletes abandoned uploads and files without a row, once old enough not to be in progress, and recounts the storage of
 * each account.
 * @throws AppError `conflict` when the directory belongs to another database
 */
export async function cleanFiles({ database, directory }: FileKeeping, now = Date.now()): Promise<void> {
  await claimDirectory({ database, directory });
  await countStorage(database);
  const incoming = incomingDirectory(directory);
  for await (const name of namesIn(incoming)) {
    if (await isOlder(join(incoming, name), now - HOUR)) await rm(join(incoming, name), { force: true });
  }
  let asked: StoredName[] = [];
  for await (const name of namesIn(directory)) {
    const stored = parseStoredName(name);
    if (stored && (await isOlder(join(directory, name), now - DAY))) asked.push(stored);
    if (asked.length < AT_ONCE) continue;
    await deleteUnknown({ database, directory }, asked);
    asked = [];
  }
  await deleteUnknown({ database, directory }, asked);
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

async function deleteUnknown({ database, directory }: FileKeeping, asked: StoredName[]): Promise<void> {
  const known = await findKnown(database, asked);
  for (const stored of asked) {
    if (!known.has(`${stored.forumId} ${stored.token}`)) await deleteBytes(directory, stored);
  }
}

async function findKnown(executor: Executor, asked: StoredName[]): Promise<Set<string>> {
  const columns = [asked.map(({ forumId }) => forumId), asked.map(({ token }) => token)];
  const rows = await executor.any<{ forum_id: number; token: string }>(listKnown(columns));
  return new Set(rows.map(({ forum_id, token }) => `${forum_id} ${token}`));
}

export function createFileCleaning(keeping: FileKeeping, logger: Logger): Worker {
  return createBackgroundWork({
    work: async () => {
      await cleanFiles(keeping);
      return false;
    },
    pause: DAY,
    onFailure: (err) => logger.warn({ err }, 'cannot delete orphaned files'),
    onRecovery: () => logger.info('orphaned files are being deleted again'),
  });
}
