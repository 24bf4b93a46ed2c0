import type { Executor } from '@guidepost/postgres';
import { changeForum } from '../forums/change-forum.ts';
import type { Forum } from '../model/forum.ts';
import { type Deed, type Doing, recordDeeds } from './audit.ts';

/** Who does what to which forum. */
export interface Moderation extends Doing {
  slug: string;
}

/** What came of it. */
export interface Moderated<Result> {
  /** None when everything was as it should be already. */
  deeds: readonly Deed[];
  /** Whether clients of the API see a difference. */
  visible: boolean;
  result: Result;
}

/** Ids of what was to be changed. */
export interface Outcome {
  changed: number[];
  /** What was like that already. */
  unchanged: number[];
}

/**
 * The one way in which editors change what people post: in a transaction, one editor of a forum at a time, written down
 * in it, and while people go on posting.
 *
 * @throws AppError `not-found` when there is no such forum, and whatever `work` throws
 */
export function moderate<Result>(
  database: Executor,
  { slug, ...doing }: Moderation,
  work: (transaction: Executor, forum: Forum) => Promise<Moderated<Result>>,
): Promise<Result> {
  return changeForum(database, slug, async (transaction, forum) => {
    const { deeds, visible, result } = await work(transaction, forum);
    await recordDeeds(transaction, { ...forum, ...doing }, deeds);
    return { changed: visible, result };
  });
}

/** Divides records into those that are changed, and those that were as they should be. */
export function divide<Row extends { id: number }>(
  rows: readonly Row[],
  isToChange: (row: Row) => boolean,
): { toChange: Row[]; outcome: Outcome } {
  const toChange = rows.filter(isToChange);
  const unchanged = rows.filter((row) => !isToChange(row));
  return { toChange, outcome: { changed: idsOf(toChange), unchanged: idsOf(unchanged) } };
}

export function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
