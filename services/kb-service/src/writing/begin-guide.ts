import { type Executor, sql } from '@guidepost/postgres';
import type { Actor } from '../model/actor.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { createGuide } from './create-guide.ts';

const findBlank = sql`
  -- A guide that the person $2 began and that has only the title $3. Within the first hour, another window may show it.
  select d.guide_id as id
  from guide_drafts d
  join guides g on g.knowledge_base_id = d.knowledge_base_id and g.id = d.guide_id
  where d.knowledge_base_id = $1
    and d.author_id = $2
    and d.title = $3
    and d.content_html = ''
    and d.category_ids = '{}'
    and d.tag_names = '{}'
    and d.state = 'draft'
    and d.updated_at < now() - interval '1 hour'
    and not g.published
  order by d.guide_id
  limit 1
`;

/** A guide to write in: one that the person began and left without a word, or a new one. */
export async function beginGuide(
  database: Executor,
  actor: Actor,
  { host, title }: { host: string; title: string },
): Promise<{ id: number }> {
  const { id } = await requireKnowledgeBase(database, host);
  const blank = await database.oneOrNone<{ id: number }>(findBlank([id, actor.personId, title]));
  return blank ?? createGuide(database, actor, { host, title });
}
