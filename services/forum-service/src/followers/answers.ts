import { withdrawMail, withdrawMailTo } from '@guidepost/mail';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { aboutAnswers, aboutComment, aboutDialog, aboutForum } from './about.ts';

export interface FollowerCounts {
  /** Dialogs. */
  follows: number;
  /** Addresses. */
  confirmations: number;
}

const note = preparedStatement(new URL('./sql/note-answers.sql', import.meta.url));
const deletePerson = preparedStatement(new URL('./sql/delete-person.sql', import.meta.url));

const COMMENT = /\/comments\/(\d+)$/;

/** Notes that followers are to be told of comments that have become visible. */
export async function noteAnswers(
  transaction: Executor,
  forumId: number,
  commentIds: readonly number[],
): Promise<void> {
  await transaction.none(note([forumId, commentIds]));
}

/** Deletes unsent mail of a forum. */
export async function withdrawMailOfForum(transaction: Executor, forumId: number): Promise<void> {
  await withdrawMail(transaction, [aboutForum(forumId)]);
}

/** Deletes unsent mail about deleted dialogs. */
export async function withdrawAnswersIn(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  await withdrawMail(
    transaction,
    dialogIds.map((id) => aboutDialog(forumId, id)),
  );
}

/** Deletes unsent mail about deleted comments. */
export async function withdrawAnswers(
  transaction: Executor,
  forumId: number,
  comments: readonly { id: number; dialog_id: number }[],
): Promise<void> {
  await withdrawMail(
    transaction,
    comments.map((comment) => aboutComment(forumId, comment)),
  );
}

/**
 * Forgets a person whose address was given to follow dialogs. Unsent mail to others is composed again, since it may quote the person.
 * @param email folded
 * @returns how many dialogs they followed, and whether the address was confirmed, as 0 or 1
 */
export async function forgetFollower(
  transaction: Executor,
  forumId: number,
  email: string,
): Promise<FollowerCounts> {
  const counts = await transaction.one<FollowerCounts>(deletePerson([forumId, email]));
  await withdrawMailTo(transaction, { about: aboutForum(forumId), email });
  const withdrawn = await withdrawMail(transaction, [aboutAnswers(forumId)]);
  const comments = withdrawn.map((about) => Number(COMMENT.exec(about)?.[1]));
  await noteAnswers(transaction, forumId, [...new Set(comments)]);
  return counts;
}
