import { chown, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EMBEDDED_VERSION,
  type LocalPostgres,
  type LocalPostgresOptions,
  startPostgres,
  whileStopped,
} from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';
import { runProgram, stopRequest } from '../local/programs.ts';
import { runCommand } from './command.ts';
import { copyDatabase } from './copy-database.ts';
import { installPrograms } from './old-programs.ts';
import { withDatabase } from './tables.ts';

const DATABASES = [
  { name: 'kb', variable: 'KB_DATABASE_URL', program: 'services/kb-service/src/cli/main.ts' },
  { name: 'forum', variable: 'FORUM_DATABASE_URL', program: 'services/forum-service/src/cli/main.ts' },
];

const stop = stopRequest();

const USAGE =
  'Usage: npm run upgrade\n\nMoves the embedded database to the major version of PostgreSQL that Guidepost comes with. The old data are kept.';

// `npm run upgrade`: moves the embedded database from an older major version of PostgreSQL to this one. The older
// server and the new one run side by side; the old data are kept.
await runCommand({ usage: USAGE }, async (_words, { DATA_DIR }) => {
  const data = join(DATA_DIR, 'postgres');
  const { version } = await whileStopped(data, async (cluster) => cluster);
  if (version === EMBEDDED_VERSION) {
    console.log(`${data} already holds data of PostgreSQL ${version}.`);
    return;
  }
  if (Number(version) > Number(EMBEDDED_VERSION))
    throw new AppError('invalid', `${data} holds data of PostgreSQL ${version}: update Guidepost first.`);
  const programs = await installPrograms(version, join(DATA_DIR, `postgresql-${version}`));
  const unfinished = join(DATA_DIR, 'postgres-upgrade');
  await rm(unfinished, { recursive: true, force: true });
  await moveAll(DATA_DIR, {
    older: { directory: data, durable: true, programs: { version, programs } },
    newer: { directory: unfinished, durable: true },
  });
  const kept = `${data}-${version}`;
  await rename(data, kept);
  await rename(unfinished, data);
  for (const ending of ['lock', 'log']) await rm(`${unfinished}.${ending}`, { force: true });
  console.log(
    `${data} holds data of PostgreSQL ${EMBEDDED_VERSION} now. Remove ${kept} once you are content.`,
  );
});

async function moveAll(
  directory: string,
  servers: { older: LocalPostgresOptions; newer: LocalPostgresOptions },
): Promise<void> {
  const folder = join(directory, 'postgres-upgrade.rows');
  await rm(folder, { recursive: true, force: true });
  const started = new AsyncDisposableStack();
  try {
    started.defer(() => rm(folder, { recursive: true, force: true }));
    await makeFolder(folder, servers.older.directory);
    const older = await startPostgres(servers.older);
    started.defer(async () => void (await older.release()));
    const newer = await startPostgres(servers.newer);
    started.defer(async () => void (await newer.release()));
    for (const database of DATABASES) await moveDatabase(database, { older, newer, folder });
  } finally {
    await started.disposeAsync();
  }
}

/** For the account that the older server runs as. */
async function makeFolder(folder: string, data: string): Promise<void> {
  await mkdir(folder, { mode: 0o711 });
  const { uid, gid } = await stat(data);
  if (process.getuid?.() === 0) await chown(folder, uid, gid);
}

async function moveDatabase(
  { name, variable, program }: (typeof DATABASES)[number],
  { older, newer, folder }: { older: LocalPostgres; newer: LocalPostgres; folder: string },
): Promise<void> {
  if (!(await hasDatabase(older.url('postgres'), name))) return;
  await newer.ensureDatabase(name);
  for (const url of [older.url(name), newer.url(name)])
    await runProgram(program, ['migrate'], { environment: { [variable]: url }, stop });
  const rows = await copyDatabase({ from: older.url(name), to: newer.url(name), folder });
  console.log(`${name}: ${rows} rows copied and compared`);
}

async function hasDatabase(url: string, name: string): Promise<boolean> {
  const asked = 'select 1 from pg_database where datname = $1';
  return withDatabase(url, async (database) => (await database.oneOrNone(asked, [name])) !== null);
}
