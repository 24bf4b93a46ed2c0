import { type Executor, sql } from '@guidepost/postgres';
import type { ImportSource } from '../import-source.ts';

const listGuidesFromElsewhere = sql`
  -- The slugs of guides that come from another system.
  select g.external, g.slug
  from guides g
  where g.knowledge_base_id = $1 and g.external is not null
`;
const listCategoriesFromElsewhere = sql`
  -- The slugs of categories that come from another system.
  select c.external, c.slug
  from categories c
  where c.knowledge_base_id = $1 and c.external is not null
`;
const setExternalOfGuides = sql`
  -- $2: JSON array of {slug, external}.
  update guides g
  set external = s.external
  from json_to_recordset($2) as s (slug text, external text)
  where g.knowledge_base_id = $1 and g.slug = s.slug and g.external is distinct from s.external
`;
const setExternalOfCategories = sql`
  -- $2: JSON array of {slug, external}.
  update categories c
  set external = s.external
  from json_to_recordset($2) as s (slug text, external text)
  where c.knowledge_base_id = $1 and c.slug = s.slug and c.external is distinct from s.external
`;

interface Known {
  external: string;
  slug: string;
}

/** The source with the slugs that its guides and categories have here, even if their names have changed elsewhere. */
export async function recallSlugs(
  transaction: Executor,
  knowledgeBaseId: number,
  source: ImportSource,
): Promise<ImportSource> {
  if (!source.withSlugs) return source;
  const guides = await transaction.any<Known>(listGuidesFromElsewhere([knowledgeBaseId]));
  const categories = await transaction.any<Known>(listCategoriesFromElsewhere([knowledgeBaseId]));
  return source.withSlugs({ guides: byExternal(guides), categories: byExternal(categories) });
}

function byExternal(rows: readonly Known[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ external, slug }) => [external, slug]));
}

/** Keeps what guides and categories are in the system that they come from. */
export async function keepExternals(
  transaction: Executor,
  knowledgeBaseId: number,
  { guides, categories }: Pick<ImportSource, 'guides' | 'categories'>,
): Promise<void> {
  const known = [guides, categories].map((list) =>
    list.flatMap(({ slug, external }) => (external === undefined ? [] : [{ slug, external }])),
  );
  const [ofGuides = [], ofCategories = []] = known;
  if (ofGuides.length > 0)
    await transaction.none(setExternalOfGuides([knowledgeBaseId, JSON.stringify(ofGuides)]));
  if (ofCategories.length > 0)
    await transaction.none(setExternalOfCategories([knowledgeBaseId, JSON.stringify(ofCategories)]));
}
