import { AppError, beginSpan, createSemaphore, type EndSpan, isTracing } from '@guidepost/service-kit';
import pg from 'pg';
import pgPromise from 'pg-promise';
import type { BoundStatement } from '../sql/sql.ts';
import { cut, endDeadConnections } from './dead-connections.ts';

/** Milliseconds that the first in the queue for a connection has waited when no more may join it. */
const LONGEST_WAIT = 1_000;

/** Milliseconds that a read waits for one of half the connections before it is refused; clients wait longer. */
const LONGEST_WAIT_OF_READS = 15_000;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Ends the names of prepared statements; see sql.ts. */
const DIGEST = /-[\w-]{10}$/;

const OF_TRANSACTIONS = /^(begin|commit|rollback|savepoint|release)\b/i;

/** pg-promise's database, with 64-bit integers as numbers. */
export type Database = pgPromise.IDatabase<unknown>;

/** Runs statements: the database, or a task or transaction of it. */
export type Executor = pgPromise.IBaseProtocol<unknown>;

export interface DatabaseOptions {
  /** `postgres://…`; a Unix socket as `postgres://user@localhost/name?host=/folder`. */
  url: string;
  poolSize: number;
  applicationName: string;
  /** Milliseconds after which the server cancels a statement; 0 for no limit. */
  statementTimeout: number;
  /**
   * Milliseconds after which the server ends a session that does nothing in a transaction; without a limit by default.
   */
  idleTransactionTimeout?: number | undefined;
  /** False behind a pooler that does not keep prepared statements: each statement is then parsed each time. */
  prepared?: boolean | undefined;
  /** True where the address may lead to several servers, such as replicas. */
  manyServers?: boolean;
  /** Whether work is refused while other work has waited long for a connection. */
  shedsLoad?: boolean;
  /** Called with each statement, for tests and for logging slow ones. */
  onStatement?: ((text: string, values: unknown[]) => void) | undefined;
  /** Called with each error of this database, before it is thrown. */
  onError?: ((error: unknown) => void) | undefined;
}

const INT8_OID = 20;
const INT8_ARRAY_OID = 1016;
const CONNECTION_TIMEOUT = 3_000;
const ANSWER_MARGIN = 2_000;

/**
 * Milliseconds that a connection stays open unused: a new one makes the first request after a pause several times
 * slower.
 */
const IDLE_TIMEOUT = 300_000;

/** Milliseconds; firewalls forget connections that say nothing for some minutes. */
const KEEP_ALIVE_DELAY = 60_000;

/** Ids, counts and revisions are constrained below 2^53, so anything larger is a defect. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit integer does not fit a number');
  return value;
}

/** One-dimensional and without nulls: `{1,2}`. */
function parseInt8Array(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8);
}

const types = new pg.TypeOverrides();
types.setTypeParser(INT8_OID, parseInt8);
types.setTypeParser(INT8_ARRAY_OID, parseInt8Array);

/** Sends statements without the names under which a connection keeps them. */
class UnnamedClient extends pg.Client {
  override query(statement: unknown, ...rest: unknown[]): never {
    const sent = isNamed(statement) ? { ...statement, name: undefined } : statement;
    return Reflect.apply(super.query, this, [sent, ...rest]) as never;
  }
}

function isNamed(statement: unknown): statement is { name: string } {
  return typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement;
}

/** Opens a pool, which connects on first use. Close it with {@link closeDatabase}. */
export function openDatabase(options: DatabaseOptions): Database {
  const { onStatement, onError } = options;
  const initialization: pgPromise.IInitOptions = {
    noWarnings: true,
    error(error, context) {
      endIfSilent(error, context);
      onError?.(error);
    },
  };
  if (onStatement)
    initialization.query = ({ query }) => onStatement(statementText(query), boundValues(query));
  if (isTracing()) traceStatements(initialization);
  const server = { connectionString: options.url, application_name: options.applicationName };
  if (!options.manyServers) endDeadConnections(initialization, server);
  const database = pgPromise(initialization)({
    ...server,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    statement_timeout: options.statementTimeout,
    idle_in_transaction_session_timeout: options.idleTransactionTimeout ?? false,
    // For a server too broken to cancel the statement itself.
    query_timeout: options.statementTimeout && options.statementTimeout + ANSWER_MARGIN,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    idleTimeoutMillis: IDLE_TIMEOUT,
    types,
    // pg-promise's own types lack an option of pg's pool, and do not match pg's client.
    ...({ onConnect: withoutJit } as object),
    ...(options.prepared === false && { Client: UnnamedClient as never }),
  });
  // pg-promise removes its own listener when the pool ends. Connections that are still closing would then end the
  // process if the server cut them off.
  database.$pool.on('error', () => {});
  // pg-promise's own type of pg's pool lacks most of it.
  if (options.shedsLoad) shedLoad(database.$pool as unknown as pg.Pool);
  return database;
}

/**
 * Compiling a statement takes up to a second; most take a millisecond, but statistics of tables that were just filled
 * make the server expect more. A startup parameter would be refused by poolers.
 */
async function withoutJit(client: { query(text: string): Promise<unknown> }): Promise<void> {
  await client.query('set jit = off');
}

/**
 * A connection without an answer may be dead for a quarter of an hour before TCP notices; the pool would use it again.
 */
function endIfSilent(error: unknown, { client }: pgPromise.IEventContext): void {
  const isSilent = error instanceof Error && error.message === 'Query read timeout';
  // pg-promise's own type of pg's client lacks its connection.
  if (isSilent) cut(client as unknown as pg.Client);
}

/** Waits for running statements, then closes the pool. */
export function closeDatabase(database: Database): Promise<void> {
  return database.$pool.end();
}

function statementText(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: unknown }).text);
}

function boundValues(query: unknown): unknown[] {
  return typeof query === 'string' ? [] : ((query as { values?: unknown[] }).values ?? []);
}

/** Traces the statements of requests by name, never with their text or values. A connection runs one at a time. */
export function traceStatements(initialization: pgPromise.IInitOptions): void {
  const running = new WeakMap<object, EndSpan>();
  const { query: before, error: onError } = initialization;

  function end(client: object, error?: unknown): void {
    running.get(client)?.(error);
    running.delete(client);
  }

  initialization.query = (event) => {
    before?.(event);
    const name = nameOf(event.query);
    const begun = beginSpan(name, { 'db.system.name': 'postgresql', 'db.query.summary': name });
    if (begun) running.set(event.client, begun);
  };
  initialization.receive = ({ ctx }) => end(ctx.client);
  initialization.error = (error, context) => {
    onError?.(error, context);
    if (context.client) end(context.client, error);
  };
}

function nameOf(query: unknown): string {
  if (typeof query === 'string') return OF_TRANSACTIONS.exec(query)?.[0].toLowerCase() ?? 'statement';
  const { name } = query as { name?: string };
  return name === undefined ? 'statement' : name.replace(DIGEST, '');
}

/**
 * Refuses work at once while other work has waited long for a connection. Otherwise all requests to a slow database
 * wait for seconds, most of them in vain, and those that wait when it recovers hold up all that follow.
 */
function shedLoad(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  /** When each began to wait, oldest first. */
  const queue = new Set<{ since: number }>();

  function connectUnlessLate(connected: Connected): void {
    const isFull = pool.idleCount === 0 && pool.totalCount === pool.options.max;
    if (!isFull) return void connect(connected);
    const now = performance.now();
    const first = queue.values().next().value;
    if (first && now - first.since > LONGEST_WAIT) return void connected(tooSlow(), undefined, () => {});
    const turn = { since: now };
    queue.add(turn);
    connect((...answer) => {
      queue.delete(turn);
      connected(...answer);
    });
  }

  Object.assign(pool, { connect: connectUnlessLate });
}

function tooSlow(): AppError {
  return new AppError('unavailable', 'The database is too slow at the moment.', { retryAfter: 1 });
}

/**
 * The database with at most half of its connections for reads outside transactions, so that slow ones leave the rest.
 */
export function halfOfConnections(database: Database): Database {
  const permits = Math.max(1, Math.floor((database.$pool.options.max ?? 1) / 2));
  const withPermit = createSemaphore({
    permits,
    timeout: LONGEST_WAIT_OF_READS,
    message: 'Too many requests wait for the database; try again in a few seconds.',
  });
  const half = {
    any: (...query: Parameters<Database['any']>) => withPermit(() => database.any(...query)),
    one: (...query: Parameters<Database['one']>) => withPermit(() => database.one(...query)),
    oneOrNone: (...query: Parameters<Database['oneOrNone']>) =>
      withPermit(() => database.oneOrNone(...query)),
  };
  return Object.assign(Object.create(database), half);
}

const { TransactionMode, isolationLevel } = pgPromise.txMode;

const SNAPSHOT = new TransactionMode({ tiLevel: isolationLevel.repeatableRead, readOnly: true });

/** Reads one state of the database with several statements; within another transaction, as that sees it. */
export function inSnapshot<Result>(
  executor: Executor,
  read: (snapshot: Executor) => Promise<Result>,
): Promise<Result> {
  return executor.tx({ tag: 'read-snapshot', mode: SNAPSHOT }, read);
}

/** Reads what a tenant's revision covers. Every {@link Executor} is one, too. */
export interface ContentReader {
  any<Row>(statement: BoundStatement): Promise<Row[]>;
  one<Row>(statement: BoundStatement): Promise<Row>;
  oneOrNone<Row>(statement: BoundStatement): Promise<Row | null>;
}
