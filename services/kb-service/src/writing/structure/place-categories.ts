import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { findCategory } from './find-categories.ts';
import type { Reference } from './names-and-slugs.ts';

export interface CategoryMove {
  host: string;
  category: Reference;
  /** Null for the top; undefined for the parent that it has. */
  parent?: Reference | null | undefined;
  /** Its place among its siblings from 0; undefined for the last one. */
  place?: number | undefined;
}

interface Room {
  knowledgeBaseId: number;
  /** Null for a new category. */
  id: number | null;
  parentId: number | null;
}

/** Deeper than readers find their way. */
const MAX_DEPTH = 10;

const listSiblings = sql`
  -- Children of $2 (null: at the top) in order, without $3.
  select c.id
  from categories c
  where c.knowledge_base_id = $1 and c.parent_category_id is not distinct from $2 and c.id <> $3
  order by c.position, c.id
`;
const placeCategory = sql`
  -- Makes the categories $3, in this order, the children of $2 (null: the top). Returns those that changed.
  update categories c
  set parent_category_id = $2, position = p.position
  from unnest($3::bigint[]) with ordinality as p (id, position)
  where c.knowledge_base_id = $1
    and c.id = p.id
    and (c.parent_category_id, c.position) is distinct from ($2, p.position)
  returning c.id
`;
const readDepths = sql`
  -- How deep $3 is below the top (null: 0), how many levels $2 has including itself, and whether $3 is within $2.
  with recursive above as (
    select c.id, c.parent_category_id, 1 as level
    from categories c
    where c.knowledge_base_id = $1 and c.id = $3
    union all
    select c.id, c.parent_category_id, a.level + 1
    from above a
    join categories c on c.knowledge_base_id = $1 and c.id = a.parent_category_id
  ), below as (
    select c.id, 1 as level
    from categories c
    where c.knowledge_base_id = $1 and c.id = $2
    union all
    select c.id, b.level + 1
    from below b
    join categories c on c.knowledge_base_id = $1 and c.parent_category_id = b.id
  )
  select coalesce((select max(a.level) from above a), 0) as above,
    coalesce((select max(b.level) from below b), 0) as levels,
    exists (select from below b where b.id = $3) as within
`;
const orderGuidesOfCategory = sql`
  -- The guides $3 come first in the category $2, in this order; the others follow as they were. Returns those that
  -- moved.
  with ordered as (
    select m.guide_id, row_number() over (order by p.place, m.position, m.guide_id) as position
    from guide_categories m
    left join unnest($3::bigint[]) with ordinality as p (id, place) on p.id = m.guide_id
    where m.knowledge_base_id = $1 and m.category_id = $2
  )
  update guide_categories m
  set position = o.position
  from ordered o
  where m.knowledge_base_id = $1 and m.category_id = $2 and m.guide_id = o.guide_id and m.position <> o.position
  returning m.guide_id as id
`;

/**
 * Moves a category with all below it, and numbers its siblings.
 * @returns whether anything changed
 * @throws AppError `not-found`, or `invalid` below itself or too deep
 */
export function moveCategory(
  database: Executor,
  actor: Actor,
  { host, category, parent, place: wanted }: CategoryMove,
): Promise<boolean> {
  const attribution = { host, actor, action: 'category move' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
    const { id, slug, parent_id } = await findCategory(transaction, knowledgeBaseId, category);
    const above = parent ? await findCategory(transaction, knowledgeBaseId, parent) : undefined;
    const parentId = parent === undefined ? parent_id : (above?.id ?? null);
    await requireRoom(transaction, { knowledgeBaseId, id, parentId });
    const siblings = await transaction.any<{ id: number }>(listSiblings([knowledgeBaseId, parentId, id]));
    const ids = siblings.map((sibling) => sibling.id);
    ids.splice(wanted ?? ids.length, 0, id);
    const moved = await transaction.any(placeCategory([knowledgeBaseId, parentId, ids]));
    const audit = { subject: slug, details: { parent: above?.slug ?? null, place: ids.indexOf(id) } };
    const changed = moved.length > 0;
    return changed ? { changed, result: true, audit } : { changed, result: false };
  });
}

/**
 * @throws AppError `invalid` with the field `parent`, for a parent that is below the category, or if the tree would get
 * too deep
 */
export async function requireRoom(
  transaction: Executor,
  { knowledgeBaseId, id, parentId }: Room,
): Promise<void> {
  const { above, levels, within } = await transaction.one<{ above: number; levels: number; within: boolean }>(
    readDepths([knowledgeBaseId, id, parentId]),
  );
  if (within) throw invalidParent('A category cannot be moved to itself or below itself.');
  if (above + Math.max(levels, 1) > MAX_DEPTH)
    throw invalidParent(`Categories can be ${MAX_DEPTH} levels deep.`);
}

function invalidParent(message: string): AppError {
  return new AppError('invalid', message, { fields: { parent: [message] } });
}

/**
 * Orders the guides of a category; those that are not named follow as they were.
 * @returns whether anything changed
 * @throws AppError `not-found`
 */
export function orderGuides(
  database: Executor,
  actor: Actor,
  { host, category, guideIds }: { host: string; category: Reference; guideIds: readonly number[] },
): Promise<boolean> {
  const attribution = { host, actor, action: 'category order' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
    const { id, slug } = await findCategory(transaction, knowledgeBaseId, category);
    const moved = await transaction.any(
      orderGuidesOfCategory([knowledgeBaseId, id, [...new Set(guideIds.filter(isStoredId))]]),
    );
    const changed = moved.length > 0;
    return changed ? { changed, result: true, audit: { subject: slug } } : { changed, result: false };
  });
}
