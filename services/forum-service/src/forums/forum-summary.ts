import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Topic } from '../model/topics.ts';

/** What there is to read in a forum. */
export interface ForumSummary {
  /** Visible dialogs by topic. */
  counts: Partial<Record<Topic, number>>;
  /** The public tags with the most visible dialogs. */
  tags: { name: string; dialogs: number }[];
}

const read = preparedStatement(new URL('./sql/read-home.sql', import.meta.url));

export function summarizeForum(executor: Executor, forumId: number, mostTags: number): Promise<ForumSummary> {
  return executor.one<ForumSummary>(read([forumId, mostTags]));
}
