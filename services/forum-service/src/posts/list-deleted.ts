import { type Executor, sql } from '@guidepost/postgres';
import type { Slice } from '../model/slice.ts';
import type { DeletedPlace } from './keep-deleted.ts';

/** A post that can be restored. */
export interface DeletedPost extends DeletedPlace {
  /** Of a dialog. */
  title: string | null;
  /** The beginning of the text. */
  excerpt: string;
  /** Of the author. */
  name: string;
  /** Of a dialog. */
  comments: number | null;
  deleted_by: string;
  deleted_at: Date;
  /** When it is gone for good. */
  expires_at: Date;
}

type Row = { total: number } & (DeletedPost | { dialog_id: null });

/** One deleted dialog or comment. */
export interface DeletedFilter {
  dialogId?: number;
  commentId?: number;
}

const list = sql`
  -- Deleted posts, the latest first, with their total: one row without a post if there is none. $1 forum, $2 limit, $3 start,
  -- $4 or $5 the only dialog or comment, or null.
  select t.total, s.dialog_id, s.comment_id, s.title, s.excerpt, s.name, s.comments, s.deleted_by, s.deleted_at,
    s.expires_at
  from (
    select count(*) as total
    from deleted_posts p
    where p.forum_id = $1 and ($4::bigint is null or p.dialog_id = $4 and p.comment_id is null)
      and ($5::bigint is null or p.comment_id = $5)
  ) t
  left join lateral (
    select p.id, p.dialog_id, p.comment_id, p.deleted_by, p.deleted_at, p.deleted_at + interval '30 days' as expires_at,
      k.stored ->> 'title' as title, left(k.stored ->> 'text', 300) as excerpt, k.stored ->> 'author_name' as name,
      (k.stored ->> 'num_comments')::integer as comments
    from deleted_posts p
    join deleted_rows k on k.forum_id = p.forum_id and k.deleted_post_id = p.id
      and k.kind = case when p.comment_id is null then 'dialogs' else 'comments' end
    where p.forum_id = $1 and ($4::bigint is null or p.dialog_id = $4 and p.comment_id is null)
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
