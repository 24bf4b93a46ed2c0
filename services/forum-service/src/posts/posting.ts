import { createHash, createHmac } from 'node:crypto';
import {
  type Executor,
  isForeignKeyViolation,
  isUniqueViolation,
  type NamedValues,
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

/** The values of every posting statement, as `$1` and up. */
const SHARED = ['forumId', 'poster', 'email', 'foldedEmail', 'claimed', 'sender', 'hold', 'claim'] as const;

type SharedName = (typeof SHARED)[number];

/** Names the values of a posting statement. @param own those that only it has, in the order of `$9` and up */
export function postValues<Own extends string>(own: readonly Own[]): NamedValues<SharedName | Own> {
  return sql.values([...SHARED, ...own]);
}

/**
 * Makes a function that runs a posting statement, again if its id is taken.
 * @param refusal why a post is not accepted
 * @returns a function that throws AppError `not-found` when the parent does not exist, or is deleted meanwhile, and
 * `forbidden` when the post is refused; a unique violation, as for a duplicate, goes on to the caller, and is a 409 in
 * the end
 */
export function postStatement<Posted, Name extends string>(
  statement: Statement,
  values: NamedValues<Name>,
  refusal: string,
) {
  return async (
    executor: Executor,
    post: NewPost,
    own: Readonly<Record<Exclude<Name, SharedName>, unknown>>,
  ): Promise<Posted> => {
    const bound = statement(
      values.bind({ ...sharedValues(post), ...own } as Readonly<Record<Name, unknown>>),
    );
    for (let attempt = 1; ; attempt += 1) {
      try {
        const row = await executor.oneOrNone<PostedRow<Posted>>(bound);
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

function sharedValues({ forumId, author, origin, hold = 'never' }: NewPost): Record<SharedName, unknown> {
  const { identity, email } = author;
  const { poster, claim } = identity;
  const foldedEmail = email === null ? null : foldEmail(email);
  return { forumId, poster, email, foldedEmail, ...origin, hold, claim };
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

const dialogValues = postValues([
  'name',
  'workTitle',
  'topic',
  'title',
  'text',
  'html',
  'renderer',
  'contentHash',
  'metadata',
  'archived',
  'tags',
  'foldedTags',
  'markdown',
]);

const insertDialog = postStatement<PostedDialog, keyof typeof dialogValues.parts>(
  sql.file(new URL('./sql/post-dialog.sql', import.meta.url), dialogValues.parts),
  dialogValues,
  'This sender is blocked.',
);

/**
 * Posts a dialog in one statement.
 * @throws AppError `not-found`, `forbidden` for a blocked sender; unique violation for a duplicate
 */
export function postDialog(executor: Executor, dialog: NewDialog): Promise<PostedDialog> {
  const { workTitle, topic, title, text, markdown = false, metadata, archived, tags } = dialog;
  return insertDialog(executor, dialog, {
    name: dialog.author.name,
    workTitle,
    topic,
    title,
    text,
    html: dialog.html ?? renderPostText({ text, markdown }),
    renderer: RENDERER,
    contentHash: contentHash(title, text),
    metadata,
    archived,
    tags,
    foldedTags: tags.map(foldTagName),
    markdown,
  });
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
  /** The comment that it answers; ignored unless readers see it in the dialog. */
  answers?: number | undefined;
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

const commentValues = postValues([
  'dialogId',
  'allowArchived',
  'name',
  'workTitle',
  'text',
  'html',
  'renderer',
  'isOrgReply',
  'contentHash',
  'ignoresBlocks',
  'markdown',
  'answers',
]);

const insertComment = postStatement<PostedComment, keyof typeof commentValues.parts>(
  sql.file(new URL('./sql/post-comment.sql', import.meta.url), commentValues.parts),
  commentValues,
  'The dialog is archived, or the sender is blocked.',
);

/**
 * Posts a comment in one statement.
 * @throws AppError `not-found`, `forbidden` for an archived dialog or a blocked sender; unique violation when the
 * person posted the same there within a day
 */
export function postComment(executor: Executor, comment: NewComment): Promise<PostedComment> {
  const { author, text, markdown = false, dialogId, allowArchived, workTitle, isOrgReply } = comment;
  return insertComment(executor, comment, {
    dialogId,
    allowArchived,
    name: author.name,
    workTitle,
    text,
    html: comment.html ?? renderPostText({ text, markdown }),
    renderer: RENDERER,
    isOrgReply,
    // With the person, since another may say the same.
    contentHash: createHmac('sha256', author.identity.person).update(foldWhiteSpace(text)).digest(),
    ignoresBlocks: comment.ignoresBlocks ?? false,
    markdown,
    answers: comment.answers ?? null,
  });
}

interface NewVote extends NewPost {
  dialogId: number;
  allowArchived: boolean;
}

const voteValues = postValues(['dialogId', 'allowArchived', 'name', 'voter']);

const insertVote = postStatement<{ revision: number }, keyof typeof voteValues.parts>(
  sql.file(new URL('./sql/cast-vote.sql', import.meta.url), voteValues.parts),
  voteValues,
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
  const { name, identity } = author;
  const own = { dialogId, allowArchived, name, voter: identity.person };
  const { revision } = await insertVote(executor, vote, own);
  return revision;
}
