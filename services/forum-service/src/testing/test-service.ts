import { createTestDatabase, type TestDatabaseOptions, until } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { feedWholeQueue, type RejectedDocument } from '@guidepost/search';
import type { Environment } from '@guidepost/service-kit';
import {
  keepConnections,
  makeDemo,
  migrateTestDatabase,
  openTestDatabase,
  recordService,
  type ServiceProcess,
  type ServiceRecord,
  startInstances,
  startServiceProcess,
  type TestedService,
} from '@guidepost/testing';
import supertest from 'supertest';
import { createListener } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { dialogFeed } from '../indexing/dialog-feed.ts';
import { MIGRATIONS } from '../schema.ts';

/** The service on its own database and a free port. */
export interface TestService extends Omit<ServiceRecord, 'recorders'> {
  database: Database;
  url: string;
  /** The context of the service, or of its first instance. */
  context: Context;
  /** The contexts of all instances: one, unless the run has several. */
  contexts: readonly Context[];
  /** `http://127.0.0.1:<port>` */
  origin: string;
  request: ReturnType<typeof supertest>;
  get(path: string): supertest.Test;
  /** Resolves once the service knows all changes of a forum. */
  settled(slug: string): Promise<void>;
  /** Resolves once the search index is up to date. */
  indexed(): Promise<void>;
  stop(): Promise<void>;
}

/** The directory does not exist; tests that write files set their own. */
const TEST_ENVIRONMENT = { PUBLIC_URL: 'https://forum.example', FORUM_FILES_DIRECTORY: '/nonexistent' };

export const SERVICE: TestedService<Context> = {
  prefix: 'FORUM',
  tenants: 'forums',
  listenerOf: createListener,
  // Imported when it is needed: it loads the client of S3.
  createBucket: async () => (await import('@guidepost/files/testing')).createTestBucket(),
};

/**
 * @param environment further variables, or those for an origin; the public address is `https://forum.example`
 * @param template of the database; by default its tables are empty
 */
export async function startTestService(
  environment: Environment | ((origin: string) => Environment) = {},
  template: TestDatabaseOptions = { template: 'forum', prepare: migrateDatabase },
): Promise<TestService> {
  const { url, drop } = await createTestDatabase(template);
  const database = openTestDatabase(url);
  const { recorders, ...record } = recordService('forum');
  const instances = await startInstances(SERVICE, url, (variables, origin) => {
    const further = typeof environment === 'function' ? environment(origin) : environment;
    const config = readConfig({ ...TEST_ENVIRONMENT, ...variables, ...further });
    return createContext(config, recorders(config.LOG_LEVEL));
  });
  const { origin, contexts } = instances;
  const [context] = contexts;
  const request = keepConnections(supertest(origin));
  return {
    database,
    url,
    context,
    contexts,
    origin,
    request,
    ...record,
    get: (path) => request.get(path),
    async settled(slug) {
      const { id, revision } = await database.one('select id, revision from forums where slug = $1', [slug]);
      for (const { revisions } of contexts)
        await until(`the service knows revision ${revision}`, () => revisions.isCurrent(id, revision));
    },
    indexed: () => feedWholeQueue({ ...dialogFeed(database), onRejected: failOnRejection }),
    async stop() {
      await instances.stop();
      await closeDatabase(database);
      await drop();
    },
  };
}

function failOnRejection({ reason }: RejectedDocument): never {
  throw new Error(reason);
}

export function migrateDatabase(url: string): Promise<void> {
  return migrateTestDatabase(url, MIGRATIONS);
}

const MAIN = new URL('../main.ts', import.meta.url);
const ANY_PORTS = { HOST: '127.0.0.1', FORUM_PORT: '0', FORUM_METRICS_PORT: '0' };

/** The service as its own process, on free ports. */
export function startForumService(environment: Record<string, string>): ServiceProcess {
  return startServiceProcess(MAIN, [], { ...ANY_PORTS, ...environment });
}

/** The forums of `npm start`, made once in a run of tests. */
export const DEMO: TestDatabaseOptions = {
  template: 'demo-forums',
  async prepare(url) {
    await migrateDatabase(url);
    await makeDemo('infra/local/make-demo-forums.ts', { FORUM_DATABASE_URL: url });
  },
};
