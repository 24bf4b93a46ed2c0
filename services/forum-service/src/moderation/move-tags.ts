import { type Executor, sql } from '@guidepost/postgres';
import { countTags } from '../posts/counters.ts';
import { deleteUnusedTags } from '../posts/delete-unused-tags.ts';

/** The same limit as for posts, so that an export can be imported. */
const MAX_TAGS = 50;

const addTags = sql`
  -- Adds the tags of the dialog $2, which are locked, to $3, which has at most $4 afterwards.
  with new_tag as (
    select t.id
    from dialog_tags x
    join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
    where x.forum_id = $1 and x.dialog_id = $2
      and not exists (select from dialog_tags y where y.forum_id = $1 and y.dialog_id = $3 and y.tag_id = x.tag_id)
    order by t.name, t.id
    limit greatest(0, $4 - (select count(*) from dialog_tags y where y.forum_id = $1 and y.dialog_id = $3))
  ),
  tagged as (
    insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
    select d.forum_id, d.id, n.id, d.archived, d.pub_date
    from new_tag n
    join dialogs d on d.forum_id = $1 and d.id = $3
    returning tag_id, archived
  )
  update tags t
  set dialogs = t.dialogs + 1
  from tagged x
  where t.forum_id = $1 and t.id = x.tag_id and not x.archived
`;
const removeTags = sql`
  delete from dialog_tags x
  where x.forum_id = $1 and x.dialog_id = $2
`;

/** Adds the tags of a dialog to another one as far as there is room, by name. */
export async function moveTags(
  transaction: Executor,
  forumId: number,
  { id, into }: { id: number; into: number },
): Promise<void> {
  const tags = await countTags(transaction, { forumId, dialogIds: [id], shown: false });
  await transaction.none(addTags([forumId, id, into, MAX_TAGS]));
  await transaction.none(removeTags([forumId, id]));
  await deleteUnusedTags(transaction, forumId, tags);
}
