import { moveMail, withdrawMail } from '@guidepost/mail';
import type { Executor } from '@guidepost/postgres';

/** A dialog, or one of its comments. */
export interface PostPlace {
  dialog_id: number;
  /** Null for the dialog itself. */
  comment_id: number | null;
}

const pathOf = ({ dialog_id, comment_id }: PostPlace): string =>
  `dialogs/${dialog_id}${comment_id === null ? '' : `/comments/${comment_id}`}`;

/** The subject of messages, by which they are withdrawn. */
export const aboutForum = (forumId: number): string => `forums/${forumId}`;

/** All mail to followers. */
const aboutAnswers = (forumId: number): string => `${aboutForum(forumId)}/dialogs`;

/** Mail to followers. */
export const aboutAnswer = (forumId: number, place: PostPlace): string =>
  `${aboutForum(forumId)}/${pathOf(place)}`;

/** All mail to the staff of a forum; apart from other mail, since people who follow turn it off by itself. */
export const aboutNotices = (forumId: number): string => `${aboutForum(forumId)}/staff`;

/** Mail to staff. */
const aboutNews = (forumId: number, place: PostPlace): string => `${aboutNotices(forumId)}/${pathOf(place)}`;

/** All mail about a post. */
const aboutPost = (forumId: number, place: PostPlace): string[] => [
  aboutAnswer(forumId, place),
  aboutNews(forumId, place),
];

const MESSAGE = /\/(daily|summary|assigned|\d+)-to-(\d+)$/;

export const aboutNewsTo = (
  forumId: number,
  place: PostPlace,
  { newsId, personId }: { newsId: number; personId: number },
): string => `${aboutNews(forumId, place)}/${newsId}-to-${personId}`;

export const aboutSum = (forumId: number, isDaily: boolean, personId: number): string =>
  `${aboutNotices(forumId)}/${isDaily ? 'daily' : 'summary'}-to-${personId}`;

/** One dialog, or several. */
export const aboutAssignment = (forumId: number, [id, ...others]: readonly number[], personId: number) =>
  id === undefined || others.length > 0
    ? `${aboutNotices(forumId)}/assigned-to-${personId}`
    : `${aboutNews(forumId, { dialog_id: id, comment_id: null })}/assigned-to-${personId}`;

/** To whom a message was, by what it was about; nothing for an assignment, which no other message tells. */
export function recipientOf(about: string): [{ isDaily: boolean; personId: number }] | [] {
  const [, kind, person] = MESSAGE.exec(about) ?? [];
  return kind === 'assigned' ? [] : [{ isDaily: kind === 'daily', personId: Number(person) }];
}

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

/** Deletes all unsent mail to followers. @returns the comments that they were about to be told of */
export async function withdrawMailToFollowers(transaction: Executor, forumId: number): Promise<number[]> {
  const withdrawn = await withdrawMail(transaction, [aboutAnswers(forumId)]);
  return [...new Map(withdrawn.flatMap(({ about }) => commentOfAnswer(about) ?? [])).keys()];
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

/** Comments further back have no unsent mail. */
const MOST_WITH_MAIL = 100;

/** Moves unsent mail about comments to the other dialog; what was about the comment `text` is about the dialog. */
export async function moveMailOfComments(
  transaction: Executor,
  forumId: number,
  { id, into, comments, text }: { id: number; into: number; comments: readonly number[]; text: number },
): Promise<void> {
  const moves = comments.slice(-MOST_WITH_MAIL).map((comment_id) => [comment_id, comment_id] as const);
  for (const [from, to] of [...moves, [text, null] as const]) {
    const targets = aboutPost(forumId, { dialog_id: into, comment_id: to });
    for (const [index, source] of aboutPost(forumId, { dialog_id: id, comment_id: from }).entries())
      await moveMail(transaction, { from: source, to: targets[index] ?? '' });
  }
}
