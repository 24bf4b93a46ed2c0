import { type Executor, preparedStatement } from '@guidepost/postgres';
import { divide, type Moderation, moderate, type Outcome } from '../audit/moderate.ts';
import { eventsOf, lockComments } from './lock-comments.ts';

const update = preparedStatement(new URL('./sql/set-org-reply.sql', import.meta.url));

/** Marks or unmarks comments as official replies. @throws AppError `not-found` */
export function setOrgReply(
  database: Executor,
  moderation: Moderation,
  { ids, isOrgReply }: { ids: readonly number[]; isOrgReply: boolean },
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const locked = await lockComments(transaction, forum, ids);
    const { toChange, outcome } = divide(locked, ({ is_org_reply }) => is_org_reply !== isOrgReply);
    await transaction.none(update([forum.id, outcome.changed, isOrgReply]));
    const details = { is_org_reply: isOrgReply };
    return { events: eventsOf(toChange, details), visible: toChange.length > 0, result: outcome };
  });
}
