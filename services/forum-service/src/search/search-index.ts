import type { Database } from '@guidepost/postgres';
import { type SearchStatus, searchStatus } from '@guidepost/search';
import { queueDialogsOf } from '../indexing/queue-dialogs.ts';
import { namedForums } from '../tenants/list-forums.ts';

interface DialogSearchStatus
  extends Pick<SearchStatus, 'documents' | 'embedded' | 'waiting' | 'oldest' | 'set_aside'> {
  slug: string;
}

/**
 * @param slug undefined: all forums
 * @throws AppError `not-found`
 */
export async function dialogSearchStatus(
  database: Database,
  slug: string | undefined,
): Promise<DialogSearchStatus[]> {
  const forums = await namedForums(database, slug);
  const status = await searchStatus(database, slug === undefined ? undefined : forums[0]?.id);
  const byTenant = new Map(status.map((one) => [one.tenant_id, one]));
  return forums.map((forum) => describeStatus(forum.slug, byTenant.get(forum.id)));
}

/** @param status undefined: never indexed or queued */
function describeStatus(slug: string, status: SearchStatus | undefined): DialogSearchStatus {
  const { documents = 0, embedded = 0, waiting = 0, oldest = null, set_aside = [] } = status ?? {};
  return { slug, documents, embedded, waiting, oldest, set_aside };
}

/**
 * Queues every dialog for search.
 * @param slug undefined: all forums
 * @returns the number of dialogs
 * @throws AppError `not-found`
 */
export async function queueDialogs(database: Database, slug: string | undefined): Promise<number> {
  let count = 0;
  for (const { id } of await namedForums(database, slug)) {
    count += await queueDialogsOf(database, id);
  }
  return count;
}
