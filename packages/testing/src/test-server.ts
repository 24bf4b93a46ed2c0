import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { administer, dropDatabase } from './administration.ts';
import { beginTestRun, type TestRun } from './test-run.ts';

const PROGRAM = fileURLToPath(new URL('./test-server-program.ts', import.meta.url));

/** The server of a test run. */
export interface TestServer {
  /** Leaves nothing of the run behind. */
  stop(): Promise<void>;
}

/** Uses the server at `url`, or starts an embedded one for this run. */
export async function startTestServer(url: string | undefined): Promise<TestServer> {
  return url ? useServer(url) : startOwnServer();
}

function useServer(url: string): TestServer {
  const run = beginTestRun(url);
  return { stop: () => dropDatabasesOf(run) };
}

// A process of its own owns the server, since it must be stopped also when Jest is interrupted or killed.
async function startOwnServer(): Promise<TestServer> {
  const owner = fork(PROGRAM, { execArgv: ['--conditions=source'], detached: true });
  const exit = once(owner, 'exit');
  const [url] = await Promise.race([once(owner, 'message'), exit.then(noServer)]);
  beginTestRun(url);
  release(owner);
  return {
    stop: async () => {
      owner.ref();
      owner.disconnect();
      await exit;
    },
  };
}

// Jest may end without a teardown; nothing here must keep it up.
function release(owner: ChildProcess): void {
  owner.unref();
  owner.channel?.unref();
}

function noServer(): never {
  throw new Error('PostgreSQL for the tests did not start; the reason is above');
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
