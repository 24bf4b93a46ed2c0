import { moveMail, withdrawMail } from '@guidepost/mail';
import type { Executor } from '@guidepost/postgres';
import { aboutForum, aboutPost } from './about.ts';

/** Deletes unsent mail of a forum. */
export async function withdrawMailOfForum(transaction: Executor, forumId: number): Promise<void> {
  await withdrawMail(transaction, [aboutForum(forumId)]);
}

/** Deletes unsent mail about deleted dialogs. */
export async function withdrawMailOfDialogs(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  const places = dialogIds.map((dialog_id) => ({ dialog_id, comment_id: null }));
  await withdrawMail(
    transaction,
    places.flatMap((place) => aboutPost(forumId, place)),
  );
}

/** Deletes unsent mail about deleted comments. */
export async function withdrawMailOfComments(
  transaction: Executor,
  forumId: number,
  comments: readonly { id: number; dialog_id: number }[],
): Promise<void> {
  const places = comments.map(({ id, dialog_id }) => ({ dialog_id, comment_id: id }));
  await withdrawMail(
    transaction,
    places.flatMap((place) => aboutPost(forumId, place)),
  );
}

/** Unsent mail about a dialog is about the other one after a merge, and what was about its text is about a comment. */
export async function moveMailOfDialog(
  transaction: Executor,
  forumId: number,
  { id, into, comment_id }: { id: number; into: number; comment_id: number },
): Promise<void> {
  const sources = aboutPost(forumId, { dialog_id: id, comment_id: null });
  const targets = aboutPost(forumId, { dialog_id: into, comment_id: null });
  const comments = aboutPost(forumId, { dialog_id: into, comment_id });
  for (const [index, from] of sources.entries()) {
    await moveMail(transaction, { from: `${from}/comments`, to: `${targets[index]}/comments` });
    await moveMail(transaction, { from, to: comments[index] ?? '' });
  }
}
