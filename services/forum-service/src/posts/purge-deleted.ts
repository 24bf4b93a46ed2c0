import { type Database, type Executor, sql } from '@guidepost/postgres';
import { idsOf } from '../model/listing.ts';
import { deleteBusyPosters, deleteIdlePosters } from '../people/posters.ts';
import { type Moderation, moderate, requireAll } from '../tenants/moderate.ts';
import type { DeletedPlace } from './deleted-posts.ts';

type Locked = DeletedPlace & { id: number };

const lockDialogs = sql`
  -- The deleted dialogs $2, and what has been deleted below them, also before it was merged into them.
  with places as (
    select d.dialog_id
    from deleted_posts d
    where d.forum_id = $1 and d.dialog_id = any($2::bigint[]) and d.comment_id is null
    union all
    select (k.stored ->> 'id')::bigint
    from deleted_posts d
    join deleted_rows k on k.forum_id = d.forum_id and k.deleted_post_id = d.id and k.kind = 'merged_dialogs'
    where d.forum_id = $1 and d.dialog_id = any($2) and d.comment_id is null
  )
  select p.id, p.dialog_id, p.comment_id
  from deleted_posts p
  where p.forum_id = $1 and p.dialog_id in (select dialog_id from places)
  order by p.id
  for update
`;
const lockComments = sql`
  select p.id, p.dialog_id, p.comment_id
  from deleted_posts p
  where p.forum_id = $1 and p.comment_id = any($2::bigint[])
  order by p.id
  for update
`;
const lockExpired = sql`
  -- Across tenants: a worker cleans up.
  -- At most $1 of those deleted more than thirty days ago.
  select p.forum_id, p.id
  from deleted_posts p
  where p.deleted_at < now() - interval '30 days'
  order by p.deleted_at
  limit $1
  for update skip locked
`;
const listPosters = sql`
  -- Who posted anything of the deleted posts $2.
  select distinct k.poster_id as id
  from deleted_rows k
  where k.forum_id = $1 and k.deleted_post_id = any($2::bigint[]) and k.poster_id is not null
`;
export const deleteForGood = sql`
  delete from deleted_posts p
  where p.forum_id = $1 and p.id = any($2::bigint[])
`;

/** Small, since a dialog may have many comments. */
const BATCH_SIZE = 50;

/** Deletes dialogs permanently that have been deleted, with what was deleted below them. @throws AppError `not-found` */
export function purgeDialogs(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<number[]> {
  return purge(database, moderation, { ids, lock: lockDialogs, idOf: dialogOf, noun: 'deleted dialog' });
}

/** Deletes comments permanently that have been deleted. @throws AppError `not-found` */
export function purgeComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<number[]> {
  return purge(database, moderation, { ids, lock: lockComments, idOf: commentOf, noun: 'deleted comment' });
}

const dialogOf = ({ dialog_id, comment_id }: DeletedPlace) => (comment_id === null ? dialog_id : undefined);
const commentOf = ({ comment_id }: DeletedPlace) => comment_id ?? undefined;

interface Purge {
  ids: readonly number[];
  lock: typeof lockDialogs;
  idOf: (place: DeletedPlace) => number | undefined;
  noun: string;
}

async function purge(
  database: Executor,
  moderation: Moderation,
  { ids, lock, idOf, noun }: Purge,
): Promise<number[]> {
  const { forumId, purged, busy } = await moderate(database, moderation, async (transaction, forum) => {
    const entries = await transaction.any<Locked>(lock([forum.id, ids]));
    const named = entries.filter((entry) => idOf(entry) !== undefined);
    const found = named.map((entry) => ({ id: idOf(entry) ?? 0 }));
    requireAll(ids, found, { slug: forum.slug, noun });
    const result = { forumId: forum.id, purged: idsOf(found) };
    const posters = await removeEntries(transaction, forum.id, idsOf(entries));
    const events = named.map(({ dialog_id, comment_id }) => ({
      dialog_id,
      ...(comment_id !== null && { comment_id }),
    }));
    return { events, visible: false, result: { ...result, busy: posters } };
  });
  await deleteBusyPosters(database, forumId, busy);
  return purged;
}

/**
 * Deletes a batch of what was deleted more than thirty days ago.
 * @returns whether there may be more
 */
export async function purgeExpired(database: Database): Promise<boolean> {
  const { busy, count } = await database.tx('purge-deleted', async (transaction) => {
    const expired = await transaction.any<{ forum_id: number; id: number }>(lockExpired([BATCH_SIZE]));
    const posters = new Map<number, number[]>();
    for (const [forumId, entries] of Map.groupBy(expired, ({ forum_id }) => forum_id))
      posters.set(forumId, await removeEntries(transaction, forumId, idsOf(entries)));
    return { busy: posters, count: expired.length };
  });
  for (const [forumId, posters] of busy) await deleteBusyPosters(database, forumId, posters);
  return count === BATCH_SIZE;
}

/** @returns posters who are posting right now */
async function removeEntries(
  transaction: Executor,
  forumId: number,
  entries: readonly number[],
): Promise<number[]> {
  const posters = await transaction.any<{ id: number }>(listPosters([forumId, entries]));
  await transaction.none(deleteForGood([forumId, entries]));
  return deleteIdlePosters(transaction, forumId, idsOf(posters));
}

const listOfPosters = sql`
  -- Kept rows of the posters $2.
  select k.id, k.kind
  from deleted_rows k
  where k.forum_id = $1 and (
    k.poster_id = any ($2::bigint[])
    or k.kind = 'post_addresses' and (k.stored ->> 'poster_id')::bigint = any ($2::bigint[])
  )
  order by k.id
`;
const listPostersOfRows = sql`
  -- Who posted anything of the deleted posts to which the kept rows $2 belong.
  select distinct k.poster_id as id
  from deleted_rows k
  where k.forum_id = $1 and k.poster_id is not null
    and k.deleted_post_id in (
      select o.deleted_post_id from deleted_rows o where o.forum_id = $1 and o.id = any ($2::bigint[])
    )
`;
const forget = sql`
  -- Deletes the kept rows $2, what refers to the comments among them, and deleted posts that are among them themselves.
  with forgotten as (
    select k.id, k.deleted_post_id, k.kind, (k.stored ->> 'id')::bigint as post_id, p.comment_id
    from deleted_rows k
    join deleted_posts p on p.forum_id = k.forum_id and p.id = k.deleted_post_id
    where k.forum_id = $1 and k.id = any ($2::bigint[])
  ),
  posts as (
    delete from deleted_posts p
    using forgotten f
    where p.forum_id = $1 and p.id = f.deleted_post_id
      and f.kind = case when f.comment_id is null then 'dialogs' else 'comments' end
  )
  delete from deleted_rows k
  where k.forum_id = $1 and (
    k.id = any ($2::bigint[])
    or exists (
      select
      from forgotten f
      where f.deleted_post_id = k.deleted_post_id and f.kind = 'comments'
        and k.kind in ('reports', 'originals', 'post_addresses') and (k.stored ->> 'comment_id')::bigint = f.post_id
    )
  )
`;

/** Rows that contain an e-mail address; takes forum and pattern. */
export const listDeletedMentions = sql`
  -- Kept rows with the address (pattern $2) in a text. Most contain no address at all, which is checked first.
  select k.id
  from deleted_rows k
  cross join lateral (
    select string_agg(t.value, ' ') collate "und-x-icu" as texts
    from jsonb_each_text(k.stored) t
    where t.key <> 'text_html'
  ) c
  where k.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
  order by k.id
`;

/**
 * Deletes kept rows for good, and posters left without any post. A post that is itself among them cannot be restored any more.
 * @returns posters who are posting right now
 */
export async function forgetDeleted(
  transaction: Executor,
  forumId: number,
  rowIds: readonly number[],
): Promise<number[]> {
  const posters = await transaction.any<{ id: number }>(listPostersOfRows([forumId, rowIds]));
  await transaction.none(forget([forumId, rowIds]));
  return deleteIdlePosters(transaction, forumId, idsOf(posters));
}

/** The kept rows of someone that were deleted. */
export interface Forgotten {
  /** How many posts, votes and reports. */
  deleted: number;
  /** Others who are posting right now. */
  busy: number[];
}

/** Deletes what posters wrote from what can be restored. */
export async function forgetDeletedOf(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<Forgotten> {
  const rows = await transaction.any<{ id: number; kind: string }>(listOfPosters([forumId, posterIds]));
  const busy = await forgetDeleted(transaction, forumId, idsOf(rows));
  return { deleted: rows.filter(({ kind }) => kind !== 'post_addresses').length, busy };
}
