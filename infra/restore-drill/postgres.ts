import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withDatabase } from '../backup/tables.ts';

const run = promisify(execFile);

const READY_TIMEOUT = 120_000;

export interface Server {
  url(database: string): string;
  child: ChildProcess;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
}

/** The programs of an installed PostgreSQL. */
export type Programs = (program: string, words: string[]) => [string, string[]];

/** From POSTGRES_PROGRAMS, a folder, or from `pg_config`. PostgreSQL does not run as root. */
export async function findPrograms(): Promise<Programs> {
  const folder = process.env.POSTGRES_PROGRAMS ?? (await run('pg_config', ['--bindir'])).stdout.trim();
  const asOther = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const prefix = process.getuid?.() === 0 ? asOther : [];
  return (program, words) => {
    const [command = '', ...rest] = [...prefix, join(folder, program), ...words];
    return [command, rest];
  };
}

export async function createCluster(programs: Programs, data: string): Promise<void> {
  await run(
    ...programs('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale']),
  );
}

/** Listens on a socket in `folder` only; resolves once it accepts changes. */
export async function startServer(
  programs: Programs,
  { data, folder }: { data: string; folder: string },
): Promise<Server> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`];
  const child = spawn(...programs('postgres', ['-D', data, ...settings]), { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGQUIT'));
  const url = (database: string) => `postgres://postgres@localhost/${database}?host=${folder}`;
  await untilWritable(url('postgres'), child);
  return {
    url,
    child,
    kill: async () => {
      child.kill('SIGQUIT');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function untilWritable(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT;
  while (!(await isWritable(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('PostgreSQL did not start.');
    await delay(50);
  }
}

async function isWritable(url: string): Promise<boolean> {
  try {
    return await withDatabase(url, (database) =>
      database.one('select not pg_is_in_recovery() as ready', [], ({ ready }) => ready),
    );
  } catch {
    return false;
  }
}

/** Has a restored base backup continue with the kept write-ahead log, the incomplete last segment included. */
export async function recoverFrom(data: string, log: string): Promise<void> {
  const command = `cp "${log}/%f" "%p" || cp "${log}/%f.partial" "%p"`;
  await appendFile(join(data, 'postgresql.auto.conf'), `restore_command = '${command}'\n`);
  await writeFile(join(data, 'recovery.signal'), '');
}
