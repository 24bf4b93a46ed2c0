import { type Executor, sql } from '@guidepost/postgres';
import type { ImportSource } from '../import-source.ts';
import type { Rename } from '../import-summary.ts';

const findRenamedGuides = sql`
  -- Former slugs in a source ($2) that no guide has now, with the current slug. Leaves out guides that the source
  -- has under their current slugs; returns the latest former slug of each guide.
  select named.former, named.slug
  from (
    select distinct on (f.guide_id) f.slug as former, g.slug
    from former_slugs f
    join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id
    where f.knowledge_base_id = $1
      and f.slug = any($2::text[])
      and not g.slug = any($2::text[])
      and not exists (select from guides o where o.knowledge_base_id = $1 and o.slug = f.slug)
    order by f.guide_id, f.left_at desc, f.slug
  ) named
  order by named.former
`;

/**
 * Gives guides of the source the slugs to which they have been renamed here. Otherwise the import would create them
 * again and take their former slugs.
 */
export async function followRenames(
  transaction: Executor,
  knowledgeBaseId: number,
  source: ImportSource,
): Promise<{ source: ImportSource; renames: Rename[] }> {
  const leftOutSlugs = source.leftOut.flatMap(({ slugs = [] }) => slugs);
  const slugs = [...source.guides.map(({ slug }) => slug), ...leftOutSlugs];
  const renames = await transaction.any<Rename>(findRenamedGuides([knowledgeBaseId, slugs]));
  const present = new Map(renames.map(({ former, slug }) => [former, slug]));
  const guides = source.guides.map((guide) => ({ ...guide, slug: present.get(guide.slug) ?? guide.slug }));
  const leftOut = source.leftOut.map((left) => ({
    ...left,
    slugs: left.slugs?.map((slug) => present.get(slug) ?? slug),
  }));
  return { source: { ...source, guides, leftOut }, renames };
}
