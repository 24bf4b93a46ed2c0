import pg from 'pg';
import pgPromise from 'pg-promise';

/** The database as features see it: pg-promise's, with 64-bit integers as numbers. */
export type Database = pgPromise.IDatabase<unknown>;

/** What a statement can be run on: the database, or a task or transaction of it. */
export type Executor = pgPromise.IBaseProtocol<unknown>;

export interface DatabaseOptions {
  /** `postgres://…`; a Unix socket as `postgres://user@localhost/name?host=/folder`. */
  url: string;
  /** Connections at most. */
  poolSize: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** The server ends a statement that takes longer, in milliseconds; 0 for no limit. */
  statementTimeout: number;
  /** Hears of each statement as it is sent: for tests that count or explain them and for logs of slow work. */
  onStatement?: ((text: string, values: unknown[]) => void) | undefined;
}

const INT8_OID = 20;
const INT8_ARRAY_OID = 1016;
const CONNECTION_TIMEOUT = 3_000;
const ANSWER_MARGIN = 2_000;

/** Ids, counts and revisions stay under 2^53 by constraint, so a number holds them; more would be a defect. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit integer does not fit a number');
  return value;
}

/** One-dimensional and without nulls, as all of ours are: `{1,2}`. */
function parseInt8Array(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8);
}

const types = new pg.TypeOverrides();
types.setTypeParser(INT8_OID, parseInt8);
types.setTypeParser(INT8_ARRAY_OID, parseInt8Array);

/** Opens a pool; no connection is made before the first statement. Close it with {@link closeDatabase}. */
export function openDatabase(options: DatabaseOptions): Database {
  const initialization: pgPromise.IInitOptions = { noWarnings: true };
  const { onStatement } = options;
  if (onStatement)
    initialization.query = ({ query }) => onStatement(statementText(query), boundValues(query));
  const database = pgPromise(initialization)({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    statement_timeout: options.statementTimeout,
    // For when the server is too far gone to end the statement itself.
    query_timeout: options.statementTimeout && options.statementTimeout + ANSWER_MARGIN,
    keepAlive: true,
    types,
  });
  // pg-promise takes its own listener away when the pool ends, while connections may still be closing: without
  // this one, a server that cuts one of them at that moment would end the process.
  database.$pool.on('error', () => {});
  return database;
}

/** Waits for statements under way, then closes the pool's connections. */
export function closeDatabase(database: Database): Promise<void> {
  return database.$pool.end();
}

function statementText(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: unknown }).text);
}

function boundValues(query: unknown): unknown[] {
  return typeof query === 'string' ? [] : ((query as { values?: unknown[] }).values ?? []);
}
