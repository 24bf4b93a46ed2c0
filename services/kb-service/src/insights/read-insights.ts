import {
  lastDays,
  listMostSearched as listMost,
  listNotFoundQueries as listNotFound,
  type Period,
  stepsOf,
} from '@guidepost/insights';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';

export interface InsightsRequest {
  host: string;
  /** Days to look back, today included. */
  days: number;
  /** Rows. */
  limit: number;
}

/** A day, or a month by its first day. */
export interface Step {
  day: string;
  views: number;
  searches: number;
  not_found: number;
  /** Votes by the day when they were cast or changed. */
  yes: number;
  no: number;
}

interface CountedGuide {
  id: number;
  slug: string;
  title: string;
}

export type ReadGuideRow = CountedGuide & { views: number };

export type UnopenedGuide = CountedGuide & { published_on: string };

export type JudgedGuide = CountedGuide & { yes: number; no: number };

/** Days that a guide has been published before it can be listed as never opened. */
export const TIME_TO_BE_FOUND = 14;

const readSteps = preparedStatement(new URL('./sql/read-timeline.sql', import.meta.url));
const findFirst = preparedStatement(new URL('./sql/find-first-day.sql', import.meta.url));
const listRead = preparedStatement(new URL('./sql/list-most-read.sql', import.meta.url));
const listUnopened = preparedStatement(new URL('./sql/list-never-opened.sql', import.meta.url));
const listJudged = preparedStatement(new URL('./sql/list-least-helpful.sql', import.meta.url));

/** Every day of the period, or every month. @throws AppError `not-found` */
export async function readTimeline(
  executor: Executor,
  { host, days }: Omit<InsightsRequest, 'limit'>,
): Promise<Step[]> {
  const { id } = await requireKnowledgeBase(executor, host);
  const period = lastDays(days);
  const rows = await executor.any<Step>(readSteps([id, period.from, period.step]));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const nothing = { views: 0, searches: 0, not_found: 0, yes: 0, no: 0 };
  return stepsOf(period).map((day) => byDay.get(day) ?? { day, ...nothing });
}

/** The first day with a view or a search; null before. @throws AppError `not-found` */
export async function countedSince(executor: Executor, { host }: { host: string }): Promise<string | null> {
  const { id } = await requireKnowledgeBase(executor, host);
  return (await executor.one<{ day: string | null }>(findFirst([id]))).day;
}

/** What was searched for without a result, the most frequent first. @throws AppError `not-found` */
export const listNotFoundQueries = listerOfSearches(listNotFound);

/** @throws AppError `not-found` */
export const listMostSearched = listerOfSearches(listMost);

/** @throws AppError `not-found` */
export const listMostRead = lister<ReadGuideRow>(listRead);

/** Guides without a view, the longest published first. @throws AppError `not-found` */
export const listNeverOpened = lister<UnopenedGuide>(listUnopened, TIME_TO_BE_FOUND);

/** Guides by votes of the period, those first that surely help least. @throws AppError `not-found` */
export const listLeastHelpful = lister<JudgedGuide>(listJudged);

function lister<Row>(
  statement: (values: unknown[]) => { text: string; values: unknown[] },
  ...more: unknown[]
) {
  return async (executor: Executor, { host, days, limit }: InsightsRequest): Promise<Row[]> => {
    const { id } = await requireKnowledgeBase(executor, host);
    const { from }: Period = lastDays(days);
    return executor.any<Row>(statement([id, from, limit, ...more]));
  };
}

function listerOfSearches(list: typeof listMost) {
  return async (executor: Executor, { host, days, limit }: InsightsRequest) => {
    const { id: tenantId } = await requireKnowledgeBase(executor, host);
    return list(executor, { tenantId, days, limit });
  };
}
