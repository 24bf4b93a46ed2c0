import { bumpRevision, type Database, sql } from '@guidepost/postgres';
import { FORUM_REVISIONS } from '../model/forum.ts';

const addViews = sql`
  -- $1 forum, $2 dialogs, $3 views of each. Locked in order of id, so that concurrent instances wait instead of
  -- deadlocking.
  with viewed as (
    select d.id, v.views
    from unnest($2::bigint[], $3::bigint[]) as v (id, views)
    join dialogs d on d.forum_id = $1 and d.id = v.id
    order by d.id
    for no key update of d
  )
  update dialogs d
  set views = d.views + v.views
  from viewed v
  where d.forum_id = $1 and d.id = v.id
`;

/** Adds views to dialogs and updates their popularity, as one change of the forum. */
export async function writeViews(
  database: Database,
  forumId: number,
  byDialog: ReadonlyMap<number, number>,
): Promise<void> {
  await database.tx(async (transaction) => {
    const { rowCount } = await transaction.result(
      addViews([forumId, [...byDialog.keys()], [...byDialog.values()]]),
    );
    if (rowCount > 0) await bumpRevision(transaction, FORUM_REVISIONS, forumId);
  });
}
