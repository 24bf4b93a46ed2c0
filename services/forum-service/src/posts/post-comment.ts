import { createHmac } from 'node:crypto';
import { type Executor, sql } from '@guidepost/postgres';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { renderPostText } from '../rendering/render-post-text.ts';
import { RENDERER } from '../rendering/render-text.ts';
import type { NewPost } from './new-post.ts';
import { postStatement } from './post-statement.ts';

export interface NewComment extends NewPost {
  dialogId: number;
  text: string;
  workTitle: string | null;
  isOrgReply: boolean;
  allowArchived: boolean;
  /** Of staff who are signed in, wherever they write from. */
  ignoresBlocks?: boolean;
  /** Otherwise the text is plain. */
  markdown?: boolean;
  /** Of the text; by default its links are embedded by their endings. */
  html?: string;
}

export interface PostedComment {
  id: number;
  held: boolean;
  /** The forum's new revision; null for a held comment, which changes nothing visible. */
  revision: number | null;
}

const post = postStatement<PostedComment>(
  sql.file(new URL('./sql/post-comment.sql', import.meta.url)),
  'The dialog is archived, or the sender is blocked.',
);

/**
 * Posts a comment in one statement.
 * @throws AppError `not-found`, `forbidden` for an archived dialog or a blocked sender; unique violation when the person
 * posted the same there within a day
 */
export function postComment(executor: Executor, comment: NewComment): Promise<PostedComment> {
  const { author, text, markdown = false, dialogId } = comment;
  return post(executor, comment, [
    dialogId,
    comment.allowArchived,
    author.name,
    comment.workTitle,
    text,
    comment.html ?? renderPostText({ text, markdown }),
    RENDERER,
    comment.isOrgReply,
    createHmac('sha256', author.identity.person).update(foldWhiteSpace(text)).digest(),
    comment.ignoresBlocks ?? false,
    markdown,
  ]);
}
