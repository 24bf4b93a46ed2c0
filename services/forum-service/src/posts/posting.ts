import { createHash, createHmac } from 'node:crypto';
import {
  type Executor,
  isForeignKeyViolation,
  isUniqueViolation,
  type Statement,
  sql,
} from '@guidepost/postgres';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import { foldEmail } from '../model/person.ts';
import { foldTagName } from '../model/tag.ts';
import type { Topic } from '../model/topics.ts';
import { renderPostText } from '../rendering/render-posts.ts';
import { RENDERER } from '../rendering/render-text.ts';
import type { Metadata } from './metadata.ts';
import type { NewPost } from './new-post.ts';

/** No row when there is no such parent (S23). */
type PostedRow<Posted> = ({ accepted: true } & Posted) | { accepted: false };

const IDS = ['dialogs_pkey', 'comments_pkey'];

/** An import may have taken a generated id and the next ones. */
const MAX_ATTEMPTS = 100;

/**
 * Runs a posting statement.
 * @param values of `$9` and up
 * @throws AppError `not-found` when the parent does not exist, or is deleted meanwhile; `forbidden` when refused
 */
type RunPost<Posted> = (executor: Executor, post: NewPost, values: readonly unknown[]) => Promise<Posted>;

/**
 * Runs a posting statement, again if its id is taken.
 * @param refusal why a post is not accepted
 */
export function postStatement<Posted>(bind: Statement, refusal: string): RunPost<Posted> {
  return async (executor, post, values) => {
    const statement = bind([...valuesOf(post), ...values]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const row = await executor.oneOrNone<PostedRow<Posted>>(statement);
        if (row === null) throw notFound();
        if (!row.accepted) throw new AppError('forbidden', refusal);
        return row;
      } catch (cause) {
        if (isForeignKeyViolation(cause)) throw notFound(cause);
        if (attempt === MAX_ATTEMPTS || !isUniqueViolation(cause, IDS)) throw cause;
      }
    }
  };
}

/** `$1` to `$8` of every posting statement. */
function valuesOf({ forumId, author, origin, hold = 'never' }: NewPost): unknown[] {
  const { identity, email } = author;
  const { claimed, sender } = origin;
  return [forumId, identity.poster, email, foldEmail(email), claimed, sender, hold, identity.claim];
}

function notFound(cause?: unknown): AppError {
  return new AppError('not-found', 'There is no such dialog or comment.', { cause });
}

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

/** Identifies duplicate dialogs of a forum by title and text (S22), ignoring white space. */
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
 * @throws AppError `not-found`, `forbidden` for an archived dialog or a blocked sender; unique violation when the
 * person posted the same there within a day
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
