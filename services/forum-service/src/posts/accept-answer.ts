import { type Executor, sql } from '@guidepost/postgres';
import { SOLVED } from '../model/states.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { lockDialogs } from './lock-posts.ts';

const accept = sql`
  -- Accepts the visible comment $3 as the answer to the dialog $2, whose state becomes $4. No row without such a
  -- comment, or if nothing changes. Unless $5, it is restored: an answer that has been accepted already stays, and so
  -- does what has happened since it was deleted, a new state or a question of a reader.
  update dialogs d
  set accepted_comment = $3,
    state = case when $5 or not s.asked and d.state is not distinct from d.former_state then $4 else d.state end,
    waiting_since = case when $5 or not s.asked and d.waiting_since = s.deleted_at then null else d.waiting_since end,
    former_state = case when $5 and d.accepted_comment is null then nullif(d.state, $4) else d.former_state end
  from (
    select p.deleted_at,
      exists (
        select
        from comments c
        where c.forum_id = $1 and c.dialog_id = $2 and c.pub_date > p.deleted_at and not c.is_org_reply and not c.held
      ) as asked
    from (select max(deleted_at) as deleted_at from deleted_posts where forum_id = $1 and comment_id = $3) p
  ) s
  where d.forum_id = $1 and d.id = $2 and d.topic in ('Q', 'P') and d.accepted_comment is distinct from $3
    and ($5 or d.accepted_comment is null)
    and exists (select from comments c where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held)
  returning d.id
`;
const withdraw = sql`
  -- Undoes that a comment was accepted as the answer to the dialogs $2 that have the state $3 or such a comment. They
  -- wait for editors again unless there is an official reply. $4 comments that are about to be deleted; if it is not
  -- null, only dialogs whose answer is among them, which keep the state before in case it is restored.
  update dialogs d
  set accepted_comment = null, former_state = case when $4::bigint[] is not null then d.former_state end,
    state = case when d.state = $3 then d.former_state else d.state end,
    waiting_since = case
      when exists (
        select
        from comments c
        where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
          and ($4::bigint[] is null or c.id <> all ($4))
      ) then d.waiting_since
      else least(d.waiting_since, now())
    end
  where d.forum_id = $1 and d.id = any ($2::bigint[]) and d.topic in ('Q', 'P')
    and case when $4::bigint[] is null then d.accepted_comment is not null or d.state = $3 else d.accepted_comment = any ($4) end
  returning d.id
`;

/**
 * Marks the comment that answers a question or solves a problem, which is solved then.
 * @param answer null withdraws the mark, and restores the state before
 * @returns whether anything changed
 * @throws AppError `not-found`
 */
export function acceptAnswer(
  database: Executor,
  moderation: Moderation,
  { dialogId, answer }: { dialogId: number; answer: number | null },
): Promise<boolean> {
  return moderate(database, moderation, async (transaction, forum) => {
    await lockDialogs(transaction, forum, [dialogId]);
    const statement =
      answer === null
        ? withdraw([forum.id, [dialogId], SOLVED, null])
        : accept([forum.id, dialogId, answer, SOLVED, true]);
    const changed = (await transaction.oneOrNone(statement)) !== null;
    const event = { dialog_id: dialogId, ...(answer !== null && { comment_id: answer }) };
    return { events: changed ? [event] : [], visible: changed, result: changed };
  });
}

/** Undoes that comments were accepted, before they are deleted. Their dialogs are locked. */
export async function withdrawAccepted(
  transaction: Executor,
  forumId: number,
  { dialogIds, commentIds }: { dialogIds: readonly number[]; commentIds: readonly number[] },
): Promise<void> {
  await transaction.any(withdraw([forumId, dialogIds, SOLVED, commentIds]));
}

/** Accepts a restored comment again, unless another one has been accepted meanwhile. Its dialog is locked. */
export async function acceptAgain(
  transaction: Executor,
  forumId: number,
  { dialog_id, id }: { dialog_id: number; id: number },
): Promise<void> {
  await transaction.oneOrNone(accept([forumId, dialog_id, id, SOLVED, false]));
}
