import { type Executor, sql } from '@guidepost/postgres';
import type { DeletedPlace } from './deleted-posts.ts';

const note = sql`
  -- The comments $2 of dialogs with followers. For a week, the mail queue knows who has been told; afterwards they
  -- would be told again.
  insert into new_answers (forum_id, dialog_id, comment_id)
  select c.forum_id, c.dialog_id, c.id
  from comments c
  where c.forum_id = $1 and c.id = any ($2::bigint[]) and not c.held and c.pub_date > now() - interval '7 days'
    and exists (select from followers f where f.forum_id = c.forum_id and f.dialog_id = c.dialog_id)
  order by c.id
`;
const noteDeleted = sql`
  -- Notes that followers have not been told of the comment $3 of the dialog $2, if either has been deleted and can be
  -- restored.
  update deleted_posts p
  set unmailed = p.unmailed || $3::bigint
  where p.forum_id = $1 and (p.comment_id = $3 or p.comment_id is null and p.dialog_id = $2) and $3 <> all (p.unmailed)
`;

/** Notes that followers are to be told of comments that have become visible, unless that was more than a week ago. */
export async function noteAnswers(
  transaction: Executor,
  forumId: number,
  commentIds: readonly number[],
): Promise<void> {
  await transaction.none(note([forumId, commentIds]));
}

/** Notes that followers were not told of a comment before it was deleted. */
export async function noteUntold(
  transaction: Executor,
  forumId: number,
  { dialog_id, comment_id }: DeletedPlace,
): Promise<void> {
  await transaction.none(noteDeleted([forumId, dialog_id, comment_id]));
}
