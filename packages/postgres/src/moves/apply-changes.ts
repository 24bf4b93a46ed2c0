import { AppError } from '@guidepost/service-kit';
import type { Executor } from '../connection/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../errors/database-error.ts';
import { type Copying, writeBatch } from './copy-rows.ts';
import { cancelledMeanwhile, findMove, MOVES_TABLE } from './move-state.ts';
import { deleteRows, keyThere, type MovedTable, type RowKey, selectRowsOf } from './row-statements.ts';

/** Keys of rows that changed, by table. */
export type ChangedKeys = ReadonlyMap<string, readonly RowKey[]>;

/** A step of the copy; within a savepoint, since others may have to come first. */
interface Step {
  run(target: Executor): Promise<unknown>;
  /** The same in smaller steps. */
  split: () => Step[];
}

const ROWS_AT_ONCE = 100;

const TAKE_CHANGES = `
  with taken as (
    delete from tenant_changes where tenant_id = $1 and table_name <> '${MOVES_TABLE}' returning table_name, key
  )
  select table_name, jsonb_agg(distinct key) as keys from taken group by table_name
  union all
  select table_name, jsonb_agg(key) from tenant_changes
  where tenant_id = $1 and table_name = '${MOVES_TABLE}' and key = jsonb_build_array($2::text)
  group by table_name`;

/**
 * Takes what was noted, as of the snapshot of the source's transaction.
 * @throws AppError `conflict` when another command has begun to move the tenant, `unavailable` when notes were lost
 */
export async function takeChanges(source: Executor, { tenantId, id }: Noted): Promise<ChangedKeys> {
  const taken = await source.any<{ table_name: string; keys: RowKey[] }>(TAKE_CHANGES, [tenantId, id]);
  const changed = new Map(taken.map(({ table_name, keys }) => [table_name, keys]));
  if (changed.delete(MOVES_TABLE)) return changed;
  if ((await findMove(source, tenantId))?.id !== id) throw cancelledMeanwhile();
  throw new AppError(
    'unavailable',
    'The database was restarted meanwhile, so changes may be missing. Run the same command again.',
  );
}

interface Noted {
  tenantId: number;
  /** Of the move. */
  id: string;
}

interface ReadRow {
  key: RowKey;
  row: string;
}

/** Makes these rows in the target what they are in the snapshot of the source. */
export async function applyChanges(copying: Copying, changed: ChangedKeys): Promise<void> {
  const removals: Step[] = [];
  const writes: Step[] = [];
  for (const table of copying.tables) {
    for (const keys of chunks(changed.get(table.shape.name) ?? [])) {
      const statement = selectRowsOf(table, copying.people);
      const rows = await copying.source.any<ReadRow>(statement, [copying.tenantId, JSON.stringify(keys)]);
      const present = new Set(rows.map(({ key }) => JSON.stringify(key)));
      const gone = keys.filter((key) => !present.has(JSON.stringify(key)));
      if (gone.length > 0) removals.unshift(removal(copying, table, gone));
      if (rows.length > 0)
        writes.push(
          write(
            copying,
            table,
            rows.map(({ row }) => row),
          ),
        );
    }
  }
  await runTogether(copying.target, [...removals, ...writes]);
}

function removal(copying: Copying, table: MovedTable, keys: readonly RowKey[]): Step {
  const there = keys.map((key) => keyThere(table, key, copying.people));
  return {
    run: (target) => target.none(deleteRows(table), [copying.tenantId, JSON.stringify(there)]),
    split: () => keys.map((key) => removal(copying, table, [key])),
  };
}

function write(copying: Copying, table: MovedTable, rows: readonly string[]): Step {
  return {
    run: (target) => writeBatch({ ...copying, target }, table, rows),
    split: () => rows.map((row) => write(copying, table, [row])),
  };
}

/** Usually their order is right. */
async function runTogether(target: Executor, steps: readonly Step[]): Promise<void> {
  try {
    await target.tx(async (savepoint) => {
      for (const step of steps) await step.run(savepoint);
    });
  } catch (error) {
    if (!isOfOrder(error)) throw error;
    await runInAnyOrder(target, steps);
  }
}

function isOfOrder(error: unknown): boolean {
  return isUniqueViolation(error) || isForeignKeyViolation(error);
}

/** A slug may be free only after another row has lost it, and a row be removed only after others refer to it no more. */
async function runInAnyOrder(target: Executor, steps: readonly Step[]): Promise<void> {
  let waiting = steps;
  let before = Number.POSITIVE_INFINITY;
  while (waiting.length > 0) {
    const { failed, error } = await runEach(target, waiting);
    const next = failed.flatMap((step) => step.split());
    if (next.length >= before) throw error;
    before = next.length;
    waiting = next;
  }
}

async function runEach(
  target: Executor,
  steps: readonly Step[],
): Promise<{ failed: Step[]; error: unknown }> {
  const failed: Step[] = [];
  let error: unknown;
  for (const step of steps) {
    try {
      await target.tx((savepoint) => step.run(savepoint));
    } catch (thrown) {
      if (!isOfOrder(thrown)) throw thrown;
      error = thrown;
      failed.push(step);
    }
  }
  return { failed, error };
}

function* chunks(keys: readonly RowKey[]): Generator<readonly RowKey[]> {
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE)
    yield keys.slice(start, start + ROWS_AT_ONCE);
}
