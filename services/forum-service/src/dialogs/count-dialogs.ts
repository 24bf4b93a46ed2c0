import { type Executor, preparedStatement } from '@guidepost/postgres';
import { TOPICS, type Topic } from '../model/topics.ts';

export interface CountedDialog {
  topic: Topic;
  archived: boolean;
}

const count = preparedStatement(new URL('./sql/count-dialogs.sql', import.meta.url));
const uncount = preparedStatement(new URL('./sql/uncount-dialogs.sql', import.meta.url));

/** Adds dialogs to the counts of their topics. */
export async function countDialogs(
  transaction: Executor,
  forumId: number,
  dialogs: readonly CountedDialog[],
): Promise<void> {
  await transaction.none(count([forumId, numbersOf(dialogs)]));
}

/** Subtracts dialogs from the counts of their topics. */
export async function uncountDialogs(
  transaction: Executor,
  forumId: number,
  dialogs: readonly CountedDialog[],
): Promise<void> {
  await transaction.none(uncount([forumId, numbersOf(dialogs)]));
}

function numbersOf(dialogs: readonly CountedDialog[]): string {
  const rows = [false, true].flatMap((archived) =>
    TOPICS.map((topic) => ({
      archived,
      topic,
      dialogs: dialogs.filter((dialog) => dialog.archived === archived && dialog.topic === topic).length,
    })),
  );
  return JSON.stringify(rows.filter((row) => row.dialogs > 0));
}
