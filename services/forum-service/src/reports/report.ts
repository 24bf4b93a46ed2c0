import { type Executor, isUniqueViolation } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { NewPost } from '../posting/new-post.ts';
import { postStatement, runPost } from '../posting/post-statement.ts';

/** That something should not stand where it stands. */
export interface NewReport extends NewPost {
  of: { dialogId: number } | { commentId: number };
  reason: string;
}

const statement = postStatement(new URL('./sql/report.sql', import.meta.url));

/**
 * Stores a report, in one statement; of those of one person about the same thing the first.
 * @throws AppError `not-found`, `forbidden` for a blocked sender
 */
export async function report(executor: Executor, { of, reason, ...post }: NewReport): Promise<void> {
  const { name, identity } = post.author;
  const dialogId = 'dialogId' in of ? of.dialogId : null;
  const commentId = 'commentId' in of ? of.commentId : null;
  const bound = statement(post, [dialogId, commentId, name, reason, identity.person]);
  const stored = await runPost<{ id: number | null }>(executor, bound).catch(unlessStored);
  if (stored?.id === null) throw new AppError('forbidden', 'This sender is blocked.');
}

function unlessStored(error: unknown): undefined {
  if (!isUniqueViolation(error)) throw error;
}
