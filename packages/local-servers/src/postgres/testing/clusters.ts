import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { roomyFolder } from '../../programs/disk.ts';
import { startPostgres } from '../start-postgres.ts';

export interface ClusterFolder {
  newDirectory(...below: string[]): Promise<string>;
  /** A data directory on which no server has run; copied, since initdb takes most of a start. */
  initialized(): Promise<string>;
  remove(): Promise<void>;
}

export async function makeClusterFolder(): Promise<ClusterFolder> {
  const folder = await mkdtemp(join(await roomyFolder(), 'guidepost-embedded-'));
  const pristine = join(folder, 'pristine');
  await (await startPostgres({ directory: pristine, durable: false })).release();

  async function newDirectory(...below: string[]): Promise<string> {
    const directory = join(await mkdtemp(join(folder, 'test-')), ...below, 'postgres');
    await mkdir(dirname(directory), { recursive: true });
    return directory;
  }
  async function initialized(): Promise<string> {
    const directory = await newDirectory();
    await cp(pristine, directory, { recursive: true });
    return directory;
  }
  return { newDirectory, initialized, remove: () => rm(folder, { recursive: true }) };
}

interface Started {
  adopted: boolean;
  processId: number;
}

export interface HolderProcess {
  started: Promise<Started>;
  release(): Promise<string>;
  /** Leaves it alone, so that only the cluster could keep it running; resolves with its exit code. */
  forget(): Promise<number | null>;
  /** Sends SIGKILL, so that it cannot clean up. */
  kill(): Promise<void>;
}

export function spawnHolder(directory: string, environment: NodeJS.ProcessEnv = {}): HolderProcess {
  const program = fileURLToPath(new URL('./holder-program.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=source', program, directory], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  return {
    started: nextMessage(child) as Promise<Started>,
    release: async () => {
      const released = nextMessage(child) as Promise<string>;
      child.send('release');
      return released;
    },
    forget: async () => {
      child.disconnect();
      return (await exit)[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const message = once(child, 'message').then(([value]) => value);
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The holder ended with code ${code}`);
  });
  return Promise.race([message, exit]);
}

export async function run(url: string, statement: string): Promise<unknown[][]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: statement, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

export async function evaluate(url: string, expression: string): Promise<unknown> {
  const rows = await run(url, `select ${expression}`);
  return rows[0]?.[0];
}
