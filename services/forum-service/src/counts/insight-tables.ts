import {
  createInsightTables,
  type InsightTables,
  lastDays,
  listMostSearched,
  listNotFoundQueries,
  programTables,
} from '@guidepost/desk/insights';
import { listHelpfulGuides } from '../knowledge-base/helpful-guides.ts';
import { listOpenedGuides } from '../knowledge-base/opened-guides.ts';
import { type InsightsRequest, listUnanswered, readInsights } from './read-insights.ts';

const FIGURES = ['dialogs', 'comments', 'votes', 'answered_within_a_day', 'median_hours', 'unanswered'];

/** Tables that can be downloaded. */
export const INSIGHT_TABLES: InsightTables<InsightsRequest> = createInsightTables({
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
  assignees: {
    columns: ['assignee', ...FIGURES],
    read: async (executor, request) => (await readInsights(executor, request)).assignees,
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
  ...programTables<InsightsRequest>(async (_, { forumId }) => forumId),
  'helpful-guides': {
    columns: ['title', 'address', 'times'],
    read: (executor, { forumId, days, limit }) =>
      listHelpfulGuides(executor, { forumId, since: new Date(lastDays(days).from), limit }),
  },
  deflected: {
    columns: ['title', 'address', 'opened', 'asked', 'deflected'],
    read: (executor, { forumId, days, limit }) =>
      listOpenedGuides(executor, { forumId, since: new Date(lastDays(days).from), limit }),
  },
});
