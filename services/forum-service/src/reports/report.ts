import { type Executor, isUniqueViolation, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { NewPost } from '../posting/new-post.ts';
import { postStatement } from '../posting/post-statement.ts';

export interface NewReport extends NewPost {
  of: { dialogId: number } | { commentId: number };
  reason: string;
}

const post = postStatement<{ dialog_id: number }>(
  new URL('./sql/report.sql', import.meta.url),
  'This sender is blocked.',
);
const findDialog = preparedStatement(new URL('./sql/find-dialog-of-comment.sql', import.meta.url));

/**
 * Stores a report in one statement; a person's first report of a post counts.
 * @returns the dialog it concerns
 * @throws AppError `not-found`, `forbidden` for a blocked sender
 */
export async function report(executor: Executor, { of, reason, ...by }: NewReport): Promise<number> {
  const { name, identity } = by.author;
  const dialogId = 'dialogId' in of ? of.dialogId : null;
  const commentId = 'commentId' in of ? of.commentId : null;
  const values = [dialogId, commentId, name, reason, identity.person];
  const stored = await post(executor, by, values).catch(unlessStored);
  return stored?.dialog_id ?? dialogId ?? dialogOf(executor, [by.forumId, commentId]);
}

function unlessStored(error: unknown): undefined {
  if (!isUniqueViolation(error)) throw error;
}

type CommentKey = [forumId: number, id: number | null];

async function dialogOf(executor: Executor, comment: CommentKey): Promise<number> {
  const found = await executor.oneOrNone<{ dialog_id: number }>(findDialog(comment));
  if (!found) throw new AppError('not-found', 'The comment was deleted.');
  return found.dialog_id;
}

/** The dialog of a visible comment; undefined for any other. */
export async function visibleDialogOf(executor: Executor, comment: CommentKey): Promise<number | undefined> {
  const found = await executor.oneOrNone<{ dialog_id: number; visible: boolean }>(findDialog(comment));
  return found?.visible ? found.dialog_id : undefined;
}
