import { type ContentReader, preparedStatement } from '@guidepost/postgres';
import type { Topic } from '../model/topics.ts';

export interface ForumSummary {
  counts: Partial<Record<Topic, number>>;
  tags: { name: string; dialogs: number }[];
}

const read = preparedStatement(new URL('./sql/read-home.sql', import.meta.url));

export function summarizeForum(
  executor: ContentReader,
  forumId: number,
  mostTags: number,
): Promise<ForumSummary> {
  return executor.one<ForumSummary>(read([forumId, mostTags]));
}
