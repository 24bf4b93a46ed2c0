import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate } from '../audit/moderate.ts';
import { SOLVED } from '../model/solved.ts';
import { lockDialogs } from './lock-dialogs.ts';

const accept = preparedStatement(new URL('./sql/accept-answer.sql', import.meta.url));

/**
 * Marks the comment that answers a question or solves a problem, which is solved then.
 * @param answer null withdraws the mark
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
    const changed = (await transaction.oneOrNone(accept([forum.id, dialogId, answer, SOLVED]))) !== null;
    const event = { dialog_id: dialogId, ...(answer !== null && { comment_id: answer }) };
    return { events: changed ? [event] : [], visible: changed, result: changed };
  });
}
