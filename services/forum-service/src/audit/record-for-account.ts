import type { Executor } from '@guidepost/postgres';
import { listForumsOf } from '../accounts/accounts.ts';
import { type Doing, recordDeeds } from './audit.ts';
import type { Recorded } from './record-change.ts';

/** Does something that concerns all forums of an account, and writes down with each who did it: both or neither. */
export function recordForAccount<Result>(
  database: Executor,
  { account, ...doing }: Doing & { account: string },
  work: (transaction: Executor) => Promise<Recorded<Result>>,
): Promise<Result> {
  return database.tx('record-for-account', async (transaction) => {
    const { deeds, result } = await work(transaction);
    for (const forum of await listForumsOf(transaction, account))
      await recordDeeds(transaction, { ...forum, ...doing }, deeds);
    return result;
  });
}
