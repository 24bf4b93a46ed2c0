import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
import { findCategory } from './categories.ts';
import { type Reference, readName, readSlugFor, withFreeSlug } from './named-thing.ts';
import { requireRoom } from './place-categories.ts';

export interface NewCategory {
  host: string;
  name: string;
  /** What a list of its guides is called; without it the name. */
  multipleGuidesName?: string | undefined;
  /** Without it made from the name. */
  slug?: string | undefined;
  parent?: Reference | undefined;
}

export interface CategoryChange {
  host: string;
  category: Reference;
  name?: string | undefined;
  multipleGuidesName?: string | undefined;
  slug?: string | undefined;
}

export interface CategoryDeletion {
  host: string;
  category: Reference;
  /** Where its guides go; null for nowhere. Needed if it has guides. */
  guidesTo?: Reference | null | undefined;
}

const create = preparedStatement(new URL('./sql/create-category.sql', import.meta.url));
const change = preparedStatement(new URL('./sql/change-category.sql', import.meta.url));
const moveMemberships = preparedStatement(new URL('./sql/move-memberships.sql', import.meta.url));
const moveDrafts = preparedStatement(new URL('./sql/move-drafts.sql', import.meta.url));
const moveChildren = preparedStatement(new URL('./sql/move-children.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-category.sql', import.meta.url));

/** Creates a category as the last of its siblings. @throws AppError `invalid` or `conflict` with the field */
export async function createCategory(
  database: Executor,
  actor: Actor,
  { host, parent, ...values }: NewCategory,
): Promise<{ id: number; slug: string }> {
  const name = readName(values.name);
  const multiple = readName(values.multipleGuidesName || name, 'multipleGuidesName');
  const slug = readSlugFor(name, values.slug);
  const attribution = { host, actor, action: 'category create' } as const;
  return withFreeSlug('category', () =>
    changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
      const above = parent && (await findCategory(transaction, knowledgeBaseId, parent));
      await requireRoom(transaction, { knowledgeBaseId, id: null, parentId: above?.id ?? null });
      const row = [knowledgeBaseId, slug, name, multiple, above?.id ?? null];
      const { id } = await transaction.one<{ id: number }>(create(row));
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
    changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
      const before = await findCategory(transaction, knowledgeBaseId, category);
      const name = values.name === undefined ? before.name : readName(values.name);
      const multiple = readName(
        values.multipleGuidesName ?? before.multiple_guides_name,
        'multipleGuidesName',
      );
      const slug = values.slug === undefined ? before.slug : readSlugFor(name, values.slug);
      const row = [knowledgeBaseId, before.id, name, multiple, slug];
      const changed = (await transaction.oneOrNone(change(row))) !== null;
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
    await transaction.none(remove([knowledgeBaseId, from.id]));
    const audit = { subject: from.slug, details: { into: to.slug } };
    return { changed: true, result: undefined, audit };
  });
}

/**
 * Deletes a category without children.
 * @throws AppError `not-found`, or `conflict` if it has children, or guides that would lose their place
 */
export function deleteCategory(
  database: Executor,
  actor: Actor,
  { host, category, guidesTo }: CategoryDeletion,
): Promise<void> {
  const attribution = { host, actor, action: 'category delete' } as const;
  return changeKnowledgeBase(database, attribution, async (transaction, { id: knowledgeBaseId }) => {
    const { id, slug, guides, children } = await findCategory(transaction, knowledgeBaseId, category);
    if (children > 0) throw new AppError('conflict', `There are categories below ${slug} (${children}).`);
    if (guides > 0 && guidesTo === undefined)
      throw new AppError('conflict', `There are guides in ${slug} (${guides}). Say where they go.`);
    const to = guidesTo ? await findCategory(transaction, knowledgeBaseId, guidesTo) : undefined;
    if (to?.id === id) throw new AppError('invalid', 'Its guides cannot go to the category itself.');
    if (to) await transaction.none(moveMemberships([knowledgeBaseId, id, to.id]));
    await transaction.none(moveDrafts([knowledgeBaseId, id, to?.id ?? null]));
    await transaction.none(remove([knowledgeBaseId, id]));
    const audit = { subject: slug, details: to ? { guides_to: to.slug } : {} };
    return { changed: true, result: undefined, audit };
  });
}
