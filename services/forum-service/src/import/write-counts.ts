import { type Executor, preparedStatement } from '@guidepost/postgres';
import { TOPICS } from '../topics/topics.ts';
import type { Writing } from './writing.ts';

const queue = preparedStatement(new URL('./sql/queue-dialogs.sql', import.meta.url));
const count = preparedStatement(new URL('./sql/count-topics.sql', import.meta.url));

/** Has search hear of new dialogs. */
export async function queueDialogs(transaction: Executor, { forumId, dialogs }: Writing): Promise<void> {
  await transaction.one(queue([forumId, dialogs.map(({ id }) => id)]));
}

/** Counts new dialogs among those that their topics have. */
export async function countTopics(transaction: Executor, { forumId, dialogs }: Writing): Promise<void> {
  const rows = [false, true].flatMap((archived) =>
    TOPICS.map((topic) => ({
      archived,
      topic,
      dialogs: dialogs.filter((dialog) => dialog.archived === archived && dialog.topic === topic).length,
    })),
  );
  await transaction.none(count([forumId, JSON.stringify(rows.filter((row) => row.dialogs > 0))]));
}
