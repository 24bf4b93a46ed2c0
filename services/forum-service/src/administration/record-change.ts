import type { Executor } from '@guidepost/postgres';
import { listForumsOf, requireOwnAccount } from '../accounts/accounts.ts';
import { type Attribution, type AuditEvent, recordEvents } from '../audit/audit.ts';
import { findForum, requireForum } from '../forums/find-forum.ts';
import { requireOwnForum } from '../model/forum.ts';
import { requirePermission } from '../model/permissions.ts';

export interface Recorded<Result> {
  /** Empty when there was nothing to change. */
  events: readonly AuditEvent[];
  result: Result;
}

type Work<Result> = (transaction: Executor) => Promise<Recorded<Result>>;

/**
 * Changes, creates or deletes a forum and records the audit events in the same transaction.
 * @throws AppError `not-found`, `forbidden`, and everything that `work` throws
 */
export function recordChange<Result>(
  database: Executor,
  { slug, ...attribution }: Attribution & { slug: string },
  work: Work<Result>,
): Promise<Result> {
  return database.tx('record-change', async (transaction) => {
    const before = await findForum(transaction, slug);
    if (before) requireOwnForum(attribution.actor, before);
    requirePermission(attribution.actor, attribution.action);
    const { events, result } = await work(transaction);
    const forum = before ?? (await requireForum(transaction, slug));
    await recordEvents(transaction, { ...forum, ...attribution }, events);
    return result;
  });
}

/** Changes an account and records the audit events for each of its forums in the same transaction. */
export function recordForAccount<Result>(
  database: Executor,
  { account, ...attribution }: Attribution & { account: string },
  work: Work<Result>,
): Promise<Result> {
  return database.tx('record-for-account', async (transaction) => {
    await requireOwnAccount(transaction, attribution.actor, account);
    requirePermission(attribution.actor, attribution.action);
    const { events, result } = await work(transaction);
    for (const forum of await listForumsOf(transaction, account))
      await recordEvents(transaction, { ...forum, ...attribution }, events);
    return result;
  });
}
