import { withdrawMail, withdrawMailTo } from '@guidepost/mail';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { aboutNotices, aboutPlace, recipientsOf } from './about.ts';

const listForums = preparedStatement(new URL('./sql/list-forums-of-person.sql', import.meta.url));
const tellAgain = preparedStatement(new URL('./sql/tell-again.sql', import.meta.url));

/** Deletes unsent mail to staff about deleted dialogs. */
export async function withdrawNoticesIn(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  const places = dialogIds.map((id) => ({ forum_id: forumId, dialog_id: id, comment_id: null }));
  await withdrawMail(transaction, places.map(aboutPlace));
}

/** Deletes unsent mail to staff about deleted comments. */
export async function withdrawNoticesOf(
  transaction: Executor,
  forumId: number,
  comments: readonly { id: number; dialog_id: number }[],
): Promise<void> {
  const places = comments.map(({ id, dialog_id }) => ({ forum_id: forumId, dialog_id, comment_id: id }));
  await withdrawMail(transaction, places.map(aboutPlace));
}

/** Deletes unsent mail about the forums of an account to someone who is removed from it. */
export async function withdrawNoticesTo(
  transaction: Executor,
  { tenantId, personId }: { tenantId: number; personId: number },
): Promise<void> {
  const forums = await transaction.any<{ id: number; email: string }>(listForums([tenantId, personId]));
  for (const { id, email } of forums) await withdrawMailTo(transaction, { about: aboutNotices(id), email });
}

/** Deletes unsent mail to the staff of a forum, which may quote someone who is erased. What it told is summed up again. */
export async function composeNoticesAgain(transaction: Executor, forumId: number): Promise<void> {
  const withdrawn = await withdrawMail(transaction, [aboutNotices(forumId)]);
  if (withdrawn.length === 0) return;
  const { atOnce, daily } = recipientsOf(withdrawn);
  await transaction.none(tellAgain([forumId, atOnce, daily]));
}
