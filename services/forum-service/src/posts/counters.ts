import { type Executor, sql } from '@guidepost/postgres';
import { TOPICS, type Topic } from '../model/topics.ts';

export interface CountedDialog {
  topic: Topic;
  archived: boolean;
}

const count = sql`
  -- $1 forum, $2 an array of objects
  insert into topic_counts as c (forum_id, archived, topic, dialogs)
  select $1, n.archived, n.topic, n.dialogs
  from json_to_recordset($2) as n (archived boolean, topic text, dialogs integer)
  order by n.archived, n.topic collate "C"
  on conflict (forum_id, archived, topic) do update set dialogs = c.dialogs + excluded.dialogs
`;
const uncount = sql`
  -- $1 forum, $2 an array of objects
  update topic_counts c
  set dialogs = c.dialogs - n.dialogs
  from json_to_recordset($2) as n (archived boolean, topic text, dialogs integer)
  where c.forum_id = $1 and c.archived = n.archived and c.topic = n.topic
`;

/** Adds dialogs to the counts of their topics. */
export async function countDialogs(
  transaction: Executor,
  forumId: number,
  dialogs: readonly CountedDialog[],
): Promise<void> {
  await transaction.none(count([forumId, numbersOf(dialogs)]));
}

/** Subtracts dialogs from the counts of their topics. */
export async function uncountDialogs(
  transaction: Executor,
  forumId: number,
  dialogs: readonly CountedDialog[],
): Promise<void> {
  await transaction.none(uncount([forumId, numbersOf(dialogs)]));
}

function numbersOf(dialogs: readonly CountedDialog[]): string {
  const rows = [false, true].flatMap((archived) =>
    TOPICS.map((topic) => ({
      archived,
      topic,
      dialogs: dialogs.filter((dialog) => dialog.archived === archived && dialog.topic === topic).length,
    })),
  );
  return JSON.stringify(rows.filter((row) => row.dialogs > 0));
}

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
