import { type Database, sql } from '@guidepost/postgres';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import { listHosts } from './guide-search-status.ts';

const insertGuides = sql`
  -- All guides and drafts of a knowledge base, and everything in its search index.
  select queue_for_search($1, array(
    select unnest(guide_documents($1))
    union
    select d.document_id from search_documents d where d.tenant_id = $1 and d.words is not null
  )) as count
`;

/**
 * Queues all guides for indexing, and has their words counted again.
 * @param options no `host` for all knowledge bases
 * @returns their number
 * @throws AppError `not-found`
 */
export async function queueGuides(
  database: Database,
  actor: Actor,
  { host }: { host: string | undefined },
): Promise<number> {
  if (host !== undefined) return queueGuidesOf(database, actor, host);
  let count = 0;
  for (const knowledgeBase of await database.any<{ host: string }>(listHosts([]))) {
    count += await queueGuidesOf(database, actor, knowledgeBase.host);
  }
  return count;
}

/** Runs as a writer of the knowledge base, because others queue guides in another order, which could deadlock. */
function queueGuidesOf(database: Database, actor: Actor, host: string): Promise<number> {
  return changeKnowledgeBase(
    database,
    { host, actor, action: 'search reindex' },
    async (transaction, { id }) => {
      const { count } = await transaction.one<{ count: number }>(insertGuides([id]));
      // Invisible to clients.
      return { changed: false, result: count };
    },
  );
}
