import type { RequestListener } from 'node:http';
import { createTestDatabase, until } from '@guidepost/local-servers/testing';
import { type BoundStatement, closeDatabase, type Database } from '@guidepost/postgres';
import { feedWholeQueue, type SetAside } from '@guidepost/search';
import { createLogger, type Environment } from '@guidepost/service-kit';
import { keepConnections, listenWith, migrateTestDatabase, openTestDatabase } from '@guidepost/testing';
import supertest from 'supertest';
import { createListener } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { dialogFeed } from '../indexing/dialog-feed.ts';
import { MIGRATIONS } from '../schema.ts';

/** The service on its own database and a free port. */
export interface TestService {
  database: Database;
  url: string;
  context: Context;
  app: RequestListener;
  /** `http://127.0.0.1:<port>` */
  origin: string;
  request: ReturnType<typeof supertest>;
  get(path: string): supertest.Test;
  /** Resolves once the service knows all changes of a forum. */
  settled(slug: string): Promise<void>;
  takeStatements(): string[];
  takeBoundStatements(): BoundStatement[];
  logLines: string[];
  /** Resolves once the search index is up to date. */
  indexed(): Promise<void>;
  stop(): Promise<void>;
}

/** The directory does not exist; tests that write files set their own. */
const TEST_ENVIRONMENT = { PUBLIC_URL: 'https://forum.example', FORUM_FILES_DIRECTORY: '/nonexistent' };

/** @param environment further variables; the public address is `https://forum.example` */
export async function startTestService(environment: Environment = {}): Promise<TestService> {
  const { url, drop } = await createTestDatabase({ template: 'forum', prepare: migrateDatabase });
  const database = openTestDatabase(url);
  const statements: BoundStatement[] = [];
  const logLines: string[] = [];
  const config = readConfig({ FORUM_DATABASE_URL: url, ...TEST_ENVIRONMENT, ...environment });
  const logger = createLogger({
    service: 'forum',
    level: config.LOG_LEVEL,
    stream: { write: (line) => void logLines.push(line) },
  });
  const context = createContext(config, {
    logger,
    onStatement: (text, values) => void statements.push({ text, values }),
  });
  const takeBoundStatements = () => statements.splice(0);
  const app = createListener(context);
  // Listens once: supertest would start a server for each request.
  const { origin, close } = await listenWith(app);
  const request = keepConnections(supertest(origin));
  return {
    database,
    url,
    context,
    app,
    origin,
    request,
    logLines,
    get: (path) => request.get(path),
    async settled(slug) {
      const { id, revision } = await database.one('select id, revision from forums where slug = $1', [slug]);
      await until(`the service knows revision ${revision}`, () => context.revisions.isCurrent(id, revision));
    },
    takeStatements: () => takeBoundStatements().map(({ text }) => text),
    takeBoundStatements,
    indexed: () => feedWholeQueue({ ...dialogFeed(database), onSetAside: failOnSetAside }),
    async stop() {
      await close();
      await context.close();
      await closeDatabase(database);
      await drop();
    },
  };
}

function failOnSetAside({ reason }: SetAside): never {
  throw new Error(reason);
}

export function migrateDatabase(url: string): Promise<void> {
  return migrateTestDatabase(url, MIGRATIONS);
}
