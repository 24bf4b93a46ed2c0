import { closeDatabase, type Database, type DatabaseOptions, openDatabase } from './database.ts';

export interface ServiceDatabases {
  serving: Database;
  listening: Database;
  /** For background work, which never takes a connection from requests. */
  background: Database;
  close(): Promise<void>;
}

export interface ServiceDatabasesOptions {
  /** Shown in `pg_stat_activity`, as `guidepost <service>`. */
  service: string;
  url: string;
  /** A direct URL where `url` is a pooler's, which does not support LISTEN. */
  listenUrl?: string | undefined;
  poolSize: number;
  /** Milliseconds after which a request's statement is cancelled. */
  statementTimeout: number;
  onStatement?: DatabaseOptions['onStatement'];
}

/** LISTEN needs its own connection besides the pool. */
const LISTENING_CONNECTIONS = 1;

/** Feeding the local index, feeding an engine and making vectors each need one for their lock and one to read and write. */
const BACKGROUND_CONNECTIONS = 6;

/** Milliseconds: generous for batches, but a lost lock must not block a worker for ever. */
const BACKGROUND_TIMEOUT = 60_000;

/** Opens all three; they connect on first use. */
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
