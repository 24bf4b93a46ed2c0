import type { RequestListener } from 'node:http';
import { createRequestListener } from '@guidepost/http';
import { createTestDatabase, type TestDatabaseOptions, until } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { feedWholeQueue, type RejectedDocument } from '@guidepost/search';
import type { Environment } from '@guidepost/service-kit';
import {
  keepConnections,
  migrateTestDatabase,
  openTestDatabase,
  recordService,
  type ServiceRecord,
  startInstances,
  type TestedService,
} from '@guidepost/testing';
import supertest from 'supertest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { MIGRATIONS } from '../schema.ts';
import { guideFeed } from '../search/guide-documents.ts';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import { OPERATOR, type TestContent, writeContent } from './content.ts';

/** The service on its own database and a free port. */
export interface TestService extends Omit<ServiceRecord, 'recorders'> {
  database: Database;
  url: string;
  /** GET with the `Accept` of the API. */
  get(path: string): supertest.Test;
  /** The context of the service, or of its first instance. */
  context: Context;
  /** The contexts of all instances: one, unless the run has several. */
  contexts: readonly Context[];
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Requests without default headers. */
  request: ReturnType<typeof supertest>;
  /** Changes a knowledge base (its ID is $1) like the command line, and waits until the service is notified. */
  change(host: string, statement: string, values?: unknown[]): Promise<void>;
  /** Waits until the service is notified of all changes of a knowledge base. */
  settled(host: string): Promise<void>;
  /** Waits until all changes are indexed. */
  indexed(): Promise<void>;
  /** The text of `/metrics`. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export const SERVICE: TestedService<Context> = {
  prefix: 'KB',
  tenants: 'knowledge_bases',
  listenerOf,
  // Imported when it is needed: it loads the client of S3.
  createBucket: async () => (await import('@guidepost/files/testing')).createTestBucket(),
};

/**
 * @param environment added to the database and the template of public URLs
 * @param template of the database; by default its tables are empty
 */
export async function startTestService(
  contents: TestContent[],
  environment: Environment = {},
  template: TestDatabaseOptions = { template: 'kb', prepare: migrateDatabase },
): Promise<TestService> {
  const { url, drop } = await createTestDatabase(template);
  const database = openTestDatabase(url);
  for (const content of contents) await writeContent(database, content);
  const { recorders, ...record } = recordService('kb');
  const instances = await startInstances(SERVICE, url, (variables) => {
    const config = readConfig({
      PUBLIC_URL_TEMPLATE: 'https://{host}/{kind}/{slug}',
      ...variables,
      ...environment,
    });
    return createContext(config, recorders(config.LOG_LEVEL));
  });
  const { origin, contexts } = instances;
  const [context] = contexts;
  const request = keepConnections(supertest(origin));
  const settled = async (host: string) => {
    for (const one of contexts) await settle(database, one, host);
  };
  return {
    database,
    url,
    context,
    contexts,
    origin,
    request,
    ...record,
    metrics: () => context.metrics.registry.metrics(),
    get: (path) => request.get(path).set('Accept', 'application/vnd.api+json'),
    indexed: () => feedWholeQueue({ ...guideFeed(database), onRejected: failOnRejection }),
    async change(host, statement, values = []) {
      await changeKnowledgeBase(
        database,
        { host, actor: OPERATOR, action: 'import' },
        async (transaction, { id }) => {
          await transaction.none(statement, [id, ...values]);
          return { changed: true, result: undefined };
        },
      );
      await settled(host);
    },
    settled,
    async stop() {
      await instances.stop();
      await closeDatabase(database);
      await drop();
    },
  };
}

export function listenerOf(context: Context): RequestListener {
  return createRequestListener(createApp(context), context);
}

export function migrateDatabase(url: string): Promise<void> {
  return migrateTestDatabase(url, MIGRATIONS);
}

/** Waits until this instance is notified of all changes of a knowledge base. */
export async function settle(database: Database, context: Context, host: string): Promise<void> {
  const all = await database.any<{ id: number; revision: number }>(
    `select l.id, l.revision
     from knowledge_bases k
     join knowledge_bases l on k.id in (l.id, l.edition_of)
     where k.host = $1`,
    [host],
  );
  for (const { id, revision } of all)
    await until(`the service knows revision ${revision}`, () => context.revisions.isCurrent(id, revision));
}

function failOnRejection({ reason }: RejectedDocument): never {
  throw new Error(reason);
}

interface GuideRow {
  content_html: string | null;
}

/** Reruns the statements so far; returns the guides that they read. */
export async function takeGuideRows({ takeBoundStatements, database }: TestService): Promise<GuideRow[]> {
  const rows = await Promise.all(takeBoundStatements().map((statement) => database.any(statement)));
  return rows.flat().filter((row) => 'content_html' in row);
}
