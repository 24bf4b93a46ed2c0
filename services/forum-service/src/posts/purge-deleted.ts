import { type Database, type Executor, sql } from '@guidepost/postgres';
import { idsOf } from '../model/listing.ts';
import { deleteBusyPosters, deleteIdlePosters } from '../people/posters.ts';
import { type Moderation, moderate, requireAll } from '../tenants/moderate.ts';
import { type DeletedPlace, forgetDeletedPosts } from './deleted-posts.ts';

type Locked = DeletedPlace & { id: number };

const lockDialogs = sql`
  -- The deleted dialogs $2, and what has been deleted below them, also before it was merged into them.
  with places as (
    select d.dialog_id
    from deleted_posts d
    where d.forum_id = $1 and d.dialog_id = any($2::bigint[]) and d.comment_id is null and not d.merged
    union all
    select (k.stored ->> 'id')::bigint
    from deleted_posts d
    join deleted_rows k on k.forum_id = d.forum_id and k.deleted_post_id = d.id and k.kind = 'merged_dialogs'
    where d.forum_id = $1 and d.dialog_id = any($2) and d.comment_id is null and not d.merged
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
  -- At most $1 of those deleted more than thirty days ago, or one day if they have become part of another.
  select p.forum_id, p.id
  from deleted_posts p
  where p.deleted_at < now() - case when p.merged then interval '1 day' else interval '30 days' end
  order by p.deleted_at
  limit $1
  for update skip locked
`;
const listPosters = sql`
  -- The posters of the deleted posts $2, and of all below them.
  select distinct k.poster_id as id
  from deleted_rows k
  where k.forum_id = $1 and k.deleted_post_id = any($2::bigint[]) and k.poster_id is not null
`;
/** Small, since a dialog may have many comments. */
const BATCH_SIZE = 50;

/**
 * Deletes dialogs permanently that have been deleted, with what was deleted below them. @throws AppError `not-found`
 */
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
  await forgetDeletedPosts(transaction, forumId, entries);
  return deleteIdlePosters(transaction, forumId, idsOf(posters));
}
