import { createInsightTables, type InsightTables, programTables } from '@guidepost/desk/insights';
import { listDeflections } from '../contact/deflections.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { listComments } from './guide-comments.ts';
import {
  type InsightsRequest,
  listLeastHelpful,
  listMissedAddresses,
  listMostRead,
  listMostSearched,
  listNeverOpened,
  listNotFoundQueries,
  readTimeline,
} from './read-insights.ts';

/** Tables that can be downloaded. */
export const INSIGHT_TABLES: InsightTables<InsightsRequest> = createInsightTables({
  timeline: { columns: ['day', 'views', 'searches', 'not_found', 'yes', 'no'], read: readTimeline },
  'not-found': { columns: ['query', 'not_found', 'searches'], read: listNotFoundQueries },
  'asked-in-vain': { columns: ['path', 'misses'], read: listMissedAddresses },
  'most-searched': { columns: ['query', 'searches', 'not_found'], read: listMostSearched },
  'most-read': { columns: ['slug', 'title', 'views'], read: listMostRead },
  'never-opened': { columns: ['slug', 'title', 'published_on'], read: listNeverOpened },
  'least-helpful': { columns: ['slug', 'title', 'yes', 'no'], read: listLeastHelpful },
  'answered-before': { columns: ['slug', 'title', 'times'], read: listDeflections },
  ...programTables<InsightsRequest>(
    async (executor, { host }) => (await requireKnowledgeBase(executor, host)).id,
  ),
  comments: { columns: ['id', 'at', 'slug', 'title', 'comment'], read: listComments },
});
