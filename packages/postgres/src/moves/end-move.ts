import { AppError } from '@guidepost/service-kit';
import type { Database, Executor } from '../connection/database.ts';
import { settleOutcome } from './move-outcome.ts';
import { changeState, endMove, findMove } from './move-state.ts';
import type { MovableTenant } from './tenant-move.ts';
import type { TenantTables } from './tenant-tables.ts';

/**
 * Gives up a move that was interrupted.
 * @param target needed if the source refuses changes already
 * @throws AppError `not-found` without a move, `conflict` if it has succeeded
 */
export async function cancelMove(
  source: Database,
  tenantId: number,
  target: Database | undefined,
): Promise<void> {
  const move = await findMove(source, tenantId);
  if (!move || move.state === 'deleted') throw new AppError('not-found', 'It is not being moved.');
  if (move.state === 'moved') throw hasMoved();
  if (move.state === 'read-only') {
    if (!target)
      throw new AppError('invalid', 'The move may have succeeded. Give the other database with --to.');
    if (await settleOutcome(target, tenantId, move)) throw hasMoved();
  }
  if (!(await endMove(source, move.id))) throw hasMoved();
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
  { tenantId, tables, beforeDeletion }: MovableTenant,
): Promise<number> {
  const move = await findMove(source, tenantId);
  if (move?.state !== 'moved')
    throw new AppError('conflict', 'It has not moved: what is here is not a copy.');
  return source.tx(async (transaction) => {
    await transaction.none(`set local statement_timeout = 0; set local guidepost.webhooks = 'off'`);
    if (!(await changeState(transaction, move.id, 'moved', 'deleted')))
      throw new AppError('conflict', 'It has not moved.');
    await beforeDeletion(transaction);
    return deleteRowsOfTenant(transaction, tenantId, tables);
  });
}

async function deleteRowsOfTenant(
  transaction: Executor,
  tenantId: number,
  { copied }: TenantTables,
): Promise<number> {
  const tables = Object.entries(copied).filter(([, { removedByWorker }]) => !removedByWorker);
  for (const [name, { rows, later }] of tables) {
    const nothing = later?.map((column) => `${column} = null`).join(', ');
    if (nothing) await transaction.none(`update ${name} t set ${nothing} where ${rows}`, [tenantId]);
  }
  let deleted = 0;
  for (const [name, { rows }] of tables.toReversed()) {
    deleted += (await transaction.result(`delete from ${name} t where ${rows}`, [tenantId])).rowCount;
  }
  return deleted;
}
