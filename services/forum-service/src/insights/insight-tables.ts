import { listMostSearched, listNotFoundQueries } from '@guidepost/insights';
import type { Executor } from '@guidepost/postgres';
import { type InsightsRequest, listUnanswered, readInsights } from './read-insights.ts';

/** A table that can be downloaded. */
export interface InsightTable {
  columns: readonly string[];
  read(executor: Executor, request: InsightsRequest): Promise<readonly object[]>;
}

const FIGURES = ['dialogs', 'comments', 'votes', 'answered_within_a_day', 'median_hours', 'unanswered'];

export const INSIGHT_TABLES = {
  timeline: {
    columns: ['day', 'dialogs', 'comments', 'answers', 'votes', 'median_hours'],
    read: async (executor, request) => (await readInsights(executor, request)).timeline,
  },
  topics: {
    columns: ['topic', ...FIGURES],
    read: async (executor, request) => (await readInsights(executor, request)).topics,
  },
  tags: {
    columns: ['tag', 'is_public', ...FIGURES],
    read: async (executor, request) => (await readInsights(executor, request)).tags,
  },
  unanswered: { columns: ['id', 'topic', 'title', 'at', 'comments', 'votes'], read: listUnanswered },
  'not-found': {
    columns: ['query', 'not_found', 'searches'],
    read: (executor, { forumId, ...request }) =>
      listNotFoundQueries(executor, { tenantId: forumId, ...request }),
  },
  'most-searched': {
    columns: ['query', 'searches', 'not_found'],
    read: (executor, { forumId, ...request }) =>
      listMostSearched(executor, { tenantId: forumId, ...request }),
  },
} as const satisfies Record<string, InsightTable>;

export type InsightTableName = keyof typeof INSIGHT_TABLES;

export function findInsightTable(name: string): InsightTable | undefined {
  return Object.hasOwn(INSIGHT_TABLES, name) ? INSIGHT_TABLES[name as InsightTableName] : undefined;
}
