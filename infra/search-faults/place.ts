import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { anyFreePort, type LocalPostgres, startPostgres } from '@guidepost/local-servers';
import { type OwnMeilisearch, startOwnMeilisearch } from '@guidepost/local-servers/testing';
import { closeDatabase, openDatabase } from '@guidepost/postgres';
import { portOf, startServiceProcess } from '@guidepost/testing';
import type { ExaminedService } from './examined-service.ts';
import { examineForum } from './forum-service.ts';
import { examineKnowledgeBase } from './knowledge-base-service.ts';

/** Where search is examined: both services, on a PostgreSQL and a Meilisearch of their own. */
export interface Place {
  meilisearch: OwnMeilisearch;
  services: ExaminedService[];
  close(): Promise<void>;
}

const SERVICES = {
  kb: { main: 'kb-service', prefix: 'KB' },
  forum: { main: 'forum-service', prefix: 'FORUM' },
};

/** @param folder for everything that is written; logs are found there afterwards */
export async function openPlace(folder: string): Promise<Place> {
  const stack = new AsyncDisposableStack();
  try {
    const postgres = await startPostgres({ directory: join(folder, 'postgres'), durable: false });
    stack.defer(async () => void (await postgres.release()));
    const meilisearch = await startOwnMeilisearch();
    stack.defer(() => meilisearch.remove());
    const started = { postgres, meilisearch, folder };
    const services = [await startKnowledgeBase(started, stack), await startForum(started, stack)];
    return { meilisearch, services, close: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

interface Started {
  postgres: LocalPostgres;
  meilisearch: OwnMeilisearch;
  folder: string;
}

async function startKnowledgeBase(started: Started, stack: AsyncDisposableStack): Promise<ExaminedService> {
  const { database, ...addresses } = await startService('kb', started, stack);
  const folder = join(started.folder, 'guides');
  await mkdir(folder);
  return examineKnowledgeBase(database, { ...addresses, folder });
}

async function startForum(started: Started, stack: AsyncDisposableStack): Promise<ExaminedService> {
  const { database, ...addresses } = await startService('forum', started, stack);
  return examineForum(database, addresses);
}

/** Starts a service from its sources; whatever is started here, `stack` stops. */
async function startService(
  name: keyof typeof SERVICES,
  { postgres, meilisearch, folder }: Started,
  stack: AsyncDisposableStack,
) {
  const { main, prefix } = SERVICES[name];
  await postgres.ensureDatabase(name);
  const url = postgres.url(name);
  const metricsPort = await anyFreePort();
  const service = startServiceProcess(new URL(`../../services/${main}/src/main.ts`, import.meta.url), [], {
    [`${prefix}_DATABASE_URL`]: url,
    [`${prefix}_PORT`]: '0',
    [`${prefix}_METRICS_PORT`]: String(metricsPort),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    FORUM_FILES_DIRECTORY: join(folder, 'files'),
    MEILI_URL: meilisearch.url,
    MEILI_KEY: meilisearch.key,
  });
  stack.defer(async () => {
    service.child.kill('SIGTERM');
    await service.exit;
  });
  const port = await portOf(service);
  service.output.pipe(createWriteStream(join(folder, `${name}.log`)));
  const database = openDatabase({
    url,
    poolSize: 8,
    applicationName: 'search:faults',
    statementTimeout: 0,
  });
  stack.defer(() => closeDatabase(database));
  return { database, origin: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metricsPort}/metrics` };
}
