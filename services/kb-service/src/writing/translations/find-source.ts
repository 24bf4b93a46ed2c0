import { type Executor, sql } from '@guidepost/postgres';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { noSuchGuide, requireGuideId } from '../drafts/working-copy.ts';

/** The text that a translation is made from. */
export interface SourceText {
  title: string;
  content_html: string;
  /** Whether readers see it; otherwise it is a draft. */
  published: boolean;
  /**
   * The version that readers saw when the translation was last published or confirmed; null unless the translation and
   * the source are published.
   */
  translated_version: number | null;
}

const find = sql`
  -- The guide $3 in the main language $1, for its translation in $2.
  select
    case when m.published then m.title else coalesce(nullif(d.title, ''), m.title) end as title,
    case when m.published then m.content_html else coalesce(d.content_html, m.content_html) end as content_html,
    m.published,
    (
      select max(v.number)
      from guide_versions v
      where v.knowledge_base_id = $1 and v.guide_id = $3 and m.published and g.published
        and v.published_at <= greatest(g.confirmed_at, (
          select max(t.published_at) from guide_versions t
          where t.knowledge_base_id = $2 and t.guide_id = $3 and t.replaced_by is null
        ))
        and v.replaced_by is null
    ) as translated_version
  from guides m
  join guides g on g.knowledge_base_id = $2 and g.id = m.id
  left join guide_drafts d on d.knowledge_base_id = m.knowledge_base_id and d.guide_id = m.id
  where m.knowledge_base_id = $1 and m.id = $3
`;

/**
 * The text of the main language as readers see it or, before that, as it is being written.
 * @throws AppError `not-found`
 */
export async function findSource(
  executor: Executor,
  { id, main_id }: Pick<KnowledgeBase, 'id' | 'main_id'>,
  guideId: number,
): Promise<SourceText> {
  requireGuideId(guideId);
  const found = await executor.oneOrNone<SourceText>(find([main_id, id, guideId]));
  if (found) return found;
  throw noSuchGuide(guideId);
}
