import { createHmac } from 'node:crypto';
import type { Executor } from '@guidepost/postgres';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import type { KindOf } from '../model/media-kind.ts';
import type { NewPost } from '../posting/new-post.ts';
import { postStatement, runPost } from '../posting/post-statement.ts';
import { RENDERER, renderText } from '../text/render-text.ts';

/** A comment that is about to be posted; everything in it is valid. */
export interface NewComment extends NewPost {
  dialogId: number;
  text: string;
  workTitle: string | null;
  isOrgReply: boolean;
  /** Whether archived dialogs take it. */
  evenArchived: boolean;
  /** What its links lead to; told by their endings unless set. */
  kindOf?: KindOf;
}

/** What is posted; without an id nothing was. */
export interface PostedComment {
  id: number;
  /** Whether it waits for an editor. */
  held: boolean;
  /** The forum's, with this comment; null when nobody sees it yet. */
  revision: number | null;
}

const statement = postStatement(new URL('./sql/post-comment.sql', import.meta.url));

/**
 * Posts a comment, in one statement.
 * @throws AppError `not-found`, `forbidden` for an archived dialog and a blocked sender; the database's unique violation when
 * the person has posted it there within a day
 */
export async function postComment(executor: Executor, comment: NewComment): Promise<PostedComment> {
  const { author, text, dialogId } = comment;
  const values = [
    dialogId,
    comment.evenArchived,
    author.name,
    comment.workTitle,
    text,
    renderText(text, comment.kindOf),
    RENDERER,
    comment.isOrgReply,
    createHmac('sha256', author.identity.person).update(foldWhiteSpace(text)).digest(),
  ];
  const posted = await runPost<PostedComment | { id: null }>(executor, statement(comment, values));
  if (posted.id === null) throw new AppError('forbidden', 'The dialog is archived, or this sender blocked.');
  return posted;
}
