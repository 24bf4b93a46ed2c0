import { type Executor, preparedStatement } from '@guidepost/postgres';
import { divide, type Moderation, moderate, type Outcome } from '../audit/moderate.ts';
import { noteAnswers } from '../followers/answers.ts';
import { eventsOf, lockComments, refreshDialogs } from './lock-comments.ts';

const release = preparedStatement(new URL('./sql/release-comments.sql', import.meta.url));

/** Publishes held comments. @throws AppError `not-found` */
export function releaseComments(
  database: Executor,
  moderation: Moderation,
  ids: readonly number[],
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    const locked = await lockComments(transaction, forum, ids);
    const { toChange, outcome } = divide(locked, ({ held }) => held);
    if (toChange.length > 0) {
      await transaction.none(release([forum.id, outcome.changed]));
      await noteAnswers(transaction, forum.id, outcome.changed);
      await refreshDialogs(transaction, forum.id, toChange);
    }
    return { events: eventsOf(toChange), visible: toChange.length > 0, result: outcome };
  });
}
