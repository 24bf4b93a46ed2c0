import {
  type BoundStatement,
  type Executor,
  isForeignKeyViolation,
  isUniqueViolation,
  sqlText,
  statementTemplate,
} from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { foldEmail } from '../model/email.ts';
import type { NewPost } from './new-post.ts';

const POSTER = sqlText(new URL('./sql/poster.sql', import.meta.url));

/** A posting statement. Its file includes `${poster:raw}`, which identifies the poster from $1 to $8. */
export function postStatement(url: URL): (post: NewPost, values: unknown[]) => BoundStatement {
  const bind = statementTemplate(url)({ poster: POSTER }, { prepared: true });
  return ({ forumId, author, origin, hold = 'never' }, values) => {
    const { identity, email } = author;
    const { claimed, sender } = origin;
    const who = [identity.poster, email, foldEmail(email), claimed, sender, hold, identity.claim];
    return bind([forumId, ...who, ...values]);
  };
}

const IDS = ['dialogs_pkey', 'comments_pkey'];

/** An import may have taken a generated id and the next ones. */
const MAX_ATTEMPTS = 100;

/** Runs a posting statement. @throws AppError `not-found` when the parent does not exist, or is deleted meanwhile */
export async function runPost<Row>(executor: Executor, statement: BoundStatement): Promise<Row> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const row = await executor.oneOrNone<Row>(statement);
      if (row !== null) return row;
      throw notFound();
    } catch (cause) {
      if (isForeignKeyViolation(cause)) throw notFound(cause);
      if (attempt === MAX_ATTEMPTS || !isUniqueViolation(cause, IDS)) throw cause;
    }
  }
}

function notFound(cause?: unknown): AppError {
  return new AppError('not-found', 'There is no such dialog or comment.', { cause });
}
