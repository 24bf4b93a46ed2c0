import { type BoundStatement, type Executor, preparedStatement } from '@guidepost/postgres';
import { dayOf, KEPT_DAYS, MOST_SINGLE_DAYS } from './days.ts';

const DAY = 86_400_000;

/** Days that queries are remembered that fewer than three visitors asked, and how many of a tenant. */
const RARE_KEPT = 30;
const MOST_RARE = 100_000;

const sumUpSearches = preparedStatement(new URL('./sql/sum-up-searches.sql', import.meta.url));
const sumUpSearchTotals = preparedStatement(new URL('./sql/sum-up-search-totals.sql', import.meta.url));
const forgetQueries = preparedStatement(new URL('./sql/forget-queries.sql', import.meta.url));

export type OnFailedStep = (error: unknown, step: string) => void;

/** Sums up old days by month and deletes what is too old. Several instances may do it at once. */
export function thinSearches(executor: Executor, now: number, onFailure: OnFailedStep): Promise<void> {
  const daysAgo = (days: number) => dayOf(now - days * DAY);
  const values = [daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT_DAYS)];
  const steps = {
    'sum up searches': sumUpSearches(values),
    'sum up totals of searches': sumUpSearchTotals(values),
    'forget queries': forgetQueries([daysAgo(RARE_KEPT), MOST_RARE]),
  };
  return runSteps(executor, steps, onFailure);
}

/** Runs statements by name, one after the other. One that fails does not keep the others from being run. */
export async function runSteps(
  executor: Executor,
  steps: Readonly<Record<string, BoundStatement>>,
  onFailure: OnFailedStep,
): Promise<void> {
  for (const [step, statement] of Object.entries(steps)) {
    await executor.none(statement).catch((error: unknown) => onFailure(error, step));
  }
}
