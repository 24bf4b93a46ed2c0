import { type Executor, preparedStatement } from '@guidepost/postgres';
import { TOPICS } from '../topics/topics.ts';
import type { Writing } from './writing.ts';

const count = preparedStatement(new URL('./sql/count-topics.sql', import.meta.url));

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
