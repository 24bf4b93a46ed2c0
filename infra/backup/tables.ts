import { closeDatabase, type Database, type Executor, openDatabase } from '@guidepost/postgres';

export interface TableContent {
  rows: number;
  /** The same for the same rows in any order. */
  checksum: string;
}

export type Content = Record<string, TableContent>;

/** Opens a database without time limits, and closes it when `action` has ended. */
export async function withDatabase<Result>(
  url: string,
  action: (database: Database) => Promise<Result>,
): Promise<Result> {
  const options = { url, poolSize: 1, applicationName: 'guidepost backup', statementTimeout: 0 };
  const database = openDatabase(options);
  try {
    return await action(database);
  } finally {
    await closeDatabase(database);
  }
}

/** Without unlogged tables, which only count requests and are empty after a crash or a restore. */
export function listTables(executor: Executor): Promise<string[]> {
  return executor.map(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname`,
    [],
    ({ name }: { name: string }) => name,
  );
}

export async function contentOf(executor: Executor): Promise<Content> {
  const content: Content = {};
  for (const table of await listTables(executor)) {
    content[table] = await executor.one<TableContent>(
      `select count(*) as rows,
         coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as checksum
       from $1:name t`,
      [table],
    );
  }
  return content;
}

export function countRows(content: Content): number {
  return Object.values(content).reduce((sum, { rows }) => sum + rows, 0);
}

/** Tables whose content differs, one line each. */
export function differences(before: Content, after: Content): string[] {
  const tables = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...tables]
    .filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]))
    .map((table) => `${table}: ${describe(before[table])} before, ${describe(after[table])} after`);
}

function describe(content: TableContent | undefined): string {
  return content ? `${content.rows} rows (${content.checksum})` : 'no table';
}
