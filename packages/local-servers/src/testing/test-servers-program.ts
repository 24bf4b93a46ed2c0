import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startMeilisearch } from '../meilisearch/start-meilisearch.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { roomyFolder } from '../programs/disk.ts';
import type { StartedServers, WantedServers } from './test-servers.ts';

// Owns the servers of a test run until its parent disconnects or dies.
const disconnected = once(process, 'disconnect');
const wanted = JSON.parse(process.argv[2] ?? '{}') as WantedServers;
const folder = await mkdtemp(join(await roomyFolder(), 'guidepost-test-'));
const servers = new AsyncDisposableStack();
try {
  // Where root cannot use user namespaces, PostgreSQL runs as another account, which needs access.
  await chmod(folder, 0o711);
  process.send?.(await start());
  await disconnected;
} finally {
  await servers.disposeAsync();
  await rm(folder, { recursive: true, force: true });
}

async function start(): Promise<StartedServers> {
  return {
    ...(wanted.postgres && { databaseUrl: await startDatabaseServer() }),
    ...(wanted.meilisearch && { meilisearch: await startSearch(wanted.meilisearch) }),
  };
}

async function startDatabaseServer(): Promise<string> {
  const server = await startPostgres({ directory: join(folder, 'postgres'), durable: false });
  servers.defer(async () => {
    // An immediate shutdown: killed workers may still seem connected.
    process.kill(server.processId, 'SIGINT');
    await server.release();
  });
  return server.url('postgres');
}

async function startSearch(program: string): Promise<{ url: string; key: string }> {
  const { url, key, stop } = await startMeilisearch({ program, directory: join(folder, 'meilisearch') });
  servers.defer(stop);
  return { url, key };
}
