import { type Executor, preparedStatement } from '@guidepost/postgres';
import { dayOf, MOST_SINGLE_DAYS } from './days.ts';

const DAY = 86_400_000;

/** Days that counts and comments are kept: 25 months. Counts go by whole months. */
const KEPT = 761;

/** Days of which the list of guides shows the views, today included. */
const RECENT = 30;

/** Days that queries are remembered that fewer than three visitors asked, and how many of a knowledge base. */
const RARE_KEPT = 30;
const MOST_RARE = 100_000;

const sumUpViews = preparedStatement(new URL('./sql/sum-up-views.sql', import.meta.url));
const sumUpSearches = preparedStatement(new URL('./sql/sum-up-searches.sql', import.meta.url));
const sumUpSearchTotals = preparedStatement(new URL('./sql/sum-up-search-totals.sql', import.meta.url));
const countRecentViews = preparedStatement(new URL('./sql/count-recent-views.sql', import.meta.url));
const forgetQueries = preparedStatement(new URL('./sql/forget-queries.sql', import.meta.url));
const forgetComments = preparedStatement(new URL('./sql/forget-comments.sql', import.meta.url));

/**
 * Counts recent views, sums up old days by month, deletes what is too old. Several instances may do it at once. A step that
 * fails does not keep the others from being done.
 */
export async function thinCounts(
  executor: Executor,
  now: number,
  onFailure: (error: unknown, step: string) => void,
): Promise<void> {
  const daysAgo = (days: number) => dayOf(now - days * DAY);
  const values = [daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT)];
  const steps = {
    'sum up views': sumUpViews(values),
    'sum up searches': sumUpSearches(values),
    'sum up totals of searches': sumUpSearchTotals(values),
    'count recent views': countRecentViews([daysAgo(RECENT - 1)]),
    'forget queries': forgetQueries([daysAgo(RARE_KEPT), MOST_RARE]),
    'forget comments': forgetComments([daysAgo(KEPT)]),
  };
  for (const [step, statement] of Object.entries(steps)) {
    await executor.none(statement).catch((error: unknown) => onFailure(error, step));
  }
}
