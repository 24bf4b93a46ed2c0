import { createAddressLists, type ListedAddress as SharedAddress } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { requireForum } from '../tenants/find-forum.ts';
import type { Target } from './targets.ts';

/** An address with what staff see of it. */
export interface ListedAddress extends SharedAddress, Target {
  /** The tag as it is written. */
  tag_name: string | null;
}

interface ListRequest {
  slug: string;
  limit: number;
  offset?: number | undefined;
}

const columns = sql.part`
  a.id, a.address, a.dialog_id, a.comment_id, a.tag, a.page, a.url, a.fragment, a.made_by, a.made_with, a.created_at,
  coalesce(counted.hits, 0) as hits, d.title, t.name as tag_name,
  case when a.dialog_id is not null then not d.held when a.tag is not null then coalesce(t.is_public, false)
    else true end as visible`;
const tables = sql.part`
  left join dialogs d on d.forum_id = a.forum_id and d.id = a.dialog_id
  left join tags t on t.forum_id = a.forum_id and t.folded_name = a.tag
  left join lateral (
    select sum(h.hits) as hits
    from address_hits h
    where h.forum_id = a.forum_id and h.address_id = a.id and h.day > (now() at time zone 'UTC')::date - 30
  ) counted on true`;

const list = sql`
  -- $2 addresses after the first $3, those of schemes first, and how many there are.
  select ${columns}
  from (
    select p.*
    from addresses p
    where p.forum_id = $1
    order by p.address collate "C", p.id
    limit $2 offset $3
  ) a
  ${tables}
  order by a.address collate "C", a.id
`;
const count = sql`
  select count(*) as total from addresses a where a.forum_id = $1
`;
const find = sql`
  -- The address $2, or that with the ID $3.
  select ${columns}
  from addresses a
  ${tables}
  where a.forum_id = $1 and (a.address = $2 or a.id = $3)
`;

const lists = createAddressLists<ListedAddress>({ list, count, find });

/** A page of the addresses of a forum, and how many there are. @throws AppError `not-found` */
export async function listAddresses(executor: Executor, { slug, ...page }: ListRequest) {
  const { id: tenantId } = await requireForum(executor, slug);
  return lists.list(executor, { tenantId, ...page });
}

/** @param request.address an entry as it is stored, or an ID */
export function findAddress(
  executor: Executor,
  { forumId: tenantId, address }: { forumId: number; address: string | number },
): Promise<ListedAddress | undefined> {
  return lists.find(executor, { tenantId, address });
}

/** The target as people type it: `/12/comments/34`. */
export function describeTarget({
  dialog_id,
  comment_id,
  tag,
  tag_name,
  page,
  url,
  fragment,
}: Target & Pick<ListedAddress, 'tag_name'>): string {
  const end = fragment === null ? '' : `#${fragment}`;
  if (url !== null) return url;
  if (page !== null) return (page === 'home' ? '/' : `/${page}`) + end;
  if (tag !== null) return `/tags/${encodeURIComponent(tag_name ?? tag)}${end}`;
  return comment_id === null ? `/${dialog_id}${end}` : `/${dialog_id}/comments/${comment_id}`;
}
