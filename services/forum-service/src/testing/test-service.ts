import type { RequestListener } from 'node:http';
import { createTestDatabase, until } from '@guidepost/local-servers/testing';
import { type BoundStatement, closeDatabase, type Database } from '@guidepost/postgres';
import { feedWholeQueue, type SetAside } from '@guidepost/search';
import { createLogger, type Environment } from '@guidepost/service-kit';
import { migrateTestDatabase, openTestDatabase } from '@guidepost/testing';
import supertest from 'supertest';
import { createListener } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { dialogFeed } from '../indexing/dialog-feed.ts';
import { MIGRATIONS } from '../schema.ts';

/** The service on a database of its own, without a port. */
export interface TestService {
  database: Database;
  url: string;
  context: Context;
  /** What serves the requests, for clients that need a port. */
  app: RequestListener;
  /** Any request, nothing set. */
  request: ReturnType<typeof supertest>;
  /** GET */
  get(path: string): supertest.Test;
  /** Waits until the service has heard of every change of a forum. */
  settled(slug: string): Promise<void>;
  /** Statements of requests since the last call. */
  takeStatements(): string[];
  /** The same with their values. */
  takeBoundStatements(): BoundStatement[];
  /** Log lines so far. */
  logLines: string[];
  /** Resolves when search knows of everything that was written. */
  indexed(): Promise<void>;
  stop(): Promise<void>;
}

/** Nothing is ever written to the directory unless a test names one that it makes. */
const TEST_ENVIRONMENT = { PUBLIC_URL: 'https://forum.example', FORUM_FILES_DIRECTORY: '/nonexistent' };

/** @param environment what is set besides the database and the public address, which is `https://forum.example` */
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
  const request = supertest(app);
  return {
    database,
    url,
    context,
    app,
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
