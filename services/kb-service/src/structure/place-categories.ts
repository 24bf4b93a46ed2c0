import { type Executor, isStoredId, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
import { findCategory } from './categories.ts';
import type { Reference } from './named-thing.ts';

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

const listSiblings = preparedStatement(new URL('./sql/list-siblings.sql', import.meta.url));
const place = preparedStatement(new URL('./sql/place-categories.sql', import.meta.url));
const readDepths = preparedStatement(new URL('./sql/read-depths.sql', import.meta.url));
const order = preparedStatement(new URL('./sql/order-guides.sql', import.meta.url));

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
    const moved = await transaction.any(place([knowledgeBaseId, parentId, ids]));
    const audit = { subject: slug, details: { parent: above?.slug ?? null, place: ids.indexOf(id) } };
    const changed = moved.length > 0;
    return changed ? { changed, result: true, audit } : { changed, result: false };
  });
}

/** @throws AppError `invalid` with the field `parent`, for a parent that is below the category, or if the tree would get too deep */
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
      order([knowledgeBaseId, id, [...new Set(guideIds.filter(isStoredId))]]),
    );
    const changed = moved.length > 0;
    return changed ? { changed, result: true, audit: { subject: slug } } : { changed, result: false };
  });
}
