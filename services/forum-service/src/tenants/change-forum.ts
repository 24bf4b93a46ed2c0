import { bumpRevision, type Executor, isLockTimeout, LOCK_TIMEOUT, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../model/actor.ts';
import { FORUM_REVISIONS, type Forum } from '../model/forum.ts';
import { requireForum } from './find-forum.ts';

export interface Change<Result> {
  /** Whether anything visible to clients changed. */
  changed: boolean;
  result: Result;
}

const RETRY_AFTER_SECONDS = 5;

/** Milliseconds that a change waits for an import or another change. Commands wait without end. */
export function lockTimeoutOf({ door }: Pick<Actor, 'door'>): number {
  return door === 'cli' ? 0 : LOCK_TIMEOUT;
}

/**
 * The only way for administrators to change a forum: one at a time, in a transaction that raises the revision last and
 * once. Posts continue meanwhile, so `work` must follow the lock order of decision 0020.
 * @param options.lockTimeout milliseconds to wait for others; by default as long as the transaction around it
 * @throws AppError `not-found`, or `unavailable` while another change takes long
 */
export async function changeForum<Result>(
  database: Executor,
  slug: string,
  work: (transaction: Executor, forum: Forum) => Promise<Change<Result>>,
  { lockTimeout }: { lockTimeout?: number } = {},
): Promise<Result> {
  try {
    return await database.tx('change-forum', async (transaction) => {
      await transaction.none('set local statement_timeout = 0');
      if (lockTimeout !== undefined) await transaction.none(`set local lock_timeout = ${lockTimeout}`);
      await lockForAdministration(transaction, `forum ${slug}`);
      const forum = await requireForum(transaction, slug);
      const { changed, result } = await work(transaction, forum);
      if (changed) await bumpRevision(transaction, FORUM_REVISIONS, forum.id);
      return result;
    });
  } catch (error) {
    throw explainLock(error);
  }
}

/** Turns a lock timeout into an error for people. */
export function explainLock(error: unknown): unknown {
  if (!isLockTimeout(error)) return error;
  const message = 'The forum is being changed at the moment. Try again in a moment.';
  return new AppError('unavailable', message, { retryAfter: RETRY_AFTER_SECONDS, cause: error });
}

/** Makes several changes to a forum, or none of them. @throws whatever one of them throws */
export async function changeTogether(
  database: Executor,
  slug: string,
  changes: readonly ((executor: Executor) => Promise<unknown>)[],
): Promise<void> {
  const [only, ...others] = changes;
  if (others.length === 0) {
    await only?.(database);
    return;
  }
  const makeAll = async (transaction: Executor, { id }: { id: number }) => {
    // Each change locks in the order of posts, but not all together.
    await lockOutPosts(transaction, id);
    for (const change of changes) await change(transaction);
    return { changed: false, result: undefined };
  };
  await changeForum(database, slug, makeAll, { lockTimeout: LOCK_TIMEOUT });
}

const lock = sql`
  select pg_advisory_xact_lock(hashtextextended('guidepost ' || $1, 0)) is null as locked
`;

/**
 * Serializes administrators until the end of the transaction. An advisory lock, since locking the forum's row would
 * block posts for as long as an import batch takes.
 */
export async function lockForAdministration(transaction: Executor, what: string): Promise<void> {
  await transaction.one(lock([what]));
}

const lockOut = sql`
  -- Waits for all posts under way, and makes new ones wait until the end of the transaction.
  select pg_advisory_xact_lock(hashtextextended('guidepost posts ' || $1::bigint, 0)) is null as locked
`;

/**
 * Waits until all posts under way to a forum are finished. Within a transaction, new posts wait for its end; without
 * one, only for this call.
 */
export async function lockOutPosts(executor: Executor, forumId: number): Promise<void> {
  await executor.one(lockOut([forumId]));
}
