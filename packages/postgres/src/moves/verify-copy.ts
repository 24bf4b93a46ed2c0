import { AppError } from '@guidepost/service-kit';
import type { ChangedKeys } from './apply-changes.ts';
import type { Copying } from './copy-rows.ts';
import { type Checksum, checksumRows, keyThere, type MovedTable } from './row-statements.ts';

const NO_PEOPLE = new Map<number, number>();

/**
 * Compares numbers and hashes of rows in both databases: all, or those with these keys.
 * @throws AppError `internal` that names the tables
 */
export async function verifyCopy(copying: Copying, changed?: ChangedKeys): Promise<void> {
  const different: string[] = [];
  for (const table of copying.tables) {
    const keys = changed?.get(table.shape.name);
    if (changed && !keys) continue;
    const [here, there] = await Promise.all([
      checksum(copying.source, { copying, table, people: copying.people, keys }),
      checksum(copying.target, {
        copying,
        table,
        people: undefined,
        keys: keys?.map((key) => keyThere(table, key, copying.people)),
      }),
    ]);
    if (here.count !== there.count || here.sum !== there.sum) different.push(table.shape.name);
  }
  if (different.length === 0) return;
  throw new AppError('internal', `The copy differs from the original in ${different.join(', ')}.`);
}

interface Asked {
  copying: Copying;
  table: MovedTable;
  people: Copying['people'] | undefined;
  keys: readonly unknown[] | undefined;
}

function checksum(executor: Copying['source'], { copying, table, people, keys }: Asked): Promise<Checksum> {
  // Rows of the target have their values already.
  const of = people ? table : { ...table, rewritten: {}, people: [] };
  const statement = checksumRows(of, { people: people ?? NO_PEOPLE }, { ofKeys: keys !== undefined });
  return executor.one<Checksum>(statement, [copying.tenantId, ...(keys ? [JSON.stringify(keys)] : [])]);
}
