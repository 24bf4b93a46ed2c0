import { type Database, preparedStatement } from '@guidepost/postgres';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';

const listHosts = preparedStatement(new URL('./sql/list-hosts.sql', import.meta.url));
const insertGuides = preparedStatement(new URL('./sql/queue-guides.sql', import.meta.url));

/**
 * Puts every guide into the search queue.
 *
 * @param host all knowledge bases without it
 * @returns how many there are
 * @throws AppError `not-found`
 */
export async function queueGuides(database: Database, host: string | undefined): Promise<number> {
  if (host !== undefined) return queueGuidesOf(database, host);
  let count = 0;
  for (const knowledgeBase of await database.any<{ host: string }>(listHosts([]))) {
    count += await queueGuidesOf(database, knowledgeBase.host);
  }
  return count;
}

/** In turn with other writers, who queue guides in an order of their own: one would lock the other up. */
function queueGuidesOf(database: Database, host: string): Promise<number> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
    const { count } = await transaction.one<{ count: number }>(insertGuides([id]));
    // Clients see nothing of it.
    return { changed: false, result: count };
  });
}
