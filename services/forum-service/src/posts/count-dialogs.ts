import { type Executor, sql } from '@guidepost/postgres';
import { TOPICS, type Topic } from '../model/topics.ts';

export interface CountedDialog {
  topic: Topic;
  archived: boolean;
}

const count = sql`
  -- $1 forum, $2 an array of objects
  insert into topic_counts as c (forum_id, archived, topic, dialogs)
  select $1, n.archived, n.topic, n.dialogs
  from json_to_recordset($2) as n (archived boolean, topic text, dialogs integer)
  order by n.archived, n.topic collate "C"
  on conflict (forum_id, archived, topic) do update set dialogs = c.dialogs + excluded.dialogs
`;
const uncount = sql`
  -- $1 forum, $2 an array of objects
  update topic_counts c
  set dialogs = c.dialogs - n.dialogs
  from json_to_recordset($2) as n (archived boolean, topic text, dialogs integer)
  where c.forum_id = $1 and c.archived = n.archived and c.topic = n.topic
`;

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
