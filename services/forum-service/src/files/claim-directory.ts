import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecret } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { FileKeeping } from './post-file.ts';

/** Says in the directory which database knows what is in it. */
export const CLAIM = 'database';

/**
 * Makes sure that it is this database which knows the files of a directory; the first that asks does. Another knows none of
 * them, such as one that is still empty because it is about to be restored: it would take them all for nobody's.
 *
 * @throws AppError `conflict`
 */
export async function claimDirectory({ database, directory }: FileKeeping): Promise<void> {
  // Nothing that anybody must not know, but made once for a database, and restored with it.
  const made = await createSecret(database, { name: 'files', configured: undefined })();
  const ours = made.toString('hex');
  const path = join(directory, CLAIM);
  await writeFile(path, `${ours}\n`, { flag: 'wx', mode: 0o640 }).catch(unlessThere);
  if ((await readFile(path, 'utf8')).trim() === ours) return;
  throw new AppError(
    'conflict',
    `FORUM_FILES_DIRECTORY: another database knows the files in ${directory}. If there is none any more, delete ${path}.`,
  );
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
