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

/** A statement that posts something. Its file puts `${poster:raw}` where it is found out who posts, bound as $1 to $8. */
export function postStatement(url: URL): (post: NewPost, values: unknown[]) => BoundStatement {
  const bind = statementTemplate(url)({ poster: POSTER }, { prepared: true });
  return ({ forumId, author, origin, hold = 'never' }, values) => {
    const { identity, email } = author;
    const { claimed, sender } = origin;
    const who = [identity.poster, email, foldEmail(email), claimed, sender, hold, identity.claim];
    return bind([forumId, ...who, ...values]);
  };
}

/** What new posts get their ids for. */
const IDS = ['dialogs_pkey', 'comments_pkey'];

/** An import may have taken an id that we had already got, and the next ones with it. */
const MOST_ATTEMPTS = 100;

/**
 * Runs a statement that posts something to something.
 * @throws AppError `not-found` when what it was posted to is not there, or goes while this is posted
 */
export async function runPost<Row>(executor: Executor, statement: BoundStatement): Promise<Row> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const row = await executor.oneOrNone<Row>(statement);
      if (row !== null) return row;
      throw notFound();
    } catch (cause) {
      if (isForeignKeyViolation(cause)) throw notFound(cause);
      if (attempt === MOST_ATTEMPTS || !isUniqueViolation(cause, IDS)) throw cause;
    }
  }
}

function notFound(cause?: unknown): AppError {
  return new AppError('not-found', 'There is nothing like that to post to.', { cause });
}
