import { withdrawMail, withdrawMailTo } from '@guidepost/mail';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { aboutAnswers, aboutForum } from '../forum-mail/about.ts';

export interface FollowerCounts {
  /** Dialogs. */
  follows: number;
  /** Addresses. */
  confirmations: number;
}

const note = preparedStatement(new URL('./sql/note-answers.sql', import.meta.url));
const deletePerson = preparedStatement(new URL('./sql/delete-person.sql', import.meta.url));

const COMMENT = /\/comments\/(\d+)$/;

/** Notes that followers are to be told of comments that have become visible, unless that was more than a week ago. */
export async function noteAnswers(
  transaction: Executor,
  forumId: number,
  commentIds: readonly number[],
): Promise<void> {
  await transaction.none(note([forumId, commentIds]));
}

/**
 * Forgets a person whose address was given to follow dialogs or to sign in. Unsent mail to others is composed again, since it
 * may quote the person.
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
  const comments = withdrawn.map(({ about }) => Number(COMMENT.exec(about)?.[1]));
  await noteAnswers(transaction, forumId, [...new Set(comments)]);
  return counts;
}
