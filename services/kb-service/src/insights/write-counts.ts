import { createHmac } from 'node:crypto';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { PendingQuery, PendingView } from './pending-counts.ts';

const addViews = preparedStatement(new URL('./sql/add-views.sql', import.meta.url));
const addSearches = preparedStatement(new URL('./sql/add-searches.sql', import.meta.url));

const GROUPS = 16;
const QUERY_BYTES = 16;

/** Adds views in one statement. Guides that are gone do not count. */
export async function writeViews(executor: Executor, views: readonly PendingView[]): Promise<void> {
  if (views.length === 0) return;
  const rows = views.map(({ knowledgeBaseId, reference, isId, day, views: count }) => ({
    knowledge_base_id: knowledgeBaseId,
    slug: isId ? null : reference,
    id: /^[1-9]\d{0,15}$/.test(reference) ? reference : null,
    day,
    views: count,
  }));
  await executor.none(addViews([JSON.stringify(rows)]));
}

/** Adds searches in one statement. */
export async function writeQueries(
  executor: Executor,
  queries: readonly PendingQuery[],
  secret: string | Buffer,
): Promise<void> {
  if (queries.length === 0) return;
  const hash = (...parts: unknown[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  const rows = queries.map(({ knowledgeBaseId, words, day, searches, inVain, visitors }) => ({
    knowledge_base_id: knowledgeBaseId,
    query: hash(knowledgeBaseId, 'query', words).subarray(0, QUERY_BYTES).toString('hex'),
    words,
    visitor_groups: [...visitors].reduce(
      (groups, visitor) => groups | (1 << groupOf(hash(knowledgeBaseId, 'visitor', words, visitor))),
      0,
    ),
    day,
    searches,
    in_vain: inVain,
  }));
  await executor.none(addSearches([JSON.stringify(rows)]));
}

/**
 * Visitors of different groups are different visitors. A group tells nothing else: a sixteenth of all addresses are in
 * it, other ones for each query.
 */
function groupOf(hash: Buffer): number {
  return hash.readUInt8(0) % GROUPS;
}
