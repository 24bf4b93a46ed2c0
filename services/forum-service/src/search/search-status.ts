import { type Database, preparedStatement } from '@guidepost/postgres';
import { type SearchStatus, searchStatus } from '@guidepost/search';
import { requireForum } from '../forums/find-forum.ts';
import type { Forum } from '../model/forum.ts';

export interface DialogSearchStatus
  extends Pick<SearchStatus, 'documents' | 'waiting' | 'oldest' | 'set_aside'> {
  slug: string;
}

type NamedForum = Pick<Forum, 'id' | 'slug'>;

const listSlugs = preparedStatement(new URL('./sql/list-slugs.sql', import.meta.url));

/**
 * @param slug undefined: all forums
 * @throws AppError `not-found`
 */
export async function dialogSearchStatus(
  database: Database,
  slug: string | undefined,
): Promise<DialogSearchStatus[]> {
  const only = slug === undefined ? undefined : await requireForum(database, slug);
  const forums = only ? [only] : await database.any<NamedForum>(listSlugs([]));
  const status = await searchStatus(database, only?.id);
  const byTenant = new Map(status.map((one) => [one.tenant_id, one]));
  return forums.map((forum) => describeStatus(forum, byTenant.get(forum.id)));
}

/** @param status undefined: never indexed or queued */
function describeStatus({ slug }: NamedForum, status: SearchStatus | undefined): DialogSearchStatus {
  const { documents = 0, waiting = 0, oldest = null, set_aside = [] } = status ?? {};
  return { slug, documents, waiting, oldest, set_aside };
}
