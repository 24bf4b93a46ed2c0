import type { Database, Executor } from '../connection/database.ts';

/** Whether a tenant of this database is being moved to another one, or only its copy is left. */
export type MoveStatus = 'moving' | 'moved';

export interface TenantTable {
  /** Rows belong to the tenant by this column; the key of a replicated table begins with it. */
  column: string;
  /** A query for the values of the column, for the tenant `$1`; by default, its id is the only one. */
  ids?: string;
  /**
   * Copied with the switch instead of replicated before it: what makes the tenant visible in the target, what workers
   * take there whichever tenant it belongs to, and tables whose key lacks the tenant.
   */
  withSwitch?: boolean;
  /** Whether each row is a part of which a tenant consists, so that none comes or goes while it moves. */
  isPart?: boolean;
  /** Columns with ids of people of the desk, who may have other ids in the target. */
  people?: readonly string[];
  /** Columns that have another value in the target, by an expression on `t`. */
  rewritten?: Readonly<Record<string, string>>;
  /** Columns that verification leaves out: others tell whether they are equal. */
  unverified?: readonly string[];
  /** A condition on `t`: whether the row may be on its way to someone right now. */
  underWay?: string;
  /** Whether a trigger of another table adds some of its rows. */
  addedByTrigger?: boolean;
  /** Whether only workers write it, whose changes are not refused. */
  onlyWorkers?: boolean;
  /** Columns that must be null before the copy of a tenant can be deleted. */
  clearedFirst?: readonly string[];
  /** Whether a worker removes the rows of a tenant that was deleted. */
  removedByWorker?: boolean;
}

/** The tables of a service, for its moves. */
export interface TenantTables {
  /** The table of the tenants. */
  root: string;
  /** By name, those that others refer to first. */
  moved: Readonly<Record<string, TenantTable>>;
  /** Reasons by name. A test compares both with the schema. */
  notMoved: Readonly<Record<string, string>>;
  /** The ids under which a store has files of the tenant `$1`. */
  filesOf: string;
  /** Names in `secrets`: without the same ones, hashes of people would not be found again. */
  secrets: readonly string[];
}

/** A tenant as its service describes it to a move. */
export interface MovableTenant {
  tenantId: number;
  tables: TenantTables;
  /** Says which name of the tenant is taken in the target. */
  findTaken: (databases: { source: Executor; target: Executor }) => Promise<string | undefined>;
  /** Queues all documents for search. */
  queue: (executor: Executor) => Promise<void>;
  /** In the source: has workers wait that change much at once. */
  holdWorkers: (source: Executor) => Promise<void>;
  /** In the target, at the end: has instances read the tenant. */
  arrive: (target: Executor) => Promise<void>;
  /** In the source, afterwards: has instances forget the tenant. */
  leave: (source: Executor) => Promise<void>;
  /** In the source, before the copy is deleted: deletes its staff. */
  deleteStaff: (source: Executor) => Promise<void>;
}

/** A tenant, and the database that it is to live in. */
export interface TenantMove extends MovableTenant {
  source: Database;
  /** The URL of the source, by which the server of the target reaches it. */
  sourceUrl: string;
  target: Database;
  /** Called with a sentence for people. */
  onStage: (sentence: string) => void;
  /** Gives up, until the switch. */
  signal: AbortSignal;
}

export interface NamedTable extends TenantTable {
  name: string;
}

export function listTables({ moved }: TenantTables): NamedTable[] {
  return Object.entries(moved).map(([name, table]) => ({ ...table, name }));
}

export function replicatedTables(tables: TenantTables): NamedTable[] {
  return listTables(tables).filter(({ withSwitch }) => !withSwitch);
}

/** A condition on the row `t` of a table: whether it belongs to the tenant. */
export function rowsOf({ column, ids }: TenantTable, tenantId: number): string {
  return ids ? `t.${column} in (${ids.replaceAll('$1', String(tenantId))})` : `t.${column} = ${tenantId}`;
}

/**
 * Reads the ids of the tenant's rows as they are now, for where a condition may not be a query.
 * @returns the condition of a table, on the row called `row`: `t.`, `new.`, or nothing
 */
export async function rowsByValue(
  source: Executor,
  tables: readonly TenantTable[],
  tenantId: number,
): Promise<(table: TenantTable, row: string) => string> {
  const values = new Map<string | undefined, string>([[undefined, String(tenantId)]]);
  for (const { ids } of tables) {
    if (ids && !values.has(ids))
      values.set(ids, (await source.map(ids, [tenantId], ({ id }) => Number(id))).join());
  }
  return ({ column, ids }, row) => `${row}${column} = any ('{${values.get(ids)}}'::bigint[])`;
}

const READ_COLUMNS = `
  select c.relname as name,
    array(
      select a.attname::text
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum
    ) as columns
  from pg_class c
  where c.oid = any ($1::regclass[])`;

/** @returns the columns of each table, without generated ones */
export async function readColumns(
  executor: Executor,
  tables: readonly { name: string }[],
): Promise<Map<string, string[]>> {
  const rows = await executor.any<{ name: string; columns: string[] }>(READ_COLUMNS, [
    tables.map(({ name }) => name),
  ]);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}
