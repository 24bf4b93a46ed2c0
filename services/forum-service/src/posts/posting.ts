import { createHash, createHmac } from 'node:crypto';
import { type Executor, sql } from '@guidepost/postgres';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { foldTagName } from '../model/tag.ts';
import type { Topic } from '../model/topics.ts';
import { renderPostText } from '../rendering/render-posts.ts';
import { RENDERER } from '../rendering/render-text.ts';
import type { Metadata } from './metadata.ts';
import { type NewPost, postStatement } from './new-post.ts';

export interface NewDialog extends NewPost {
  topic: Topic;
  title: string;
  text: string;
  workTitle: string | null;
  metadata: Metadata;
  archived: boolean;
  /** Without duplicates. */
  tags: readonly string[];
  /** Otherwise the text is plain. */
  markdown?: boolean;
  /** The HTML of the text; by default its links are embedded by their endings. */
  html?: string;
}

interface PostedDialog {
  id: number;
  held: boolean;
  revision: number;
}

const insertDialog = postStatement<PostedDialog>(
  sql.file(new URL('./sql/post-dialog.sql', import.meta.url)),
  'This sender is blocked.',
);

/**
 * Posts a dialog in one statement.
 * @throws AppError `not-found`, `forbidden` for a blocked sender; unique violation for a duplicate
 */
export function postDialog(executor: Executor, dialog: NewDialog): Promise<PostedDialog> {
  const { author, topic, title, text, markdown = false, tags } = dialog;
  return insertDialog(executor, dialog, [
    author.name,
    dialog.workTitle,
    topic,
    title,
    text,
    dialog.html ?? renderPostText({ text, markdown }),
    RENDERER,
    contentHash(title, text),
    dialog.metadata,
    dialog.archived,
    tags,
    tags.map(foldTagName),
    markdown,
  ]);
}

/** Identifies duplicate dialogs of a forum by title and text, ignoring white space. */
export function contentHash(title: string, text: string): Buffer {
  // JSON keeps the boundary between title and text.
  const content = JSON.stringify([foldWhiteSpace(title), foldWhiteSpace(text)]);
  return createHash('sha256').update(content).digest();
}

interface NewComment extends NewPost {
  dialogId: number;
  text: string;
  workTitle: string | null;
  isOrgReply: boolean;
  allowArchived: boolean;
  /** For staff who are signed in, wherever they write from. */
  ignoresBlocks?: boolean;
  /** Otherwise the text is plain. */
  markdown?: boolean;
  /** The HTML of the text; by default its links are embedded by their endings. */
  html?: string;
}

interface PostedComment {
  id: number;
  held: boolean;
  /** The forum's new revision; null for a held comment, which changes nothing visible. */
  revision: number | null;
}

const insertComment = postStatement<PostedComment>(
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
  return insertComment(executor, comment, [
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

interface NewVote extends NewPost {
  dialogId: number;
  allowArchived: boolean;
}

const insertVote = postStatement<{ revision: number }>(
  sql.file(new URL('./sql/cast-vote.sql', import.meta.url)),
  'The dialog is archived, or the sender is blocked.',
);

/**
 * Casts a vote in one statement.
 * @returns the forum's new revision
 * @throws AppError `not-found`, `forbidden` for an archived dialog or a blocked sender; unique violation for a second
 * vote
 */
export async function castVote(executor: Executor, vote: NewVote): Promise<number> {
  const { author, dialogId, allowArchived } = vote;
  const values = [dialogId, allowArchived, author.name, author.identity.person];
  const { revision } = await insertVote(executor, vote, values);
  return revision;
}
