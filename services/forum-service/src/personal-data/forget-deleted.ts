import { type Executor, sql } from '@guidepost/postgres';
import { idsOf } from '../model/listing.ts';
import { deleteIdlePosters } from '../people/posters.ts';

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
  -- The posters of the deleted posts to which the kept rows $2 belong, and of all below them.
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
        and k.kind in ('helpful_votes', 'reports', 'originals', 'post_addresses', 'addresses')
        and (k.stored ->> 'comment_id')::bigint = f.post_id
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
 * Deletes kept rows for good, and posters left without any post. A post that is itself among them cannot be restored
 * any more.
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
