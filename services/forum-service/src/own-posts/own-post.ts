import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import type { Member } from '../model/member.ts';
import type { Origin } from '../posting/origin.ts';

/** A dialog, or a comment in it. */
export interface PostPlace {
  dialogId: number;
  commentId: number | undefined;
}

/** Who does something with a post of their own. */
export interface OwnChange {
  forum: Forum;
  member: Member;
  /** Of a request that changes something. */
  origin?: Origin | undefined;
  place: PostPlace;
}

export interface FoundPost {
  title: string;
  text: string;
  markdown: boolean;
  held: boolean;
}

interface PostRow extends FoundPost {
  /** Whether it was published in the last 30 minutes. */
  recent: boolean;
  /** Whether it is archived, or an official reply. */
  closed: boolean;
  /** Whether others have commented on the dialog. */
  answered: boolean;
  blocked: boolean;
}

const find = preparedStatement(new URL('./sql/find-own-post.sql', import.meta.url));

/**
 * A post of the member.
 * @throws AppError `not-found` for what does not exist or another wrote, `forbidden` if it is archived or the member is blocked
 */
export async function requireOwnPost(
  executor: Executor,
  { forum, member, origin, place }: OwnChange,
): Promise<PostRow> {
  const { dialogId, commentId } = place;
  const post = await executor.oneOrNone<PostRow>(
    find([forum.id, member.email, dialogId, commentId, origin?.claimed, origin?.sender]),
  );
  if (!post) throw new AppError('not-found', 'There is no such post of this person.');
  if (post.closed || post.blocked) throw new AppError('forbidden', 'This person cannot change the post.');
  return post;
}

/** Whether a post of the member waits for review, so that no page shows it. */
export async function isHeld(
  executor: Executor,
  { forum, member, place: { dialogId, commentId } }: OwnChange,
): Promise<boolean> {
  const post = await executor.oneOrNone<PostRow>(
    find([forum.id, member.email, dialogId, commentId, undefined, undefined]),
  );
  return post?.held ?? false;
}

/** As {@link requireOwnPost}, for a post that its author can still change. @throws AppError `precondition-failed` after 30 minutes */
export async function requireChangeablePost(executor: Executor, change: OwnChange): Promise<PostRow> {
  const post = await requireOwnPost(executor, change);
  if (!post.recent) throw new AppError('precondition-failed', 'The post is older than 30 minutes.');
  return post;
}

/** The same for one that they can still delete. @throws AppError `conflict` for a dialog that others have commented on */
export async function requireDeletablePost(executor: Executor, change: OwnChange): Promise<PostRow> {
  const post = await requireChangeablePost(executor, change);
  if (post.answered) throw new AppError('conflict', 'Others have commented on this dialog.');
  return post;
}
