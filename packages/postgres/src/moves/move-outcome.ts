import { AppError } from '@guidepost/service-kit';
import type { Database } from '../connection/database.ts';
import { isLockTimeout } from '../errors/database-error.ts';
import { readIdentity } from './check-target.ts';
import type { Move } from './move-state.ts';

/** Milliseconds to wait for a transaction of the move that has not ended. */
const PATIENCE = 5_000;

const SETTLE = `
  insert into tenant_arrivals (id, tenant_id, arrived) values ($1, $2, false)
  on conflict (id) do nothing`;

/**
 * Whether a tenant lives in the target. If it does not, it cannot arrive there any more by this move.
 * @throws AppError `unavailable` when that cannot be known now, `conflict` for another target
 */
export async function settleOutcome(
  target: Database,
  tenantId: number,
  { id, target: expected }: Move,
): Promise<boolean> {
  try {
    if ((await readIdentity(target)) !== expected) {
      throw new AppError('conflict', 'It was moved to a different database. Give the URL of that one.');
    }
    return await target.tx(async (transaction) => {
      await transaction.none(`set local lock_timeout = ${PATIENCE}`);
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
