import { moveMail, withdrawMail } from '@guidepost/mail';
import type { Executor } from '@guidepost/postgres';
import { aboutForum, aboutPost, type PostPlace } from './about.ts';

/** Deletes unsent mail of a forum. */
export async function withdrawMailOfForum(transaction: Executor, forumId: number): Promise<void> {
  await withdrawMail(transaction, [aboutForum(forumId)]);
}

/**
 * Deletes unsent mail about deleted posts.
 * @returns the comments that followers were about to be told of
 */
export async function withdrawMailOfPosts(
  transaction: Executor,
  forumId: number,
  places: readonly PostPlace[],
): Promise<PostPlace[]> {
  const withdrawn = await withdrawMail(
    transaction,
    places.flatMap((place) => aboutPost(forumId, place)),
  );
  const comments = new Map(withdrawn.flatMap(({ about }) => commentOfAnswer(about) ?? []));
  return [...comments].map(([comment_id, dialog_id]) => ({ dialog_id, comment_id }));
}

/** @param about as {@link aboutAnswer} writes it @returns a comment and its dialog */
function commentOfAnswer(about: string): [[number, number]] | undefined {
  const [, dialog, comment] = /^forums\/\d+\/dialogs\/(\d+)\/comments\/(\d+)$/.exec(about) ?? [];
  return comment === undefined ? undefined : [[Number(comment), Number(dialog)]];
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
