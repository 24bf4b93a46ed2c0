import { type Database, preparedStatement } from '@guidepost/postgres';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';

const listHosts = preparedStatement(new URL('./sql/list-hosts.sql', import.meta.url));
const insertGuides = preparedStatement(new URL('./sql/queue-guides.sql', import.meta.url));

/**
 * Queues all guides for indexing.
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
