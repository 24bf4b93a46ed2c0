import type { Executor } from '@guidepost/postgres';
import type { Actor } from '../model/actor.ts';
import { noSuchForum, requireOwnForum } from '../model/forum.ts';
import { requirePermission } from '../model/permissions.ts';
import { requireOwnAccount } from './accounts.ts';
import { type Attribution, type AuditEvent, recordAccountEvents, recordEvents } from './audit.ts';
import { explainLock, lockForAdministration, lockTimeoutOf } from './change-forum.ts';
import { findForum, requireForum } from './find-forum.ts';

export interface Recorded<Result> {
  /** Empty when there was nothing to change. */
  events: readonly AuditEvent[];
  result: Result;
}

type Work<Result> = (transaction: Executor) => Promise<Recorded<Result>>;

/**
 * Changes, creates or deletes a forum and records the audit events in the same transaction.
 * @throws AppError `not-found`, `forbidden`, `unavailable`, and everything that `work` throws
 */
export function recordChange<Result>(
  database: Executor,
  { slug, ...attribution }: Attribution & { slug: string },
  work: Work<Result>,
): Promise<Result> {
  const { actor, action } = attribution;
  return administer(database, { actor, what: `forum ${slug}` }, async (transaction) => {
    // Under the lock, so that the forum is not another one with this slug in the end.
    const before = await findForum(transaction, slug);
    if (before) requireOwnForum(actor, before);
    else if (action !== 'create') throw noSuchForum(slug);
    requirePermission(actor, action);
    const { events, result } = await work(transaction);
    const forum = before ?? (await requireForum(transaction, slug));
    await recordEvents(transaction, { ...forum, ...attribution }, events);
    return result;
  });
}

/** Changes an account and records the audit events in the same transaction. */
export function recordForAccount<Result>(
  database: Executor,
  { account, ...attribution }: Attribution & { account: string },
  work: Work<Result>,
): Promise<Result> {
  const { actor, action } = attribution;
  return administer(database, { actor, what: `account ${account}` }, async (transaction) => {
    const { id: accountId } = await requireOwnAccount(transaction, actor, account);
    requirePermission(actor, action);
    const { events, result } = await work(transaction);
    await recordAccountEvents(transaction, { accountId, ...attribution }, events);
    return result;
  });
}

/** One administrator at a time; people do not wait for long imports. */
async function administer<Result>(
  database: Executor,
  { actor, what }: { actor: Actor; what: string },
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.tx('administer', async (transaction) => {
      await transaction.none(
        `set local statement_timeout = 0; set local lock_timeout = ${lockTimeoutOf(actor)}`,
      );
      await lockForAdministration(transaction, what);
      return work(transaction);
    });
  } catch (error) {
    throw explainLock(error);
  }
}
