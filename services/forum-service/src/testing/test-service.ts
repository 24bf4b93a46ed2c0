import { closeDatabase, type Database } from '@guidepost/postgres';
import { createLogger, type Environment } from '@guidepost/service-kit';
import { createTestDatabase, migrateTestDatabase, openTestDatabase } from '@guidepost/testing';
import type { Express } from 'express';
import supertest from 'supertest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { MIGRATIONS } from '../schema.ts';

/** The service on a database of its own, without a port. */
export interface TestService {
  database: Database;
  url: string;
  context: Context;
  /** What serves the requests, for clients that need a port. */
  app: Express;
  /** Any request, nothing set. */
  request: ReturnType<typeof supertest>;
  /** GET */
  get(path: string): supertest.Test;
  /** Statements of requests since the last call. */
  takeStatements(): string[];
  /** Log lines so far. */
  logLines: string[];
  stop(): Promise<void>;
}

/** @param environment what is set besides the database and the public address, which is `https://forum.example` */
export async function startTestService(environment: Environment = {}): Promise<TestService> {
  const { url, drop } = await createTestDatabase({ template: 'forum', prepare: migrateDatabase });
  const database = openTestDatabase(url);
  let statements: string[] = [];
  const logLines: string[] = [];
  const config = readConfig({ FORUM_DATABASE_URL: url, PUBLIC_URL: 'https://forum.example', ...environment });
  const logger = createLogger({
    service: 'forum',
    level: config.LOG_LEVEL,
    stream: { write: (line) => void logLines.push(line) },
  });
  const context = createContext(config, { logger, onStatement: (text) => statements.push(text) });
  const app = createApp(context);
  const request = supertest(app);
  return {
    database,
    url,
    context,
    app,
    request,
    logLines,
    get: (path) => request.get(path),
    takeStatements() {
      const taken = statements;
      statements = [];
      return taken;
    },
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
