import { type Executor, sql } from '@guidepost/postgres';
import type { SourceCategory, SourceTag } from '../import-source.ts';
import type { Changes } from '../import-summary.ts';

interface Written {
  slug: string;
  created: boolean;
}

export interface TagRecord {
  id: number;
  slug: string;
}

const listTagsStatement = sql`
  select t.id, t.slug
  from tags t
  where t.knowledge_base_id = $1
  order by t.id
`;
const upsertTags = sql`
  -- $2: JSON array of {slug, name}. Returns only changed rows.
  insert into tags as t (knowledge_base_id, slug, name)
  select $1, s.slug, s.name
  from json_to_recordset($2) as s (slug text, name text)
  on conflict (knowledge_base_id, slug) do update
  set name = excluded.name
  where t.name <> excluded.name
  returning t.id, t.slug, t.xmax = 0 as created
`;

export interface CategoryRecord {
  id: number;
  slug: string;
  parent: string | null;
}

const listCategoriesStatement = sql`
  select c.id, c.slug, p.slug as parent
  from categories c
  left join categories p on p.knowledge_base_id = c.knowledge_base_id and p.id = c.parent_category_id
  where c.knowledge_base_id = $1
  order by c.id
`;
const upsertCategories = sql`
  -- $2: JSON array of {slug, name, multiple_guides_name, description, icon, position}; a category without a
  -- description or an icon keeps its own. Returns only changed rows.
  insert into categories as c (knowledge_base_id, slug, name, multiple_guides_name, description, icon, position)
  select $1, s.slug, s.name, s.multiple_guides_name, coalesce(s.description, k.description, ''), coalesce(s.icon, k.icon, ''), s.position
  from json_to_recordset($2) as s (slug text, name text, multiple_guides_name text, description text, icon text, position integer)
  left join categories k on k.knowledge_base_id = $1 and k.slug = s.slug
  on conflict (knowledge_base_id, slug) do update
  set name = excluded.name, multiple_guides_name = excluded.multiple_guides_name, description = excluded.description,
    icon = excluded.icon, position = excluded.position
  where (c.name, c.multiple_guides_name, c.description, c.icon, c.position)
    is distinct from (excluded.name, excluded.multiple_guides_name, excluded.description, excluded.icon, excluded.position)
  returning c.slug, c.xmax = 0 as created
`;
const setCategoryParents = sql`
  -- $2: JSON array of {slug, parent}; parent is null at the top. Returns only changed rows.
  update categories c
  set parent_category_id = p.id
  from json_to_recordset($2) as s (slug text, parent text)
  left join categories p on p.knowledge_base_id = $1 and p.slug = s.parent
  where c.knowledge_base_id = $1
    and c.slug = s.slug
    and c.parent_category_id is distinct from p.id
  returning c.slug
`;

export function listTags(transaction: Executor, knowledgeBaseId: number): Promise<TagRecord[]> {
  return transaction.any(listTagsStatement([knowledgeBaseId]));
}

/** Creates and updates the tags of the source; others stay unchanged. */
export async function importTags(
  transaction: Executor,
  knowledgeBaseId: number,
  tags: SourceTag[],
): Promise<Changes> {
  const written = await transaction.any<Written>(upsertTags([knowledgeBaseId, JSON.stringify(tags)]));
  return countChanges(written);
}

export function listCategories(transaction: Executor, knowledgeBaseId: number): Promise<CategoryRecord[]> {
  return transaction.any(listCategoriesStatement([knowledgeBaseId]));
}

/** Creates and updates the categories of the source; others stay unchanged. */
export async function importCategories(
  transaction: Executor,
  knowledgeBaseId: number,
  source: SourceCategory[],
): Promise<Changes> {
  const before = await listCategories(transaction, knowledgeBaseId);
  const existing = new Set(before.map(({ slug }) => slug));
  const categories = source.filter(({ slug, onlyNew }) => !(onlyNew && existing.has(slug)));
  const records = categories.map(({ slug, name, multipleGuidesName, description, icon, position }) => ({
    slug,
    name,
    multiple_guides_name: multipleGuidesName,
    description: description?.trim(),
    icon,
    position,
  }));
  const written = await transaction.any<Written>(
    upsertCategories([knowledgeBaseId, JSON.stringify(records)]),
  );
  // A second step, because parents may follow their children in the source.
  const parents = categories.map(({ slug, parent }) => ({ slug, parent: parent ?? null }));
  const moved = await transaction.any<{ slug: string }>(
    setCategoryParents([knowledgeBaseId, JSON.stringify(parents)]),
  );
  const known = new Set(written.map(({ slug }) => slug));
  return countChanges([
    ...written,
    ...moved.filter(({ slug }) => !known.has(slug)).map(({ slug }) => ({ slug, created: false })),
  ]);
}

function countChanges(written: Written[]): Changes {
  const created = written.filter((row) => row.created).length;
  return { created, updated: written.length - created };
}
