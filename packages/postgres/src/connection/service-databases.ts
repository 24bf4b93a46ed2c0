import type { Metrics } from '@guidepost/service-kit';
import { isConnectionLoss } from '../errors/database-error.ts';
import { sql } from '../sql/sql.ts';
import { closeDatabase, type Database, type DatabaseOptions, openDatabase } from './database.ts';

export interface ServiceDatabases {
  serving: Database;
  listening: Database;
  /** For reads of content; undefined without a replica. */
  replica: Database | undefined;
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
  /** A streaming replica. */
  replicaUrl?: string | undefined;
  /** See {@link DatabaseOptions.prepared}. */
  prepared?: boolean;
  poolSize: number;
  /** Milliseconds after which a request's statement is cancelled. */
  statementTimeout: number;
  onStatement?: DatabaseOptions['onStatement'];
  /** Called when a connection for requests was lost: others may be, too. */
  onLoss?: () => void;
}

/** LISTEN needs its own connection outside the pool. */
const LISTENING_CONNECTIONS = 1;

/**
 * Feeding the local index, feeding an engine and making vectors each need one for their lock and one to read and write.
 */
const BACKGROUND_CONNECTIONS = 6;

/** Milliseconds: generous for batches, but a lost lock must not block a worker for ever. */
const BACKGROUND_TIMEOUT = 60_000;

/**
 * Milliseconds: no request pauses in a transaction for so long, and no worker, which may wait for a search engine. If
 * the machine of an instance is lost, the server would keep its sessions, with their locks, until TCP notices hours
 * later.
 */
const IDLE_TRANSACTION_TIMEOUTS = { serving: 10_000, background: 300_000 };

/** Milliseconds after which the primary is asked instead. */
const REPLICA_TIMEOUT = 2_000;

/** Opens all; they connect on first use. */
export function openServiceDatabases(options: ServiceDatabasesOptions): ServiceDatabases {
  const { url, listenUrl = url, replicaUrl, prepared, poolSize, statementTimeout, onStatement } = options;
  const onError = (error: unknown) => {
    if (isConnectionLoss(error)) options.onLoss?.();
  };
  const applicationName = `guidepost ${options.service}`;
  // Poolers refuse settings that they do not know, and have limits of their own.
  const limits: Partial<typeof IDLE_TRANSACTION_TIMEOUTS> = options.listenUrl
    ? {}
    : IDLE_TRANSACTION_TIMEOUTS;
  const usual = { applicationName, statementTimeout };
  const databases = {
    serving: openDatabase({
      ...usual,
      url,
      prepared,
      poolSize,
      idleTransactionTimeout: limits.serving,
      shedsLoad: true,
      onStatement,
      onError,
    }),
    listening: openDatabase({ ...usual, url: listenUrl, poolSize: LISTENING_CONNECTIONS }),
    background: openDatabase({
      url,
      prepared,
      poolSize: BACKGROUND_CONNECTIONS,
      applicationName: `${applicationName} background`,
      statementTimeout: BACKGROUND_TIMEOUT,
      idleTransactionTimeout: limits.background,
    }),
  };
  const replica =
    replicaUrl === undefined
      ? undefined
      : openDatabase({
          url: replicaUrl,
          prepared,
          poolSize,
          applicationName: `${applicationName} replica`,
          manyServers: true,
          statementTimeout: Math.min(statementTimeout, REPLICA_TIMEOUT),
          onStatement,
        });
  return {
    ...databases,
    replica,
    async close() {
      const all = [...Object.values(databases), ...(replica ? [replica] : [])];
      await Promise.all(all.map(closeDatabase));
    },
  };
}

export interface DatabaseStatus {
  /** The version of the server. */
  version: string;
  /** Until it answered. */
  milliseconds: number;
}

const readVersion = sql`
  select split_part(current_setting('server_version'), ' ', 1) as version
`;
const readNothing = sql`
  select 1 as one
`;

export async function databaseStatus(database: Database): Promise<DatabaseStatus> {
  const started = performance.now();
  const { version } = await database.one<{ version: string }>(readVersion([]));
  return { version, milliseconds: Math.ceil(performance.now() - started) };
}

/** @throws if the database does not answer */
export async function ping(database: Database): Promise<void> {
  await database.one(readNothing([]));
}

/** @param databases by what their connections are for */
export function measurePools(
  { addGauge }: Pick<Metrics, 'addGauge'>,
  databases: Readonly<Record<string, Database>>,
): void {
  const pools = Object.entries(databases).map(([pool, { $pool }]) => ({ pool, $pool }));
  addGauge({
    name: 'database_pool_connections',
    help: 'Open connections of a pool, by whether a statement or a transaction has them',
    labelNames: ['pool', 'state'],
    read: () =>
      pools.flatMap(({ pool, $pool: { totalCount, idleCount } }) => [
        { labels: { pool, state: 'in_use' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
      ]),
  });
  addGauge({
    name: 'database_pool_size',
    help: 'Connections that a pool may open',
    labelNames: ['pool'],
    read: () => pools.map(({ pool, $pool }) => ({ labels: { pool }, value: $pool.options.max ?? 0 })),
  });
  addGauge({
    name: 'database_pool_waiting',
    help: 'Work that waits for a connection of a pool',
    labelNames: ['pool'],
    read: () => pools.map(({ pool, $pool }) => ({ labels: { pool }, value: $pool.waitingCount })),
  });
}
