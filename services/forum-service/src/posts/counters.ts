import { type Executor, sql } from '@guidepost/postgres';

const tags = sql`
  -- Adds dialogs to the counts of their tags if $3, else subtracts them. Locks all their tags, in order of folded name.
  with carried as (
    select x.tag_id, count(*) filter (where x.archived = $3::boolean) as dialogs
    from dialog_tags x
    where x.forum_id = $1 and x.dialog_id = any($2::bigint[])
    group by x.tag_id
  ),
  locked as materialized (
    select t.id, c.dialogs
    from carried c
    join tags t on t.forum_id = $1 and t.id = c.tag_id
    order by t.folded_name
    for no key update of t
  )
  update tags t
  set dialogs = t.dialogs + case when $3 then l.dialogs else -l.dialogs end
  from locked l
  where t.forum_id = $1 and t.id = l.id
  returning t.id
`;
const comments = sql`
  -- Counts rows, which cannot change while their dialogs are locked.
  update dialogs d
  set num_comments = counted.comments, last_activity = greatest(d.pub_date, counted.latest)
  from unnest($2::bigint[]) as o (id)
  cross join lateral (
    select count(*) as comments, max(c.pub_date) as latest
    from comments c
    where c.forum_id = $1 and c.dialog_id = o.id and not c.held
  ) counted
  where d.forum_id = $1 and d.id = o.id
`;

/**
 * Adds dialogs to or removes them from the counts of their tags, before the dialogs change.
 * @returns ids of the tags, which are locked
 */
export async function countTags(
  transaction: Executor,
  { forumId, dialogIds, shown }: { forumId: number; dialogIds: readonly number[]; shown: boolean },
): Promise<number[]> {
  const rows = await transaction.any<{ id: number }>(tags([forumId, dialogIds, shown]));
  return rows.map(({ id }) => id);
}

/** Recomputes the comment count and last activity of locked dialogs. */
export async function recountComments(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  await transaction.none(comments([forumId, dialogIds]));
}
