import { type Executor, sql } from '@guidepost/postgres';
import type { Slice } from '../model/listing.ts';

/** A dialog that is deleted, or a comment. */
export interface DeletedPlace {
  dialog_id: number;
  /** Null for a dialog. */
  comment_id: number | null;
}

const begin = sql`
  -- Enters dialogs $2, or comments $3 of them, that $4 is about to delete, and has the transaction keep their rows.
  with entered as (
    insert into deleted_posts (forum_id, dialog_id, comment_id, deleted_by, merged, accepted)
    select $1, p.dialog_id, p.comment_id, $4, $5,
      exists (
        select
        from dialogs d
        where d.forum_id = $1 and d.id = p.dialog_id and d.accepted_comment = p.comment_id
      )
    from unnest($2::bigint[], $3::bigint[]) as p (dialog_id, comment_id)
  )
  select set_config('guidepost.keep_deleted', 'on', true)
`;
const end = sql`
  -- Notes that mail to followers about the comments $3 of the dialogs $2 was withdrawn. Later deletions of the
  -- transaction are not kept.
  with noted as (
    update deleted_posts p
    set unmailed = array(
      select u.comment_id
      from unnest($2::bigint[], $3::bigint[]) as u (dialog_id, comment_id)
      where case when p.comment_id is null then u.dialog_id = p.dialog_id else u.comment_id = p.comment_id end
    )
    from unnest($2::bigint[], $3::bigint[]) as n (dialog_id, comment_id)
    where p.forum_id = $1
      and (p.comment_id is null and p.dialog_id = n.dialog_id or p.comment_id = n.comment_id)
  )
  select set_config('guidepost.keep_deleted', 'off', true)
`;
const deleteEntries = sql`
  delete from deleted_posts p
  where p.forum_id = $1 and p.id = any($2::bigint[])
`;

/** A deletion that can be undone. */
interface Keeping {
  places: readonly DeletedPlace[];
  /** Who deletes. */
  by: string;
  /** Whether they become part of another dialog, and come back only with all that moved. */
  merged?: boolean;
  /** Deletes the posts and withdraws mail about them. @returns the comments of which followers were not told yet */
  remove: () => Promise<readonly DeletedPlace[]>;
}

/** Keeps the rows of posts while they are deleted, so that they can be restored. */
export async function keepDeleted(
  transaction: Executor,
  forumId: number,
  { places, by, merged = false, remove }: Keeping,
): Promise<void> {
  await transaction.one(begin([forumId, ...columnsOf(places), by, merged]));
  await transaction.one(end([forumId, ...columnsOf(await remove())]));
}

/** Deletes what is kept of deleted posts, for good or since they have been restored. */
export async function forgetDeletedPosts(
  transaction: Executor,
  forumId: number,
  entries: readonly number[],
): Promise<void> {
  await transaction.none(deleteEntries([forumId, entries]));
}

function columnsOf(places: readonly DeletedPlace[]): [number[], (number | null)[]] {
  return [places.map(({ dialog_id }) => dialog_id), places.map(({ comment_id }) => comment_id)];
}

/** A post that can be restored. */
export interface DeletedPost extends DeletedPlace {
  /** Null for a comment. */
  title: string | null;
  /** The beginning of the text. */
  excerpt: string;
  /** The name of the author. */
  name: string;
  /** How many comments a dialog had; null for a comment. */
  comments: number | null;
  deleted_by: string;
  deleted_at: Date;
  /** When it is deleted permanently. */
  expires_at: Date;
}

type Row = { total: number } & (DeletedPost | { dialog_id: null });

/** One deleted dialog or comment. */
export interface DeletedFilter {
  dialogId?: number;
  commentId?: number;
}

const list = sql`
  -- Deleted posts, the latest first, with their total: one row without a post if there is none. $1 forum, $2 limit, $3
  -- start, $4 or $5 the only dialog or comment, or null.
  select t.total, s.dialog_id, s.comment_id, s.title, s.excerpt, s.name, s.comments, s.deleted_by, s.deleted_at,
    s.expires_at
  from (
    select count(*) as total
    from deleted_posts p
    where p.forum_id = $1 and not p.merged and ($4::bigint is null or p.dialog_id = $4 and p.comment_id is null)
      and ($5::bigint is null or p.comment_id = $5)
  ) t
  left join lateral (
    select p.id, p.dialog_id, p.comment_id, p.deleted_by, p.deleted_at, p.deleted_at + interval '30 days' as expires_at,
      k.stored ->> 'title' as title, left(k.stored ->> 'text', 300) as excerpt, k.stored ->> 'author_name' as name,
      (k.stored ->> 'num_comments')::integer as comments
    from deleted_posts p
    join deleted_rows k on k.forum_id = p.forum_id and k.deleted_post_id = p.id
      and k.kind = case when p.comment_id is null then 'dialogs' else 'comments' end
    where p.forum_id = $1 and not p.merged and ($4::bigint is null or p.dialog_id = $4 and p.comment_id is null)
      and ($5::bigint is null or p.comment_id = $5)
    order by p.deleted_at desc, p.id desc
    limit $2 offset $3
  ) s on true
  order by s.deleted_at desc, s.id desc
`;

/** The deleted posts of a forum, the latest first, with the total; or the dialog or comment of the filter. */
export async function listDeleted(
  executor: Executor,
  { forumId, start, limit, dialogId, commentId }: Slice & DeletedFilter & { forumId: number },
): Promise<{ total: number; rows: DeletedPost[] }> {
  const rows = await executor.many<Row>(list([forumId, limit, start, dialogId, commentId]));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & DeletedPost => row.dialog_id !== null),
  };
}
