import { type Executor, sql } from '@guidepost/postgres';

const list = sql`
  select g.id, g.slug
  from guides g
  where g.knowledge_base_id = $1
    and g.id = any($2::bigint[])
    and not exists (select from guide_versions v where v.knowledge_base_id = $1 and v.guide_id = g.id)
  order by g.id
`;

/** Those of these guides that readers have never seen. */
export function listNeverPublished(
  executor: Executor,
  knowledgeBaseId: number,
  ids: readonly number[],
): Promise<{ id: number; slug: string }[]> {
  return executor.any(list([knowledgeBaseId, ids]));
}
