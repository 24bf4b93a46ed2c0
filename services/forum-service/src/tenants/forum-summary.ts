import { compareTexts } from '@guidepost/i18n/text-order';
import { type ContentReader, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import type { Topic } from '../model/topics.ts';

export interface ForumSummary {
  counts: Partial<Record<Topic, number>>;
  /** The most used ones, by name. */
  tags: { name: string; dialogs: number }[];
}

const read = sql`
  -- Visible dialogs per topic, and the $2 most used public tags.
  select
    (
      select coalesce(json_object_agg(c.topic, c.dialogs), '{}')
      from topic_counts c
      where c.forum_id = $1 and not c.archived
    ) as counts,
    (
      select coalesce(json_agg(json_build_object('name', m.name, 'dialogs', m.dialogs)), '[]')
      from (
        select t.id, t.name, t.dialogs
        from tags t
        where t.forum_id = $1 and t.is_public and t.dialogs > 0
        order by t.dialogs desc, t.name, t.id
        limit $2
      ) m
    ) as tags
`;

export async function summarizeForum(
  executor: ContentReader,
  { id, language }: Pick<Forum, 'id' | 'language'>,
  mostTags: number,
): Promise<ForumSummary> {
  const summary = await executor.one<ForumSummary>(read([id, mostTags]));
  const compare = compareTexts(language);
  return { ...summary, tags: summary.tags.toSorted((one, other) => compare(one.name, other.name)) };
}
