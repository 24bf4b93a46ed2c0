import { type BoundStatement, batchable, type Executor, sql } from '@guidepost/postgres';

const find = sql`
  select proname, probin, proargnames, proretset from pg_proc where oid = $1
`;
const findBatched = batchable(find, { 1: 'oid' });
const rename = sql`
  select ${sql.identifier('proname')} as name from pg_proc where oid = $1
`;

interface FunctionRow {
  proname: 'lower' | 'upper';
  probin: string | null;
  proargnames: string[] | null;
  proretset: boolean;
}

function list<Row>(executor: Executor, statement: BoundStatement): Promise<Row[]> {
  return executor.any<Row>(statement);
}

function run(executor: Executor, { statement }: { statement: typeof find }) {
  return executor.oneOrNone<{ proretset: boolean }>(statement([1]));
}

type Call = (executor: Executor) => Promise<unknown>;

/** Calls with wrong rows, by what the check says. */
export const MISTAKES: Readonly<Record<string, Call>> = {
  'missing is not selected': (executor) => executor.one<{ missing: string }>(find([1])),
  'proname is name': (executor) => executor.any<{ proname: number }>(find([1])),
  'probin may be null': (executor) => executor.oneOrNone<{ probin: string }>(find([1])),
  'proargnames is text[]': (executor) => executor.many<{ proargnames: number[] | null }>(find([1])),
  'proretset is bool': (executor) => list<{ proretset: string }>(executor, findBatched([1])),
  'name is name': (executor) => executor.one<{ name: Date }>(rename([1])),
  'proretset is not selected': (executor) => run(executor, { statement: rename }),
};

export const RIGHT: readonly Call[] = [
  (executor) => executor.one<FunctionRow>(find([1])),
  (executor) => list<{ name: string } | { name: null }>(executor, rename([1])),
  (executor) => run(executor, { statement: find }),
];

/** Runs texts that the tag has not made, and reads a row that has no type. */
export async function runOutside(executor: Executor, table: string): Promise<string> {
  await executor.any(`select 1 from ${table}`);
  await executor.one({ text: 'select 1', values: [] });
  await executor.none('set local jit = off');
  const { proname } = await executor.one(find([1]));
  return proname;
}
