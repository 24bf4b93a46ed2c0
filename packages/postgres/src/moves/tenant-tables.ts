import type { Executor } from '../connection/database.ts';

export interface TenantTable {
  /** A condition on the row `t`: whether it belongs to the tenant with the id `$1`. */
  rows: string;
  /** Columns with ids of people of the desk, who have other ids in another database if they were invited there, too. */
  people?: readonly string[];
  /** Columns that refer to rows of tables that are copied later, or of the same table: they are null at first. */
  later?: readonly string[];
  /** Columns that have another value in the target, by an expression on `t`. */
  rewritten?: Readonly<Record<string, string>>;
  /** A condition on `t`: whether the row may be on its way to someone right now. */
  underWay?: string;
  /** Whether a worker removes the rows of a tenant that was deleted. */
  removedByWorker?: boolean;
}

/** What moves with a tenant of a service. */
export interface TenantTables {
  /** The table of the tenants. */
  root: string;
  /** By name, those that others refer to first. */
  copied: Readonly<Record<string, TenantTable>>;
  /** The table of what is searched, whose key is the tenant of search and the document. */
  documents: string;
  /** Reasons by name. A test compares both with the schema. */
  notCopied: Readonly<Record<string, string>>;
  /** The ids under which a store has files of the tenant `$1`. */
  filesOf: string;
  /** Of `secrets`: without the same ones, hashes of people would not be found again. */
  secrets: readonly string[];
}

/** A table as it is in the database. */
export interface TableShape {
  name: string;
  /** Without generated ones. */
  columns: readonly string[];
  key: readonly KeyColumn[];
}

interface KeyColumn {
  name: string;
  type: string;
}

const READ_SHAPES = `
  select c.relname as name,
    array(
      select a.attname::text
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum
    ) as columns,
    (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
      from pg_index i
      cross join lateral unnest(i.indkey::smallint[]) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary
    ) as key
  from pg_class c
  where c.oid = any($1::regclass[])`;

/** @returns in the order of the names */
export async function readShapes(executor: Executor, names: readonly string[]): Promise<TableShape[]> {
  const shapes = await executor.any<TableShape>(READ_SHAPES, [names]);
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  return names.flatMap((name) => byName.get(name) ?? []);
}
