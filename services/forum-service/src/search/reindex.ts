import { type Database, preparedStatement } from '@guidepost/postgres';
import { requireForum } from '../forums/find-forum.ts';
import { queueDialogsOf } from '../indexing/queue-dialogs.ts';

const listForums = preparedStatement(new URL('./sql/list-forums.sql', import.meta.url));

/**
 * Queues every dialog for search.
 * @param slug undefined: all forums
 * @returns the number of dialogs
 * @throws AppError `not-found`
 */
export async function queueDialogs(database: Database, slug: string | undefined): Promise<number> {
  if (slug !== undefined) return queueDialogsOf(database, (await requireForum(database, slug)).id);
  let count = 0;
  for (const { id } of await database.any<{ id: number }>(listForums([]))) {
    count += await queueDialogsOf(database, id);
  }
  return count;
}
