import type { RequestListener } from 'node:http';
import { createRequestListener } from '@guidepost/http';
import { createTestDatabase, until } from '@guidepost/local-servers/testing';
import { type BoundStatement, closeDatabase, type Database } from '@guidepost/postgres';
import { feedWholeQueue, type SetAside } from '@guidepost/search';
import { createLogger, type Environment } from '@guidepost/service-kit';
import { migrateTestDatabase, openTestDatabase } from '@guidepost/testing';
import supertest from 'supertest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { MIGRATIONS } from '../schema.ts';
import { guideFeed } from '../search/guide-feed.ts';
import { type TestContent, writeContent } from './content.ts';

/** The service on a database of its own, without a port. */
export interface TestService {
  database: Database;
  url: string;
  /** GET with the `Accept` that the API asks for. */
  get(path: string): supertest.Test;
  context: Context;
  /** What serves the requests, for clients that need a port. */
  app: RequestListener;
  /** Any request, nothing set. */
  request: ReturnType<typeof supertest>;
  /** Statements since the last call. */
  takeStatements(): string[];
  /** The same with their values. */
  takeBoundStatements(): BoundStatement[];
  /** Changes a knowledge base (whose id is $1) as the command line would, and waits until the service has heard. */
  change(host: string, statement: string, values?: unknown[]): Promise<void>;
  /** Waits until the service has heard of every change of a knowledge base. */
  settled(host: string): Promise<void>;
  /** Waits until everything that was changed can be searched for. */
  indexed(): Promise<void>;
  /** Log lines so far. */
  logLines: string[];
  /** What `/metrics` would say. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

/** @param environment what is set besides the database and the template of public addresses */
export async function startTestService(
  contents: TestContent[],
  environment: Environment = {},
): Promise<TestService> {
  const { url, drop } = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
  const database = openTestDatabase(url);
  for (const content of contents) await writeContent(database, content);
  const statements: BoundStatement[] = [];
  const logLines: string[] = [];
  const config = readConfig({
    KB_DATABASE_URL: url,
    PUBLIC_URL_TEMPLATE: 'https://{host}/{kind}/{slug}',
    ...environment,
  });
  const logger = createLogger({
    service: 'kb',
    level: config.LOG_LEVEL,
    stream: { write: (line) => void logLines.push(line) },
  });
  const context = createContext(config, {
    logger,
    onStatement: (text, values) => void statements.push({ text, values }),
  });
  const app = createRequestListener(createApp(context), context);
  const request = supertest(app);
  return {
    database,
    url,
    context,
    app,
    request,
    logLines,
    metrics: () => context.metrics.registry.metrics(),
    get: (path) => request.get(path).set('Accept', 'application/vnd.api+json'),
    takeStatements: () => statements.splice(0).map(({ text }) => text),
    takeBoundStatements: () => statements.splice(0),
    indexed: () => feedWholeQueue({ ...guideFeed(database), onSetAside: failOnSetAside }),
    async change(host, statement, values = []) {
      await changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
        await transaction.none(statement, [id, ...values]);
        return { changed: true, result: undefined };
      });
      await settle(database, context, host);
    },
    settled: (host) => settle(database, context, host),
    async stop() {
      await context.close();
      await closeDatabase(database);
      await drop();
    },
  };
}

export function migrateDatabase(url: string): Promise<void> {
  return migrateTestDatabase(url, MIGRATIONS);
}

/** Waits until this instance has heard of every change of a knowledge base. */
export async function settle(database: Database, context: Context, host: string): Promise<void> {
  const { id, revision } = await database.one('select id, revision from knowledge_bases where host = $1', [
    host,
  ]);
  await until(`the service knows revision ${revision}`, () => context.revisions.isCurrent(id, revision));
}

function failOnSetAside({ reason }: SetAside): never {
  throw new Error(reason);
}
