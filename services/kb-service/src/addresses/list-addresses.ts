import { hash } from 'node:crypto';
import { createAddressLists, type ListedAddress as SharedAddress } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { type FileIdentity, fileAddress } from '../model/file-address.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import type { Target } from './targets.ts';

/** An address with what staff see of it. */
export interface ListedAddress extends SharedAddress, Target {
  /** The slug of the guide, category or tag, also if readers do not see it. */
  slug: string | null;
  file: (FileIdentity & { path: string }) | null;
}

interface ListRequest {
  host: string;
  limit: number;
  offset?: number | undefined;
}

const columns = sql.part`
  a.id, a.address, a.guide_id, a.category_id, a.tag_id, a.file_id, a.page, a.url, a.fragment, a.made_by, a.made_with,
  a.created_at, coalesce(counted.hits, 0) as hits, coalesce(g.slug, c.slug, t.slug) as slug,
  coalesce(g.title, c.name, t.name) as title, coalesce(g.published, c.visible, t.visible, true) as visible,
  case when f.id is not null then
    json_build_object('token', f.token, 'media_type', f.media_type, 'name', f.name, 'path', f.path)
  end as file`;
const tables = sql.part`
  left join guides g on g.knowledge_base_id = a.knowledge_base_id and g.id = a.guide_id
  left join categories c on c.knowledge_base_id = a.knowledge_base_id and c.id = a.category_id
  left join tags t on t.knowledge_base_id = a.knowledge_base_id and t.id = a.tag_id
  left join files f on f.knowledge_base_id = a.knowledge_base_id and f.id = a.file_id
  left join lateral (
    select sum(h.hits) as hits
    from address_hits h
    where h.knowledge_base_id = a.knowledge_base_id and h.address_id = a.id
      and h.day > (now() at time zone 'UTC')::date - 30
  ) counted on true`;

const list = sql`
  -- $2 addresses after the first $3, those of schemes first, and how many there are.
  select ${columns}
  from (
    select p.*
    from addresses p
    where p.knowledge_base_id = $1
    order by p.address collate "C", p.id
    limit $2 offset $3
  ) a
  ${tables}
  order by a.address collate "C", a.id
`;
const listAll = sql`
  select ${columns}
  from addresses a
  ${tables}
  where a.knowledge_base_id = $1
  order by a.address collate "C", a.id
`;
const count = sql`
  select count(*) as total from addresses a where a.knowledge_base_id = $1
`;
const find = sql`
  -- The address $2, or that with the ID $3.
  select ${columns}
  from addresses a
  ${tables}
  where a.knowledge_base_id = $1 and (a.address = $2 or a.id = $3)
`;

const lists = createAddressLists<ListedAddress>({ list, count, find });

/** A page of the addresses of a knowledge base, and how many there are. @throws AppError `not-found` */
export async function listAddresses(executor: Executor, { host, ...page }: ListRequest) {
  const { id: tenantId } = await requireKnowledgeBase(executor, host);
  return lists.list(executor, { tenantId, ...page });
}

/** All addresses, for an export. */
export function listAllAddresses(executor: Executor, knowledgeBaseId: number): Promise<ListedAddress[]> {
  return executor.any<ListedAddress>(listAll([knowledgeBaseId]));
}

/** @param request.address an entry as it is stored, or an ID */
export function findAddress(
  executor: Executor,
  { knowledgeBaseId: tenantId, address }: { knowledgeBaseId: number; address: string | number },
): Promise<ListedAddress | undefined> {
  return lists.find(executor, { tenantId, address });
}

/** The target as people type it: `/guides/install#step-2`. */
export function describeTarget(address: Omit<ListedAddress, 'hits' | 'created_at'>): string {
  const { guide_id, category_id, tag_id, page, url, slug, file, fragment } = address;
  const end = fragment === null ? '' : `#${fragment}`;
  if (url !== null) return url;
  if (file) return fileAddress(file);
  if (page === 'contact') return page;
  if (page !== null) return (page === 'home' ? '/' : `/${page}`) + end;
  const collection =
    guide_id !== null ? 'guides' : category_id !== null ? 'categories' : tag_id !== null ? 'tags' : '';
  return `/${collection}/${slug}${end}`;
}

/** For `If-Match`. */
export function addressRevision(address: ListedAddress): string {
  return hash('sha256', JSON.stringify([address.address, describeTarget(address)]), 'base64url').slice(0, 16);
}
