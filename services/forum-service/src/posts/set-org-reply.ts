import { type Executor, sql } from '@guidepost/postgres';
import { idsOf } from '../model/ids-of.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';
import { eventsOf, lockComments } from './lock-comments.ts';

const update = sql`
  -- An official reply takes the dialog out of the queue. Returns the dialogs that this took out.
  with marked as (
    update comments c
    set is_org_reply = $3
    where c.forum_id = $1 and c.id = any($2::bigint[])
    returning c.dialog_id, c.held
  )
  update dialogs d
  set waiting_since = null
  where $3 and d.forum_id = $1 and d.waiting_since is not null
    and d.id in (select m.dialog_id from marked m where not m.held)
  returning d.id
`;

export interface Marked extends Outcome {
  /** Dialogs that are out of the queue now. */
  answered: number[];
}

/** Marks or unmarks comments as official replies. @throws AppError `not-found` */
export function setOrgReply(
  database: Executor,
  moderation: Moderation,
  { ids, isOrgReply }: { ids: readonly number[]; isOrgReply: boolean },
): Promise<Marked> {
  return moderate(database, moderation, async (transaction, forum) => {
    const locked = await lockComments(transaction, forum, ids);
    const { toChange, outcome } = divide(locked, ({ is_org_reply }) => is_org_reply !== isOrgReply);
    const answered = await transaction.any<{ id: number }>(update([forum.id, outcome.changed, isOrgReply]));
    const details = { is_org_reply: isOrgReply };
    return {
      events: eventsOf(toChange, details),
      visible: toChange.length > 0,
      result: { ...outcome, answered: idsOf(answered) },
    };
  });
}
