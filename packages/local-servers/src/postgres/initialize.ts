import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AppError } from '@guidepost/service-kit';
import { bareEnvironment } from '../programs/child-programs.ts';
import { unlessMissing } from '../programs/disk.ts';
import { type Locations, MAJOR_VERSION } from './locations.ts';
import { type Account, type Command, type Privileges, withPrivileges } from './privileges.ts';

export type DataDirectory = { exists: false } | { exists: true; owner: Account };

/** Throws `unavailable` if the folder is another version's, or not a data directory. */
export async function inspectData(data: string, expected: string = MAJOR_VERSION): Promise<DataDirectory> {
  if ((await unlessMissing(readdir(data), [])).length === 0) return { exists: false };
  const version = await readVersion(data);
  if (version !== expected) {
    throw new AppError(
      'unavailable',
      `${data} holds data of PostgreSQL ${version}, but this is PostgreSQL ${expected}: run npm run upgrade to convert it, move it away to start afresh, or set KB_DATABASE_URL to a PostgreSQL ${version} that runs on it.`,
    );
  }
  const { uid, gid } = await stat(data);
  return { exists: true, owner: { uid, gid } };
}

/** Runs initdb in a folder that is renamed last, so that an interruption leaves nothing that looks like data. */
export async function initialize(
  initdb: string,
  locations: Locations,
  how: { privileges: Privileges; durable: boolean },
) {
  const { unfinished, data } = locations;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const { account } = how.privileges;
  if (account) await chown(unfinished, account.uid, account.gid);
  const command = withPrivileges(how.privileges, initdb, initdbArguments(unfinished, how.durable));
  await runInitdb(command, data);
  await rename(unfinished, data);
}

async function runInitdb(command: Command, data: string): Promise<void> {
  const child = spawn(command.command, command.arguments, {
    ...command.options,
    cwd: dirname(data),
    env: bareEnvironment(),
    // Ignores Ctrl-C, like the server: it takes less than a second.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0)
    throw new AppError('unavailable', `PostgreSQL could not set up ${data}: ${lastErrorLine(complaint)}`);
}

// The builtin provider sorts by code point everywhere. LC_CTYPE remains the system's: under C, pg_trgm 18 sees only
// ASCII letters.
function initdbArguments(data: string, durable: boolean): string[] {
  const characterType = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  return [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${characterType}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

/** The major version of a data directory. Throws `unavailable` if it is none. */
export async function readVersion(data: string): Promise<string> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  } catch (cause) {
    throw new AppError('unavailable', `${data} is not empty but has no PostgreSQL data: move it away.`, {
      cause,
    });
  }
}

// Cleanup messages follow the error.
function lastErrorLine(complaint: string): string {
  const lines = complaint.trim().split('\n');
  return lines.findLast((line) => line.includes('error:')) || lines.at(-1) || 'initdb ended without a word';
}
