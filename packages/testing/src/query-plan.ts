import { until } from '@guidepost/local-servers/testing';
import { type BoundStatement, closeDatabase, type Database, openDatabase } from '@guidepost/postgres';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

export interface QueryPlan {
  /** Tables that were scanned completely. */
  scannedTables: string[];
  /** Rows in the largest sort. */
  mostSorted: number;
  /** Rows read from one table or index, at most. */
  mostRead: number;
  work: number;
}

/** Executes a statement as the service would, and returns its plan, with what functions of the database read. */
export async function planOf(database: Database, statement: BoundStatement): Promise<QueryPlan> {
  const { text, values } = statement;
  const [row] = await database.any<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (analyze, timing off, format json) ${text}`,
    values,
  });
  const nodes = row ? listNodes(row['QUERY PLAN'][0].Plan) : [];
  const scans = nodes.filter(({ 'Node Type': type }) => type.endsWith('Scan') && type !== 'CTE Scan');
  const sorts = nodes.filter(({ 'Node Type': type }) => type.endsWith('Sort'));
  const hasFunctions = scans.some(({ 'Node Type': type }) => type === 'Function Scan');
  const inFunctions = hasFunctions ? await readsOf(database, statement) : NO_READS;
  const scanned = scans
    .filter(({ 'Node Type': type }) => type === 'Seq Scan')
    .map(({ 'Relation Name': name = '' }) => name);
  return {
    scannedTables: [...new Set([...scanned, ...inFunctions.scannedTables])],
    mostSorted: Math.max(0, ...sorts.flatMap(({ Plans = [] }) => Plans.map(rowsOf))),
    mostRead: Math.max(0, inFunctions.mostRead, ...scans.map(rowsOf)),
    work: nodes.reduce((sum, node) => sum + rowsOf(node) + removedBy(node), 0),
  };
}

type Reads = Pick<QueryPlan, 'scannedTables' | 'mostRead'>;

const NO_READS: Reads = { scannedTables: [], mostRead: 0 };

/** The reads of a statement from indexes and tables, also in functions, which its plan does not show. */
function readsOf(database: Database, statement: BoundStatement): Promise<Reads> {
  return database.task(async (task) => {
    await task.any('select pg_stat_force_next_flush()');
    return task.tx(async (transaction) => {
      await transaction.none('discard plans');
      await transaction.any(statement);
      return transaction.one<Reads>(
        `select coalesce(max(pg_stat_get_xact_tuples_returned(oid)) filter (where relkind = 'i'), 0) as "mostRead",
           coalesce(array_agg(relname::text) filter (where relkind = 'r'), '{}') as "scannedTables"
         from pg_class
         where relnamespace = 'public'::regnamespace and pg_stat_get_xact_numscans(oid) > 0`,
      );
    });
  });
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

function rowsOf(node: PlanNode): number {
  return node['Actual Rows'] * node['Actual Loops'];
}

function removedBy(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return removed * node['Actual Loops'];
}

/** Counts rows that some work reads from tables and indexes, including triggers and foreign keys. */
export async function countRowsRead(
  url: string,
  work: (database: Database) => Promise<unknown>,
): Promise<number> {
  // Statistics are per connection until they are flushed, so one connection is used.
  const database = openDatabase({ url, poolSize: 1, applicationName: 'guidepost test', statementTimeout: 0 });
  try {
    const before = await readCount(database);
    await work(database);
    return (await readCount(database)) - before;
  } finally {
    await closeDatabase(database);
  }
}

async function readCount(database: Database): Promise<number> {
  await database.any('select pg_stat_force_next_flush()');
  const { count } = await database.one(
    'select tup_returned + tup_fetched as count from pg_stat_database where datname = current_database()',
  );
  return count;
}

const COUNT_BLOCKED = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when this many statements wait for locks. A transaction would always see the same activity. */
export async function untilBlocked(database: Database, count = 1): Promise<void> {
  await until(
    `${count} statements wait for locks`,
    async () => (await database.one<{ count: number }>(COUNT_BLOCKED)).count >= count,
  );
}
