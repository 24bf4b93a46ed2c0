import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { lockExistingDialogs } from '../posts/lock-posts.ts';

const find = sql`
  -- Whether a post in the dialogs $2 that waits for review was sent or edited after $3.
  select exists (
    select from dialogs d where d.forum_id = $1 and d.id = any ($2::bigint[]) and d.held and d.pub_date > $3
  ) or exists (
    select from comments c where c.forum_id = $1 and c.dialog_id = any ($2) and c.held and c.pub_date > $3
  ) or exists (
    select
    from originals o
    join dialogs d on d.forum_id = $1 and d.id = o.dialog_id
    left join comments c on c.forum_id = $1 and c.id = o.comment_id
    where o.forum_id = $1 and o.dialog_id = any ($2) and o.edited_at > $3 and (d.held or c.held)
  ) as unseen
`;
const listChanged = sql`
  -- The dialogs $2 in which a post was sent or edited, or that staff changed, after $3. Of the history the newest
  -- entries are enough: a page that is open for longer than they go back is old.
  select d.id, d.title
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[]) and (
    d.pub_date > $3
    or exists (select from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.pub_date > $3)
    or exists (select from originals o where o.forum_id = $1 and o.dialog_id = d.id and o.edited_at > $3)
    or d.id in (
      select a.dialog_id
      from (select * from audit_entries a where a.forum_id = $1 order by a.id desc limit 1000) a
      where a.done_at > $3 and a.dialog_id is not null
    )
  )
  order by d.id
`;

/** Dialogs as a page showed them. */
interface SeenDialogs {
  dialogIds: readonly number[];
  /** When they were shown. */
  seen: Date;
}

/** Those in which readers or staff have changed something since they were shown (S54). */
export function listChangedDialogs(
  executor: Executor,
  forumId: number,
  { dialogIds, seen }: SeenDialogs,
): Promise<{ id: number; title: string }[]> {
  return executor.any(listChanged([forumId, dialogIds, seen]));
}

/** Locks dialogs, and refuses a change of those that have changed since they were shown. @throws AppError `conflict` */
export async function refuseChanged(
  transaction: Executor,
  forumId: number,
  dialogs: SeenDialogs,
): Promise<void> {
  await lockExistingDialogs(transaction, forumId, dialogs.dialogIds);
  const changed = await listChangedDialogs(transaction, forumId, dialogs);
  const titles = changed.map(({ title }) => title).join(', ');
  if (titles) throw new AppError('conflict', `Changed since they were shown: ${titles}.`);
}

/**
 * Locks dialogs, and refuses to publish what waits for review in them unless an editor has seen it as it is.
 * @throws AppError `conflict`
 */
export async function refuseUnseen(
  transaction: Executor,
  forumId: number,
  { dialogIds, seen }: SeenDialogs,
): Promise<void> {
  await lockExistingDialogs(transaction, forumId, dialogIds);
  const { unseen } = await transaction.one<{ unseen: boolean }>(find([forumId, dialogIds, seen]));
  if (unseen) throw new AppError('conflict', 'What waits for review has changed since it was shown.');
}
