import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import type { Config } from './config.ts';

/** The ways to the service's database, by what they are for. */
export interface Databases {
  /** Answers requests. */
  serving: Database;
  /** Hears of changes. */
  listening: Database;
  /** Does what nobody waits for, and never takes a connection that answers requests. */
  background: Database;
  close(): Promise<void>;
}

/** Listening has a connection of its own beside the pool. */
const LISTENING_CONNECTIONS = 1;

/** One holds the search worker's lock while the other reads and writes. */
const BACKGROUND_CONNECTIONS = 2;

/** Milliseconds: a batch for the search index is no request, but not even a lost lock may keep the worker for ever. */
const BACKGROUND_TIMEOUT = 60_000;

/** @param onStatement hears of each statement of a request */
export function openDatabases(config: Config, onStatement: ((text: string) => void) | undefined): Databases {
  const { KB_DATABASE_URL: url, KB_DATABASE_LISTEN_URL: listenUrl = url } = config;
  const usual = { applicationName: 'guidepost kb', statementTimeout: config.KB_STATEMENT_TIMEOUT };
  const databases = {
    serving: openDatabase({ ...usual, url, poolSize: config.KB_DATABASE_POOL_SIZE, onStatement }),
    listening: openDatabase({ ...usual, url: listenUrl, poolSize: LISTENING_CONNECTIONS }),
    background: openDatabase({
      url,
      poolSize: BACKGROUND_CONNECTIONS,
      applicationName: 'guidepost kb background',
      statementTimeout: BACKGROUND_TIMEOUT,
    }),
  };
  return {
    ...databases,
    async close() {
      await Promise.all(Object.values(databases).map(closeDatabase));
    },
  };
}
