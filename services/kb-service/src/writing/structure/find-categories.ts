import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { describeReference, type Reference, referenceValues, revisionOf } from './names-and-slugs.ts';

/** A category of the tree, visible to readers or not. */
export interface TreeCategory {
  id: number;
  slug: string;
  name: string;
  multiple_guides_name: string;
  description: string;
  /** The name of its icon; empty for none. */
  icon: string;
  parent_id: number | null;
  position: number;
  visible: boolean;
  /** Whether it has names of its own in this language; else they are those of the main one. */
  translated: boolean;
  /** 1 at the top. */
  depth: number;
  /** In the category itself. */
  guides: number;
  published_guides: number;
}

export interface FoundCategory {
  id: number;
  slug: string;
  name: string;
  multiple_guides_name: string;
  description: string;
  /** The name of its icon; empty for none. */
  icon: string;
  parent_id: number | null;
  position: number;
  guides: number;
  children: number;
}

export interface OrderedGuide {
  id: number;
  slug: string;
  title: string;
  published: boolean;
  position: number;
}

const listTreeRows = sql`
  -- All categories, visible or not, from the top down: each before its children, siblings by position.
  with recursive tree as (
    select c.id, array[(c.position, c.id)] as path
    from categories c
    where c.knowledge_base_id = $1 and c.parent_category_id is null
    union all
    select c.id, t.path || (c.position, c.id)
    from tree t
    join categories c on c.knowledge_base_id = $1 and c.parent_category_id = t.id
  )
  select c.id, c.slug, c.name, c.multiple_guides_name, c.description, c.icon, c.parent_category_id as parent_id, c.position, c.visible,
    c.translated, cardinality(t.path) as depth, coalesce(m.guides, 0) as guides, c.published_guides
  from tree t
  join categories c on c.knowledge_base_id = $1 and c.id = t.id
  left join (
    select m.category_id, count(*) as guides
    from guide_categories m
    where m.knowledge_base_id = $1
    group by m.category_id
  ) m on m.category_id = c.id
  order by t.path
`;
const findCategoryRow = sql`
  -- A category by slug $2 or ID $3.
  select c.id, c.slug, c.name, c.multiple_guides_name, c.description, c.icon, c.parent_category_id as parent_id, c.position,
    (
      select count(*) from guide_categories m
      where m.knowledge_base_id = c.knowledge_base_id and m.category_id = c.id
    ) as guides,
    (
      select count(*) from categories b
      where b.knowledge_base_id = c.knowledge_base_id and b.parent_category_id = c.id
    ) as children
  from categories c
  where c.knowledge_base_id = $1 and (c.slug = $2 or c.id = $3)
`;
const listGuidesOfCategory = sql`
  select g.id, g.slug, g.title, g.published, m.position
  from guide_categories m
  join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id
  where m.knowledge_base_id = $1 and m.category_id = $2
  order by m.position, g.id
`;

/** All categories, each before its children. @throws AppError `not-found` */
export async function listCategoryTree(
  executor: Executor,
  { host }: { host: string },
): Promise<TreeCategory[]> {
  const { id } = await requireKnowledgeBase(executor, host);
  return executor.any<TreeCategory>(listTreeRows([id]));
}

/** The guides of a category in their order, published or not. @throws AppError `not-found` */
export async function listGuidesInOrder(
  executor: Executor,
  { host, category }: { host: string; category: Reference },
): Promise<OrderedGuide[]> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(executor, host);
  const { id } = await findCategory(executor, knowledgeBaseId, category);
  return executor.any<OrderedGuide>(listGuidesOfCategory([knowledgeBaseId, id]));
}

/** @throws AppError `not-found` */
export async function findCategory(
  executor: Executor,
  knowledgeBaseId: number,
  reference: Reference,
): Promise<FoundCategory> {
  const found = await executor.oneOrNone<FoundCategory>(
    findCategoryRow([knowledgeBaseId, ...referenceValues(reference)]),
  );
  if (found) return found;
  throw new AppError('not-found', `There is no category ${describeReference(reference)}.`);
}

type CategoryValues = Pick<
  FoundCategory,
  'name' | 'slug' | 'multiple_guides_name' | 'position' | 'parent_id'
>;

export function categoryRevision(values: CategoryValues): string {
  const { name, slug, multiple_guides_name, position, parent_id } = values;
  return revisionOf([name, slug, multiple_guides_name, position, parent_id]);
}
