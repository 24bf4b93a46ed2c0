import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { administer, dropDatabase } from './test-database.ts';
import { beginTestRun, type MeilisearchAccess, type TestRun } from './test-run.ts';

const PROGRAM = fileURLToPath(new URL('./test-servers-program.ts', import.meta.url));

export interface WantedServers {
  postgres: boolean;
  meilisearch: string | undefined;
}

export interface StartedServers {
  databaseUrl?: string | undefined;
  meilisearch?: MeilisearchAccess | undefined;
}

export interface TestServers {
  stop(): Promise<void>;
}

/** @param program the Meilisearch to start if none is given; without it the run has none */
export async function startTestServers(
  given: StartedServers,
  program: string | undefined,
): Promise<TestServers> {
  const own = await startOwnServers({
    postgres: !given.databaseUrl,
    meilisearch: given.meilisearch ? undefined : program,
  });
  const { databaseUrl, meilisearch } = { ...given, ...own.started };
  const run = beginTestRun(databaseUrl ?? '', meilisearch);
  return {
    stop: async () => {
      if (given.databaseUrl) await dropDatabasesOf(run);
      await own.stop();
    },
  };
}

// A separate process owns the servers, so that they stop even if Jest is killed.
async function startOwnServers(wanted: WantedServers): Promise<TestServers & { started: StartedServers }> {
  if (!wanted.postgres && !wanted.meilisearch) return { started: {}, stop: async () => {} };
  const owner = fork(PROGRAM, [JSON.stringify(wanted)], {
    execArgv: ['--conditions=source'],
    detached: true,
  });
  const exit = once(owner, 'exit');
  const [started] = (await Promise.race([once(owner, 'message'), exit.then(noServers)])) as [StartedServers];
  release(owner);
  return {
    started,
    stop: async () => {
      owner.ref();
      owner.disconnect();
      await exit;
    },
  };
}

function release(owner: ChildProcess): void {
  owner.unref();
  owner.channel?.unref();
}

function noServers(): never {
  throw new Error('The servers for the tests did not start; the reason is above');
}

async function dropDatabasesOf({ serverUrl, prefix }: TestRun): Promise<void> {
  await administer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname::text, $1)',
      [prefix],
    );
    for (const { datname } of rows) await dropDatabase(client, datname);
  }, serverUrl);
}
