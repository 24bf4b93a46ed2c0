import { compareTexts } from '@guidepost/i18n/text-order';
import { type ContentReader, preparedStatement } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Topic } from '../model/topics.ts';

export interface ForumSummary {
  counts: Partial<Record<Topic, number>>;
  /** The most used ones, by name. */
  tags: { name: string; dialogs: number }[];
}

const read = preparedStatement(new URL('./sql/read-home.sql', import.meta.url));

export async function summarizeForum(
  executor: ContentReader,
  { id, language }: Pick<Forum, 'id' | 'language'>,
  mostTags: number,
): Promise<ForumSummary> {
  const summary = await executor.one<ForumSummary>(read([id, mostTags]));
  const compare = compareTexts(language);
  return { ...summary, tags: summary.tags.toSorted((one, other) => compare(one.name, other.name)) };
}
