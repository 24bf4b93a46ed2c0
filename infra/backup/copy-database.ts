import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { contentOf, countRows, differences, listTables, withDatabase } from './tables.ts';

export interface Copying {
  from: string;
  to: string;
  /** A folder that the server of `from` may write to, and that of `to` may read. */
  folder: string;
}

/**
 * Replaces the rows of a database with those of another one with the same schema, compares them, and returns how many
 * there are. Both servers run on this machine, the connections are a superuser's, and nothing else writes to either.
 * @throws AppError `internal` if anything differs; nothing is changed then
 */
export function copyDatabase({ from, to, folder }: Copying): Promise<number> {
  return withDatabase(from, (source) =>
    withDatabase(to, async (target) => {
      const rows = await target.tx(async (transaction) => {
        // Neither triggers nor foreign keys: the rows fit together already.
        await transaction.none('set local session_replication_role = replica');
        await copyTables(source, transaction, folder);
        await copySequences(source, transaction);
        return compare(source, transaction);
      });
      await target.none('analyze');
      return rows;
    }),
  );
}

async function copyTables(source: Executor, target: Executor, folder: string): Promise<void> {
  const tables = await listTables(source);
  if (tables.join() !== (await listTables(target)).join())
    throw new AppError('internal', 'The two databases have different tables: both must be migrated first.');
  await target.none('truncate $1:name cascade', [tables]);
  for (const table of tables) await copyTable(table, { source, target, file: join(folder, table) });
}

async function copyTable(
  table: string,
  { source, target, file }: { source: Executor; target: Executor; file: string },
): Promise<void> {
  const columns = await columnsOf(source, table);
  await source.none('copy $1:name ($2:name) to $3', [table, columns, file]);
  // The other server may run as another account.
  await chmod(file, 0o644);
  await target.none('copy $1:name ($2:name) from $3', [table, columns, file]);
  await rm(file);
}

/** Without those that are computed. */
function columnsOf(source: Executor, table: string): Promise<string[]> {
  return source.map(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
    ({ name }: { name: string }) => name,
  );
}

async function copySequences(source: Executor, target: Executor): Promise<void> {
  const sequences = await source.any<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  );
  for (const { name } of sequences) {
    const { last_value, is_called } = await source.one('select last_value, is_called from $1:name', [name]);
    await target.any('select setval($1::regclass, $2, $3)', [name, last_value, is_called]);
  }
}

async function compare(source: Executor, target: Executor): Promise<number> {
  const before = await contentOf(source);
  const [different] = differences(before, await contentOf(target));
  if (different) throw new AppError('internal', `The copy differs from the original: ${different}`);
  return countRows(before);
}
