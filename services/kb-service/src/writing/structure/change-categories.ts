import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { isEdition } from '../../model/knowledge-base.ts';
import type { Actor } from '../../model/permissions.ts';
import type { Precondition } from '../../model/precondition.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { concernsAllLanguages } from '../../tenants/editions.ts';
import { categoryRevision, findCategory } from './find-categories.ts';
import { leadOn } from './former-addresses.ts';
import {
  type Reference,
  readDescription,
  readIcon,
  readName,
  readSlug,
  requireExpectedValues,
  withFreeSlug,
} from './names-and-slugs.ts';
import { requireRoom } from './place-categories.ts';

export interface NewCategory {
  host: string;
  name: string;
  /** The heading of a list of its guides; without it the name. */
  multipleGuidesName?: string | undefined;
  /** Without it made from the name. */
  slug?: string | undefined;
  /** The description that readers see. */
  description?: string | undefined;
  /** The name of an icon; empty for none. */
  icon?: string | undefined;
  parent?: Reference | undefined;
}

export interface CategoryChange {
  host: string;
  category: Reference;
  name?: string | undefined;
  multipleGuidesName?: string | undefined;
  slug?: string | undefined;
  description?: string | undefined;
  /** The name of an icon; empty for none. */
  icon?: string | undefined;
}

export interface CategoryDeletion {
  host: string;
  category: Reference;
  isExpected?: Precondition | undefined;
  /** Where its guides go; null for nowhere. Needed if it has guides. */
  guidesTo?: Reference | null | undefined;
}

const collection = 'categories';

const insertCategory = sql`
  insert into categories (knowledge_base_id, slug, name, multiple_guides_name, position, parent_category_id, description, icon)
  select $1, $2, $3, $4, 1 + coalesce(max(c.position), 0), $5, $6, $7
  from categories c
  where c.knowledge_base_id = $1 and c.parent_category_id is not distinct from $5
  returning id
`;
const updateCategory = sql`
  update categories c
  set name = $3, multiple_guides_name = $4, slug = $5, description = $6, icon = $7
  where c.knowledge_base_id = $1
    and c.id = $2
    and (c.name, c.multiple_guides_name, c.slug, c.description, c.icon) is distinct from ($3, $4, $5, $6, $7)
  returning c.id
`;
const moveMemberships = sql`
  -- Guides of the category $2 that $3 does not have come last there, in their order.
  insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
  select $1, $3, m.guide_id, (row_number() over (order by m.position, m.guide_id)) + coalesce((
    select max(o.position) from guide_categories o where o.knowledge_base_id = $1 and o.category_id = $3
  ), 0)
  from guide_categories m
  where m.knowledge_base_id = $1 and m.category_id = $2
  on conflict (knowledge_base_id, category_id, guide_id) do nothing
`;
const moveDrafts = sql`
  -- Drafts in the category $2 are in $3 instead, or in neither if that is null. Their guides have been changed.
  with edited as (
    update guides g
    set edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
    where g.knowledge_base_id = $1
      and g.id in (
        select d.guide_id from guide_drafts d where d.knowledge_base_id = $1 and $2::bigint = any(d.category_ids)
      )
    returning g.id
  )
  update guide_drafts d
  set category_ids = case
    when $3::bigint is null or $3 = any(d.category_ids) then array_remove(d.category_ids, $2::bigint)
    else array_replace(d.category_ids, $2::bigint, $3::bigint)
  end
  from edited e
  where d.knowledge_base_id = $1 and d.guide_id = e.id and $2::bigint = any(d.category_ids)
`;
const moveChildren = sql`
  -- The children of $2 come last among those of $3.
  update categories c
  set parent_category_id = $3, position = c.position + (
    select coalesce(max(o.position), 0) from categories o where o.knowledge_base_id = $1 and o.parent_category_id = $3
  )
  where c.knowledge_base_id = $1 and c.parent_category_id = $2
`;
const removeCategory = sql`
  delete from categories c
  where c.knowledge_base_id = $1 and c.id = $2
`;

/** Creates a category as the last of its siblings. @throws AppError `invalid` or `conflict` with the field */
export async function createCategory(
  database: Executor,
  actor: Actor,
  { host, parent, ...values }: NewCategory,
): Promise<{ id: number; slug: string }> {
  const name = readName(values.name);
  const multiple = readName(values.multipleGuidesName || name, 'multipleGuidesName');
  const slug = readSlug(values.slug ?? '', name);
  const icon = readIcon(values.icon ?? '');
  const attribution = { host, actor, action: 'category create' } as const;
  return withFreeSlug('category', () =>
    changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
      const above = parent && (await findCategory(transaction, knowledgeBaseId, parent));
      await requireRoom(transaction, { knowledgeBaseId, id: null, parentId: above?.id ?? null });
      const description = readDescription(values.description ?? '');
      const row = [knowledgeBaseId, slug, name, multiple, above?.id ?? null, description, icon];
      const { id } = await transaction.one<{ id: number }>(insertCategory(row));
      return { changed: true, result: { id, slug }, audit: { subject: slug } };
    }),
  );
}

/** Changes names or the address. @returns whether anything changed @throws AppError with the field */
export async function changeCategory(
  database: Executor,
  actor: Actor,
  { host, category, ...values }: CategoryChange,
): Promise<boolean> {
  const attribution = { host, actor, action: 'category change' } as const;
  return withFreeSlug('category', () =>
    changeKnowledgeBase(database, attribution, async (transaction, knowledgeBase) => {
      const { id: knowledgeBaseId } = knowledgeBase;
      const before = await findCategory(transaction, knowledgeBaseId, category);
      const name = values.name === undefined ? before.name : readName(values.name);
      const multiple = readName(
        values.multipleGuidesName ?? before.multiple_guides_name,
        'multipleGuidesName',
      );
      const slug = values.slug === undefined ? before.slug : readSlug(values.slug, name);
      const description = readDescription(values.description ?? before.description);
      const icon = readIcon(values.icon ?? before.icon);
      if (icon !== before.icon && isEdition(knowledgeBase)) throw concernsAllLanguages(knowledgeBase);
      const row = [knowledgeBaseId, before.id, name, multiple, slug, description, icon];
      const changed = (await transaction.oneOrNone(updateCategory(row))) !== null;
      if (slug !== before.slug)
        await leadOn(transaction, { actor, collection }, { knowledgeBaseId, from: before, to: before.id });
      const audit = { subject: slug, details: { former: before.slug, name } };
      return changed ? { changed, result: true, audit } : { changed, result: false };
    }),
  );
}

/**
 * Moves the guides and the children of a category to another one, and deletes it. Guides of both stay where they were.
 * @throws AppError `not-found`, or `invalid` if the other one is the same or below it
 */
export function mergeCategory(
  database: Executor,
  actor: Actor,
  { host, category, into }: { host: string; category: Reference; into: Reference },
): Promise<void> {
  const attribution = { host, actor, action: 'category merge' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
    const from = await findCategory(transaction, knowledgeBaseId, category);
    const to = await findCategory(transaction, knowledgeBaseId, into);
    await requireRoom(transaction, { knowledgeBaseId, id: from.id, parentId: to.id });
    await transaction.none(moveMemberships([knowledgeBaseId, from.id, to.id]));
    await transaction.none(moveDrafts([knowledgeBaseId, from.id, to.id]));
    await transaction.none(moveChildren([knowledgeBaseId, from.id, to.id]));
    await leadOn(transaction, { actor, collection }, { knowledgeBaseId, from, to: to.id });
    await transaction.none(removeCategory([knowledgeBaseId, from.id]));
    const audit = { subject: from.slug, details: { into: to.slug } };
    return { changed: true, result: undefined, audit };
  });
}

/**
 * Deletes a category without children.
 * @throws AppError `not-found` or `precondition-failed`, or `conflict` if it has children, or guides that would lose
 * their place
 */
export function deleteCategory(
  database: Executor,
  actor: Actor,
  { host, category, isExpected, guidesTo }: CategoryDeletion,
): Promise<void> {
  const attribution = { host, actor, action: 'category delete' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
    const found = await findCategory(transaction, knowledgeBaseId, category);
    requireExpectedValues(categoryRevision(found), isExpected);
    const { id, slug, guides, children } = found;
    if (children > 0) throw new AppError('conflict', `There are categories below ${slug} (${children}).`);
    if (guides > 0 && guidesTo === undefined)
      throw new AppError('conflict', `There are guides in ${slug} (${guides}). Say where they go.`);
    const to = guidesTo ? await findCategory(transaction, knowledgeBaseId, guidesTo) : undefined;
    if (to?.id === id) throw new AppError('invalid', 'Its guides cannot go to the category itself.');
    if (to) await transaction.none(moveMemberships([knowledgeBaseId, id, to.id]));
    await transaction.none(moveDrafts([knowledgeBaseId, id, to?.id ?? null]));
    if (to) await leadOn(transaction, { actor, collection }, { knowledgeBaseId, from: found, to: to.id });
    await transaction.none(removeCategory([knowledgeBaseId, id]));
    const audit = { subject: slug, details: to ? { guides_to: to.slug } : {} };
    return { changed: true, result: undefined, audit };
  });
}
