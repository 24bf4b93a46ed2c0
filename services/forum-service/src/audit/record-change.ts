import type { Executor } from '@guidepost/postgres';
import { findForum, requireForum } from '../forums/find-forum.ts';
import { type Deed, type Doing, recordDeeds } from './audit.ts';

/** What came of a change. */
export interface Recorded<Result> {
  /** None when there was nothing to change. */
  deeds: readonly Deed[];
  result: Result;
}

/**
 * Does something to a forum, which may begin or end with it, and writes down who did it: both or neither.
 * @throws AppError `not-found` and whatever `work` throws
 */
export function recordChange<Result>(
  database: Executor,
  { slug, ...doing }: Doing & { slug: string },
  work: (transaction: Executor) => Promise<Recorded<Result>>,
): Promise<Result> {
  return database.tx('record-change', async (transaction) => {
    const before = await findForum(transaction, slug);
    const { deeds, result } = await work(transaction);
    const forum = before ?? (await requireForum(transaction, slug));
    await recordDeeds(transaction, { ...forum, ...doing }, deeds);
    return result;
  });
}
