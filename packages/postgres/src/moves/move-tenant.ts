import { randomUUID } from 'node:crypto';
import { AppError } from '@guidepost/service-kit';
import type { Executor } from '../connection/database.ts';
import { checkTarget, prepareTarget } from './check-target.ts';
import { type CopiedTenant, copyTenant } from './copy-tenant.ts';
import { settleOutcome } from './move-outcome.ts';
import { beginMove, changeState, endMove, findMove, inTarget, type Move } from './move-state.ts';
import type { MovableTenant, TenantMove } from './tenant-move.ts';

export interface MoveReport {
  /** Undefined when an earlier command had copied them. */
  rows?: number;
  seconds?: number;
  /** For how long changes were refused. */
  readOnlyMilliseconds?: number;
}

/**
 * Moves a tenant to another database while the service runs. Its rows are one transaction of the target, so an interruption
 * leaves nothing there. The source refuses changes before that is committed, and until it is known that it was not.
 * @throws AppError in words for people
 */
export async function moveTenant(move: TenantMove): Promise<MoveReport> {
  if (await finishEarlier(move)) return {};
  const started = performance.now();
  const id = randomUUID();
  const copied = await copyToTarget(move, id);
  await finish(move, id);
  const ended = performance.now();
  return {
    rows: copied.rows,
    seconds: (ended - started) / 1_000,
    readOnlyMilliseconds: Math.round(ended - copied.frozenAt),
  };
}

/** @returns whether an earlier command had moved the tenant, without coming to its end */
async function finishEarlier(move: TenantMove): Promise<boolean> {
  const earlier = await findUnended(move);
  return earlier?.state === 'read-only' && (await settle(move, earlier));
}

/** @throws AppError `conflict` if the tenant has moved */
async function findUnended({
  source,
  tenantId,
}: Pick<TenantMove, 'source' | 'tenantId'>): Promise<Move | null> {
  const earlier = await findMove(source, tenantId);
  if (earlier?.state !== 'moved') return earlier;
  const message = 'It has moved already. Delete the copy that is left here with move --delete-copy.';
  throw new AppError('conflict', message);
}

async function settle(move: TenantMove, earlier: Move): Promise<boolean> {
  if (await settleOutcome(move.target, move.tenantId, earlier)) {
    await finish(move, earlier.id);
    return true;
  }
  await endMove(move.source, earlier.id);
  return false;
}

async function copyToTarget(move: TenantMove, id: string): Promise<CopiedTenant> {
  let identity: string | undefined;
  let copied: CopiedTenant | undefined;
  try {
    await inTarget(move.target, async (target) => {
      identity = await checkTarget({ ...move, target });
      await lockOut(target, move.tenantId);
      await prepareTarget({ ...move, target });
      const begun = await beginMove(move.source, { tenantId: move.tenantId, id, target: identity });
      if (!begun) throw new AppError('conflict', 'Another command is moving it.');
      await target.none('insert into tenant_arrivals (id, tenant_id, arrived) values ($1, $2, true)', [
        id,
        move.tenantId,
      ]);
      await target.none('delete from tenant_moves where tenant_id = $1', [move.tenantId]);
      copied = await copyTenant(move, target, id);
      await move.arrive(target);
    });
  } catch (error) {
    await giveUp(move, { id, target: identity ?? '', copied }, error);
  }
  if (!copied) throw new AppError('internal', 'A move ended without an outcome.');
  return copied;
}

async function lockOut(target: Executor, tenantId: number): Promise<void> {
  const statement = `select pg_try_advisory_xact_lock(hashtextextended('guidepost arrival ' || $1::bigint, 0)) as locked`;
  const { locked } = await target.one<{ locked: boolean }>(statement, [tenantId]);
  if (!locked) throw new AppError('conflict', 'Another command is moving it there.');
}

interface Attempt {
  id: string;
  target: string;
  copied: CopiedTenant | undefined;
}

/** Returns if the tenant lives in the target nevertheless: only the answer was lost. */
async function giveUp(move: TenantMove, { id, target, copied }: Attempt, error: unknown): Promise<void> {
  if (copied && (await settleOutcome(move.target, move.tenantId, { id, target, state: 'read-only' }))) return;
  await endMove(move.source, id).catch((cause: unknown) => {
    const message =
      'It did not move, but changes may be refused here. Run move --cancel once the database can be reached.';
    throw new AppError('unavailable', message, { cause });
  });
  throw error;
}

async function finish({ source, tenantId, tables, leave }: TenantMove, id: string): Promise<void> {
  const finished = source.tx(async (transaction) => {
    // As what workers do, it is not refused.
    await transaction.none(`set local application_name = 'guidepost move background'`);
    await changeState(transaction, id, 'read-only', 'moved');
    const values = [tenantId];
    await transaction.none(
      `update tenant_moves set files_of = array(${tables.filesOf}) where tenant_id = $1`,
      values,
    );
    await transaction.none('delete from tenant_changes where tenant_id = $1', values);
    await leave(transaction);
  });
  await finished.catch((cause: unknown) => {
    const message =
      'It lives in the other database now, but this one could not be told. Run the same command again.';
    throw new AppError('unavailable', message, { cause });
  });
}

/** How many rows would be copied. @throws AppError `conflict` that says what stands in the way */
export async function planMove(
  move: Pick<TenantMove, 'source' | 'target'> & Pick<MovableTenant, 'tenantId' | 'tables' | 'findTaken'>,
): Promise<number> {
  if ((await findUnended(move))?.state === 'read-only') {
    const message = 'A move was interrupted in its last second. Run it again to find out how it ended.';
    throw new AppError('conflict', message);
  }
  await inTarget(move.target, (target) => checkTarget({ ...move, target }));
  let rows = 0;
  for (const [name, table] of Object.entries(move.tables.copied)) {
    const statement = `select count(*) as count from ${name} t where ${table.rows}`;
    rows += (await move.source.one<{ count: number }>(statement, [move.tenantId])).count;
  }
  return rows;
}
