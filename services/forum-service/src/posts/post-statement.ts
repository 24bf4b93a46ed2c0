import { type Executor, isForeignKeyViolation, isUniqueViolation, type Statement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { foldEmail } from '../model/email.ts';
import type { NewPost } from './new-post.ts';

/** No row when there is no such parent. */
type PostedRow<Posted> = ({ accepted: true } & Posted) | { accepted: false };

const IDS = ['dialogs_pkey', 'comments_pkey'];

/** An import may have taken a generated id and the next ones. */
const MAX_ATTEMPTS = 100;

/**
 * Runs a posting statement.
 * @param values of `$9` and up
 * @throws AppError `not-found` when the parent does not exist, or is deleted meanwhile; `forbidden` when refused
 */
export type RunPost<Posted> = (
  executor: Executor,
  post: NewPost,
  values: readonly unknown[],
) => Promise<Posted>;

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
