import { type Database, sql } from '@guidepost/postgres';
import { type SearchStatus, searchStatus } from '@guidepost/search';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';

export interface GuideSearchStatus
  extends Pick<SearchStatus, 'documents' | 'embedded' | 'waiting' | 'oldest'> {
  host: string;
  set_aside: { slug: string; index: string | null; reason: string }[];
}

type HostedTenant = Pick<KnowledgeBase, 'id' | 'host'>;

export const listHosts = sql`
  -- Across tenants: lists tenants, for the front page or an operator.
  select k.id, k.host
  from knowledge_bases k
  order by k.host
`;
const listSlugs = sql`
  select g.id, g.slug
  from guides g
  where g.knowledge_base_id = $1 and g.id = any($2)
`;

/** @param host undefined for all knowledge bases @throws AppError `not-found` */
export async function guideSearchStatus(
  database: Database,
  host: string | undefined,
): Promise<GuideSearchStatus[]> {
  const only = host === undefined ? undefined : await requireKnowledgeBase(database, host);
  const knowledgeBases: HostedTenant[] = only ? [only] : await database.any<HostedTenant>(listHosts([]));
  const status = await searchStatus(database, only?.id);
  const byTenant = new Map(status.map((one) => [one.tenant_id, one]));
  return Promise.all(knowledgeBases.map((one) => describeStatus(database, one, byTenant.get(one.id))));
}

/** @param status undefined if nothing has been indexed or queued */
async function describeStatus(
  database: Database,
  { id, host }: HostedTenant,
  status: SearchStatus | undefined,
): Promise<GuideSearchStatus> {
  const { documents = 0, embedded = 0, waiting = 0, oldest = null, set_aside = [] } = status ?? {};
  return { host, documents, embedded, waiting, oldest, set_aside: await withSlugs(database, id, set_aside) };
}

async function withSlugs(
  database: Database,
  knowledgeBaseId: number,
  rejected: SearchStatus['set_aside'],
): Promise<GuideSearchStatus['set_aside']> {
  if (rejected.length === 0) return [];
  const rows = await database.any<{ id: number; slug: string }>(
    listSlugs([knowledgeBaseId, rejected.map(({ id }) => Math.abs(id))]),
  );
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  return rejected.map(({ id, ...refusal }) => ({ slug: slugs.get(Math.abs(id)) ?? String(id), ...refusal }));
}
