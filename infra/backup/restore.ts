import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EMBEDDED_VERSION } from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';
import { refuseUsage } from '../local/command-line.ts';
import { FOLDERS, PLATFORM, parseVersion } from './archive.ts';
import { requireEmbedded, runCommand } from './command.ts';
import { inspectArchive, unpackArchive } from './unpack.ts';

/** Each data directory of PostgreSQL has this file. */
const DATABASE = 'postgres/PG_VERSION';

const USAGE =
  'Usage: npm run restore -- <file>\n\nPuts a backup by npm run backup into an empty data directory.';

// `npm run restore -- <file>`: puts a backup by `npm run backup` into an empty DATA_DIR.
await runCommand({ usage: USAGE, most: 1 }, async ([name], { DATA_DIR, ...settings }) => {
  requireEmbedded(settings);
  if (!name) refuseUsage(USAGE, 'A file is missing.');
  const file = resolve(name);
  const { version, names } = await inspectArchive(file, DATA_DIR);
  const { made, postgresql, platform } = parseVersion(file, version);
  requireReadable(file, { postgresql, platform });
  if (!names.has(DATABASE))
    throw new AppError('invalid', `${file} holds no database: ${DATABASE} is missing.`);
  await requireEmpty(DATA_DIR);
  await extract(file, DATA_DIR);
  const next = postgresql === EMBEDDED_VERSION ? 'npm start' : 'npm run upgrade, then npm start';
  console.log(`The backup of ${made} is in ${DATA_DIR}. Continue with ${next}.`);
});

function requireReadable(file: string, { postgresql, platform }: { postgresql: string; platform: string }) {
  if (platform !== PLATFORM)
    throw new AppError('invalid', `${file} was made on ${platform}, and cannot be read on ${PLATFORM}.`);
  if (Number(postgresql) > Number(EMBEDDED_VERSION))
    throw new AppError('invalid', `${file} holds data of PostgreSQL ${postgresql}: update Guidepost first.`);
}

async function requireEmpty(directory: string): Promise<void> {
  for (const folder of FOLDERS.map((one) => join(directory, one))) {
    if (existsSync(folder) && (await readdir(folder)).length > 0)
      throw new AppError(
        'conflict',
        `${folder} is not empty: move it away, or set DATA_DIR to another folder.`,
      );
  }
}

/** The database comes last, so that what was interrupted is not started. */
async function extract(file: string, directory: string): Promise<void> {
  const unfinished = join(directory, 'restore.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    await unpackArchive(file, unfinished);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    throw error;
  }
  for (const folder of FOLDERS.toReversed().filter((one) => existsSync(join(unfinished, one)))) {
    await rm(join(directory, folder), { recursive: true, force: true });
    await rename(join(unfinished, folder), join(directory, folder));
  }
  await rm(unfinished, { recursive: true });
}
