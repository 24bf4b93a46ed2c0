import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate } from '../audit/moderate.ts';
import { SOLVED } from '../model/solved.ts';
import { lockDialogs } from './lock-dialogs.ts';

const accept = preparedStatement(new URL('./sql/accept-answer.sql', import.meta.url));
const withdraw = preparedStatement(new URL('./sql/withdraw-acceptance.sql', import.meta.url));

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
