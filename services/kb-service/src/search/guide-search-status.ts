import { type Database, preparedStatement } from '@guidepost/postgres';
import { type SearchStatus, searchStatus } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';

/** How far search is with one knowledge base. */
export interface GuideSearchStatus extends Pick<SearchStatus, 'documents' | 'waiting' | 'oldest'> {
  host: string;
  set_aside: { slug: string; reason: string }[];
}

const listHosts = preparedStatement(new URL('./sql/list-hosts.sql', import.meta.url));
const listSlugs = preparedStatement(new URL('./sql/list-slugs.sql', import.meta.url));

/**
 * @param host all knowledge bases without it
 * @throws AppError `not-found`
 */
export async function guideSearchStatus(
  database: Database,
  host: string | undefined,
): Promise<GuideSearchStatus[]> {
  const hosts = await database.any<{ id: number; host: string }>(listHosts([host ?? null]));
  if (host !== undefined && hosts.length === 0) {
    throw new AppError('not-found', `There is no knowledge base ${host}.`);
  }
  const status = await searchStatus(database);
  return Promise.all(
    hosts.map(async (knowledgeBase) => {
      const {
        documents = 0,
        waiting = 0,
        oldest = null,
        set_aside = [],
      } = status.find(({ tenant_id }) => tenant_id === knowledgeBase.id) ?? {};
      return {
        host: knowledgeBase.host,
        documents,
        waiting,
        oldest,
        set_aside: await withSlugs(database, knowledgeBase.id, set_aside),
      };
    }),
  );
}

async function withSlugs(
  database: Database,
  knowledgeBaseId: number,
  setAside: SearchStatus['set_aside'],
): Promise<GuideSearchStatus['set_aside']> {
  if (setAside.length === 0) return [];
  const rows = await database.any<{ id: number; slug: string }>(
    listSlugs([knowledgeBaseId, setAside.map(({ id }) => id)]),
  );
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  return setAside.map(({ id, reason }) => ({ slug: slugs.get(id) ?? String(id), reason }));
}
