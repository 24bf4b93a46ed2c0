import { type Executor, preparedStatement } from '@guidepost/postgres';
import { divide, type Moderation, moderate, type Outcome } from '../audit/moderate.ts';
import { idsOf } from '../model/ids-of.ts';
import { eventsOf, lockComments } from './lock-comments.ts';

const update = preparedStatement(new URL('./sql/set-org-reply.sql', import.meta.url));

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
