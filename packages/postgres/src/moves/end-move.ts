import { AppError } from '@guidepost/service-kit';
import type { Database, Executor } from '../connection/database.ts';
import { endMove, findMove, settleOutcome, whileLocked } from './move-state.ts';
import { dropTriggers } from './refuse-changes.ts';
import { disableSubscription, dropPublication, dropSubscription } from './replication.ts';
import { listTables, type MovableTenant, type NamedTable, rowsByValue } from './tenant-move.ts';

interface Undoing extends Pick<MovableTenant, 'tenantId' | 'tables'> {
  source: Database;
  target: Database | undefined;
}

/**
 * Lets changes through again, and removes what the move has made. The source does not need the target for that.
 * @throws AppError `unavailable` if the source cannot be reached
 */
export async function undoMove(undoing: Undoing, id: string): Promise<void> {
  const { source, target } = undoing;
  try {
    await source.none(`update tenant_moves set state = 'copying' where id = $1 and state <> 'moved'`, [id]);
    if (target) await disableSubscription(target, id).catch(() => {});
    await dropPublication(source, id);
    if (target) await clearTarget({ ...undoing, target }).catch(() => {});
    if (!(await endMove(source, id))) throw hasMoved();
    await dropTriggers(source, id);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message =
      'It did not move, but changes may be refused here. Run move --cancel once the database can be reached.';
    throw new AppError('unavailable', message, { cause });
  }
}

/** Removes what moves that were given up, or a deleted copy, have left of the tenant in the target. */
export async function clearTarget(clearing: Undoing & { target: Database }): Promise<void> {
  const { source, target, tenantId, tables } = clearing;
  if (await target.oneOrNone(`select from ${tables.root} where id = $1`, [tenantId])) return;
  const remains = listTables(tables).filter(
    ({ withSwitch, removedByWorker }) => !withSwitch || removedByWorker,
  );
  const rows = await rowsByValue(source, remains, tenantId);
  await target.tx(async (transaction) => {
    const arrivals = await transaction.any<{ id: string }>(
      'delete from tenant_arrivals where tenant_id = $1 and arrived is not true returning id',
      [tenantId],
    );
    for (const { id } of arrivals) {
      await dropSubscription(transaction, id);
      await transaction.none('delete from move_marks where move = $1', [id]);
    }
    await deleteRows(transaction, remains, (table) => rows(table, 't.'));
  });
}

/**
 * Gives up a move that was interrupted.
 * @param target needed if the source refuses changes already; without it, what was copied stays in the target
 * @throws AppError `not-found` without a move, `conflict` if it has succeeded
 */
export function cancelMove(
  source: Database,
  target: Database | undefined,
  { tenantId, tables }: Pick<MovableTenant, 'tenantId' | 'tables'>,
): Promise<void> {
  return whileLocked(source, tenantId, async () => {
    const move = await findMove(source, tenantId);
    if (!move || move.state === 'deleted') throw new AppError('not-found', 'It is not being moved.');
    if (move.state === 'moved') throw hasMoved();
    if (move.state === 'read-only') {
      if (!target)
        throw new AppError('invalid', 'The move may have succeeded. Give the other database with --to.');
      if (await settleOutcome(target, tenantId, move)) throw hasMoved();
    }
    await undoMove({ source, target, tenantId, tables }, move.id);
  });
}

function hasMoved(): AppError {
  return new AppError(
    'conflict',
    'It has moved. To bring it back, delete the copy here with move --delete-copy, then move it from there.',
  );
}

/** Deletes the copy that a tenant has left. @returns how many rows @throws AppError `conflict` if it lives here */
export async function deleteCopy(
  source: Database,
  { tenantId, tables, queue, deleteStaff }: MovableTenant,
): Promise<number> {
  const move = await findMove(source, tenantId);
  if (move?.state !== 'moved')
    throw new AppError('conflict', 'It has not moved: what is here is not a copy.');
  // Otherwise the target could follow.
  await dropPublication(source, move.id);
  const rows = await source.tx(async (transaction) => {
    await transaction.none(`update tenant_moves set state = 'deleted', changed_at = now() where id = $1`, [
      move.id,
    ]);
    await queue(transaction);
    await deleteStaff(transaction);
    const copied = listTables(tables).filter(({ removedByWorker }) => !removedByWorker);
    // A query would find nothing any more once the tenant's parts are deleted.
    const rows = await rowsByValue(transaction, copied, tenantId);
    return deleteRows(transaction, copied, (table) => rows(table, 't.'));
  });
  await dropTriggers(source, move.id);
  return rows;
}

/** @returns how many */
async function deleteRows(
  transaction: Executor,
  tables: readonly NamedTable[],
  rows: (table: NamedTable) => string,
): Promise<number> {
  await transaction.none(`set local statement_timeout = 0; set local guidepost.webhooks = 'off'`);
  for (const table of tables) {
    const nothing = table.clearedFirst?.map((column) => `${column} = null`).join();
    if (nothing) await transaction.none(`update ${table.name} t set ${nothing} where ${rows(table)}`);
  }
  let deleted = 0;
  for (const table of tables.toReversed()) {
    const { rowCount } = await transaction.result(`delete from ${table.name} t where ${rows(table)}`);
    deleted += rowCount;
  }
  return deleted;
}
