import type { Database } from '@guidepost/postgres';
import { queueDialogsOf } from '../indexing/queue-dialogs.ts';
import { namedForums } from '../tenants/named-forums.ts';

/**
 * Queues every dialog for search.
 * @param slug undefined: all forums
 * @returns the number of dialogs
 * @throws AppError `not-found`
 */
export async function queueDialogs(database: Database, slug: string | undefined): Promise<number> {
  let count = 0;
  for (const { id } of await namedForums(database, slug)) count += await queueDialogsOf(database, id);
  return count;
}
