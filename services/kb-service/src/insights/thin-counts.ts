import {
  dayOf,
  KEPT_DAYS,
  MOST_SINGLE_DAYS,
  type OnFailedStep,
  runSteps,
  thinSearches,
} from '@guidepost/insights';
import { type Executor, preparedStatement } from '@guidepost/postgres';

const DAY = 86_400_000;

/** Days of which the list of guides shows the views, today included. */
const RECENT = 30;

const sumUpViews = preparedStatement(new URL('./sql/sum-up-views.sql', import.meta.url));
const countRecentViews = preparedStatement(new URL('./sql/count-recent-views.sql', import.meta.url));
const forgetComments = preparedStatement(new URL('./sql/forget-comments.sql', import.meta.url));

/**
 * Counts recent views, sums up old days by month, deletes what is too old. Several instances may do it at once. A step that
 * fails does not keep the others from being done.
 */
export async function thinCounts(executor: Executor, now: number, onFailure: OnFailedStep): Promise<void> {
  const daysAgo = (days: number) => dayOf(now - days * DAY);
  const steps = {
    'sum up views': sumUpViews([daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT_DAYS)]),
    'count recent views': countRecentViews([daysAgo(RECENT - 1)]),
    'forget comments': forgetComments([daysAgo(KEPT_DAYS)]),
  };
  await runSteps(executor, steps, onFailure);
  await thinSearches(executor, now, onFailure);
}
