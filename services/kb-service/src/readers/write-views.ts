import { type Executor, sql } from '@guidepost/postgres';
import type { PendingView } from './pending-views.ts';

const addViews = sql.file(new URL('./sql/add-views.sql', import.meta.url));

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
