import type { Executor } from '@guidepost/postgres';
import { listComments } from './guide-comments.ts';
import {
  type InsightsRequest,
  listLeastHelpful,
  listMostRead,
  listMostSearched,
  listNeverOpened,
  listNotFoundQueries,
  readTimeline,
} from './read-insights.ts';

/** A table that can be downloaded. */
export interface InsightTable {
  columns: readonly string[];
  read(executor: Executor, request: InsightsRequest): Promise<readonly object[]>;
}

export const INSIGHT_TABLES = {
  timeline: { columns: ['day', 'views', 'searches', 'not_found', 'yes', 'no'], read: readTimeline },
  'not-found': { columns: ['query', 'not_found', 'searches'], read: listNotFoundQueries },
  'most-searched': { columns: ['query', 'searches', 'not_found'], read: listMostSearched },
  'most-read': { columns: ['slug', 'title', 'views'], read: listMostRead },
  'never-opened': { columns: ['slug', 'title', 'published_on'], read: listNeverOpened },
  'least-helpful': { columns: ['slug', 'title', 'yes', 'no'], read: listLeastHelpful },
  comments: { columns: ['id', 'at', 'slug', 'title', 'comment'], read: listComments },
} as const satisfies Record<string, InsightTable>;

export type InsightTableName = keyof typeof INSIGHT_TABLES;

export function findInsightTable(name: string): InsightTable | undefined {
  return Object.hasOwn(INSIGHT_TABLES, name) ? INSIGHT_TABLES[name as InsightTableName] : undefined;
}
