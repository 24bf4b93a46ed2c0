import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@guidepost/postgres/embedded';
import { administer, dropDatabase } from './administration.ts';
import { beginTestRun, type TestRun } from './test-run.ts';

/** The server of a test run, and how to leave nothing of the run behind. */
export interface TestServer {
  stop(): Promise<void>;
}

/** Uses the server at `url`, or starts an embedded one in a folder of its own. */
export async function startTestServer(url: string | undefined): Promise<TestServer> {
  return url ? useServer(url) : startOwnServer();
}

async function useServer(url: string): Promise<TestServer> {
  const run = beginTestRun(url);
  return { stop: () => dropDatabasesOf(run) };
}

async function startOwnServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-test-'));
  // Where root cannot have a user namespace, PostgreSQL runs as another account, which must get through here.
  await chmod(folder, 0o711);
  const server = await startEmbedded({ directory: join(folder, 'postgres'), durable: false });
  beginTestRun(server.url('postgres'));
  return {
    stop: async () => {
      await server.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
