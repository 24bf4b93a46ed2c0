import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import type { Topic } from '../model/topics.ts';
import { divide, type Moderation, moderate, type Outcome } from '../tenants/moderate.ts';
import { countDialogs, uncountDialogs } from './count-dialogs.ts';
import { lockDialogs } from './lock-dialogs.ts';

const update = sql`
  update dialogs d
  set topic = $3
  where d.forum_id = $1 and d.id = any($2::bigint[])
`;

/** Moves dialogs to another topic. @throws AppError `invalid` for one that the forum does not offer; `not-found` */
export function setTopic(
  database: Executor,
  moderation: Moderation,
  { ids, topic }: { ids: readonly number[]; topic: Topic },
): Promise<Outcome> {
  return moderate(database, moderation, async (transaction, forum) => {
    if (!forum.topics.includes(topic)) throw notOffered(forum.slug);
    const dialogs = await lockDialogs(transaction, forum, ids);
    const { toChange, outcome } = divide(dialogs, (dialog) => dialog.topic !== topic);
    if (toChange.length > 0) {
      await transaction.none(update([forum.id, outcome.changed, topic]));
      await queueChanged(transaction, forum.id, outcome.changed);
      await uncountDialogs(transaction, forum.id, toChange);
      const moved = toChange.map(({ archived }) => ({ topic, archived }));
      await countDialogs(transaction, forum.id, moved);
    }
    const events = toChange.map(({ id }) => ({ dialog_id: id, details: { topic } }));
    return { events, visible: toChange.length > 0, result: outcome };
  });
}

function notOffered(slug: string): AppError {
  const message = `${slug} does not offer this topic.`;
  return new AppError('invalid', message, { fields: { topic: [message] }, reason: 'topicNotOffered' });
}
