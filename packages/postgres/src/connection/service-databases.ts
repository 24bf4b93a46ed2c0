import { closeDatabase, type Database, type DatabaseOptions, openDatabase } from './database.ts';

/** The ways to a service's database, by what they are for. */
export interface ServiceDatabases {
  /** Answers requests. */
  serving: Database;
  /** Hears of changes. */
  listening: Database;
  /** Does what nobody waits for, and never takes a connection that answers requests. */
  background: Database;
  close(): Promise<void>;
}

export interface ServiceDatabasesOptions {
  /** Shown in `pg_stat_activity`, as `guidepost <service>`. */
  service: string;
  url: string;
  /** Leads to the server itself where `url` leads to a pooler, which knows no LISTEN. */
  listenUrl?: string | undefined;
  /** Connections that answer requests, at most. */
  poolSize: number;
  /** After which a statement of a request is ended, in milliseconds. */
  statementTimeout: number;
  /** Hears of each statement of a request. */
  onStatement?: DatabaseOptions['onStatement'];
}

/** Listening has a connection of its own beside the pool. */
const LISTENING_CONNECTIONS = 1;

/**
 * One holds the lock of who feeds the index in this database and one the lock of who feeds an engine's, for as long as that
 * takes to answer; each of the two has another one to read and write with, so that neither ever waits for the other.
 */
const BACKGROUND_CONNECTIONS = 4;

/** Milliseconds: a batch for a search index is no request, but not even a lost lock may keep a worker for ever. */
const BACKGROUND_TIMEOUT = 60_000;

/** Opens all three; no connection is made before the first statement. */
export function openServiceDatabases(options: ServiceDatabasesOptions): ServiceDatabases {
  const { url, listenUrl = url, poolSize, statementTimeout, onStatement } = options;
  const applicationName = `guidepost ${options.service}`;
  const usual = { applicationName, statementTimeout };
  const databases = {
    serving: openDatabase({ ...usual, url, poolSize, onStatement }),
    listening: openDatabase({ ...usual, url: listenUrl, poolSize: LISTENING_CONNECTIONS }),
    background: openDatabase({
      url,
      poolSize: BACKGROUND_CONNECTIONS,
      applicationName: `${applicationName} background`,
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
