import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecret } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { FileStorage } from './post-file.ts';

/** Name of the file that records which database a directory belongs to. */
export const CLAIM = 'database';

/**
 * Claims a directory of files for this database, or checks the claim. Another database, such as an empty one about to be
 * restored, would take all files for orphans.
 * @throws AppError `conflict`
 */
export async function claimDirectory({ database, directory }: FileStorage): Promise<void> {
  // Used as an id, not a secret: created once per database and restored with it.
  const made = await createSecret(database, { name: 'files', configured: undefined })();
  const ours = made.toString('hex');
  const path = join(directory, CLAIM);
  await writeFile(path, `${ours}\n`, { flag: 'wx', mode: 0o640 }).catch(ignoreExisting);
  if ((await readFile(path, 'utf8')).trim() === ours) return;
  throw new AppError(
    'conflict',
    `FORUM_FILES_DIRECTORY: the files in ${directory} belong to another database. If that database no longer exists, delete ${path}.`,
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
