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

/** Executes a statement as the service would, and returns its plan. */
export async function planOf(database: Database, { text, values }: BoundStatement): Promise<QueryPlan> {
  const [row] = await database.any<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (analyze, timing off, format json) ${text}`,
    values,
  });
  const nodes = row ? listNodes(row['QUERY PLAN'][0].Plan) : [];
  const scans = nodes.filter(({ 'Node Type': type }) => type.endsWith('Scan'));
  const sorts = nodes.filter(({ 'Node Type': type }) => type.endsWith('Sort'));
  return {
    scannedTables: scans
      .filter(({ 'Node Type': type }) => type === 'Seq Scan')
      .map(({ 'Relation Name': name = '' }) => name),
    mostSorted: Math.max(0, ...sorts.flatMap(({ Plans = [] }) => Plans.map(rowsOf))),
    mostRead: Math.max(0, ...scans.map(rowsOf)),
    work: nodes.reduce((sum, node) => sum + rowsOf(node) + removedBy(node), 0),
  };
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
