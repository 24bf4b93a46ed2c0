import { AppError } from '@guidepost/service-kit';
import type { Database, Executor } from '../connection/database.ts';
import { isLockTimeout } from '../errors/database-error.ts';

/** The state of a tenant in the database that it leaves. Mail and webhooks wait from `settling` on. */
export type MoveState = 'copying' | 'settling' | 'read-only' | 'moved' | 'deleted';

export interface Move {
  id: string;
  /** The identity of the database that it goes to. */
  target: string;
  state: MoveState;
}

/** Milliseconds to wait for a transaction of the move that has not ended. */
const OUTCOME_TIMEOUT = 5_000;

/**
 * Does the work of a command while no other one moves the tenant from or to this database. A lock that is lost with its
 * connection does not end the work.
 * @throws AppError `conflict` if another command moves it
 */
export async function whileLocked<Result>(
  database: Database,
  tenantId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const done: { outcome?: Promise<Result> } = {};
  await database
    .tx(async (holding) => {
      await holding.none('set local idle_in_transaction_session_timeout = 0');
      const { locked } = await holding.one<{ locked: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended('guidepost move ' || $1::bigint, 0)) as locked`,
        [tenantId],
      );
      if (!locked) throw new AppError('conflict', 'Another command is moving it.');
      done.outcome = work();
      await done.outcome.catch(() => {});
    })
    .catch((error: unknown) => {
      if (!done.outcome) throw error;
    });
  return done.outcome as Promise<Result>;
}

export function findMove(executor: Executor, tenantId: number): Promise<Move | null> {
  return executor.oneOrNone<Move>('select id, target, state from tenant_moves where tenant_id = $1', [
    tenantId,
  ]);
}

export async function beginMove(
  source: Database,
  { tenantId, id, target }: { tenantId: number; id: string; target: string },
): Promise<void> {
  await source.none(
    `insert into tenant_moves (tenant_id, id, target, state) values ($1, $2, $3, 'copying')
     on conflict (tenant_id) do update set id = excluded.id, target = excluded.target, state = 'copying', changed_at = now()`,
    [tenantId, id, target],
  );
}

/** @throws AppError `conflict` if the move is not in the state `from` */
export async function changeState(
  executor: Executor,
  id: string,
  { from, to }: { from: MoveState; to: MoveState },
): Promise<void> {
  const { rowCount } = await executor.result(
    'update tenant_moves set state = $3, changed_at = now() where id = $1 and state = $2',
    [id, from, to],
  );
  if (rowCount !== 1) throw new AppError('conflict', 'The move was cancelled meanwhile.');
}

/** Forgets the move, so that changes are let through again. @returns false if the tenant has moved */
export async function endMove(source: Database, id: string): Promise<boolean> {
  const { rowCount } = await source.result(
    `delete from tenant_moves where id = $1 and state in ('copying', 'settling', 'read-only')`,
    [id],
  );
  return rowCount === 1;
}

const READ_IDENTITY = `
  select (select system_identifier from pg_control_system())::text || '/' || d.oid as identity
  from pg_database d
  where d.datname = current_database()`;

/**
 * Which database this is: the same for a replica or after a restore of the server, another one for another database.
 */
export async function readIdentity(executor: Executor): Promise<string> {
  return (await executor.one<{ identity: string }>(READ_IDENTITY)).identity;
}

const SETTLE = `
  insert into tenant_arrivals as a (id, tenant_id, arrived) values ($1, $2, false)
  on conflict (id) do update set arrived = false where a.arrived is null`;

/**
 * Whether the tenant lives in the target. If it does not, it cannot arrive there any more by this move.
 * @throws AppError `unavailable` when that cannot be known now, `conflict` for another target
 */
export async function settleOutcome(
  target: Database,
  tenantId: number,
  { id, target: expected }: Omit<Move, 'state'>,
): Promise<boolean> {
  try {
    if ((await readIdentity(target)) !== expected) {
      throw new AppError('conflict', 'It was moved to a different database. Give the URL of that one.');
    }
    return await target.tx(async (transaction) => {
      await transaction.none(`set local lock_timeout = ${OUTCOME_TIMEOUT}`);
      await transaction.none(SETTLE, [id, tenantId]);
      const { arrived } = await transaction.one<{ arrived: boolean }>(
        'select arrived from tenant_arrivals where id = $1',
        [id],
      );
      return arrived;
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const why = isLockTimeout(error) ? 'still has a transaction of the move' : 'cannot be reached';
    throw new AppError(
      'unavailable',
      `The other database ${why}, so it is not known whether the move succeeded. Readers are still served here, and changes refused here. Run the same command again.`,
      { cause: error },
    );
  }
}
