import { type Executor, sql } from '@guidepost/postgres';
import type { ImportSource } from '../import-source.ts';

const findByExternal = sql`
  -- The slugs of guides and categories by what they are in another system ($2).
  select g.external, g.slug
  from guides g
  where g.knowledge_base_id = $1 and g.external = any($2::text[])
  union all
  select c.external, c.slug
  from categories c
  where c.knowledge_base_id = $1 and c.external = any($2::text[])
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

/** The source with the slugs that its guides and categories have here, even if their names have changed elsewhere. */
export async function recallSlugs(
  transaction: Executor,
  knowledgeBaseId: number,
  source: ImportSource,
): Promise<ImportSource> {
  const externals = [...source.guides, ...source.categories].flatMap(({ external }) => external ?? []);
  if (!source.withSlugs || externals.length === 0) return source;
  const rows = await transaction.any<{ external: string; slug: string }>(
    findByExternal([knowledgeBaseId, externals]),
  );
  return source.withSlugs(new Map(rows.map(({ external, slug }) => [external, slug])));
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
