import { type Database, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';

const findHosts = preparedStatement(new URL('./sql/list-hosts.sql', import.meta.url));
const insertGuides = preparedStatement(new URL('./sql/queue-guides.sql', import.meta.url));

/**
 * Puts every guide into the search queue.
 *
 * @param host all knowledge bases without it
 * @returns how many there are
 * @throws AppError `not-found`
 */
export function queueGuides(database: Database, host: string | undefined): Promise<number> {
  return database.tx('queue-guides', async (transaction) => {
    const [knowledgeBase] =
      host === undefined ? [] : await transaction.any<{ id: number }>(findHosts([host]));
    if (host !== undefined && !knowledgeBase) {
      throw new AppError('not-found', `There is no knowledge base ${host}.`);
    }
    await transaction.none('set local statement_timeout = 0');
    const { count } = await transaction.one<{ count: number }>(insertGuides([knowledgeBase?.id ?? null]));
    return count;
  });
}
