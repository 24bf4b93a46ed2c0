import { type Database, preparedStatement } from '@guidepost/postgres';
import { requireForum } from '../forums/find-forum.ts';
import { queueDialogsOf } from '../indexing/queue-dialogs.ts';

const listForums = preparedStatement(new URL('./sql/list-forums.sql', import.meta.url));

/**
 * Puts every dialog of a forum into the search queue.
 *
 * @param slug all forums without it
 * @returns how many there are
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
