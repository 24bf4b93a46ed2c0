import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import type { Precondition } from '../../model/precondition.ts';
import { changeInSteps } from '../../tenants/changes.ts';
import { changeCategory, createCategory } from './change-categories.ts';
import { categoryRevision, findCategory } from './find-categories.ts';
import { type Reference, requireExpectedValues } from './names-and-slugs.ts';
import { moveCategory } from './place-categories.ts';

/** All that one request can change of a category. What is missing stays. */
export interface CategoryEdits {
  name?: string | undefined;
  multipleGuidesName?: string | undefined;
  slug?: string | undefined;
  description?: string | undefined;
  icon?: string | undefined;
  /** An ID; null for the top. */
  parent?: number | null | undefined;
  /** Among its siblings, from 1. */
  position?: number | undefined;
}

interface CategoryAddress {
  host: string;
  id: number;
  isExpected?: Precondition | undefined;
}

/** @throws AppError `invalid`, `not-found` or `conflict` with the field */
export function createCategoryAt(
  database: Executor,
  actor: Actor,
  { host, parent = null, position, ...values }: CategoryEdits & { host: string; name: string },
): Promise<{ id: number }> {
  const change = { host, actor, action: 'category create' } as const;
  return changeInSteps(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const above = await findParent(transaction, knowledgeBaseId, parent);
    const created = { host, ...values, ...(above && { parent: above }) };
    const { id } = await underParent(() => createCategory(transaction, actor, created));
    if (position !== undefined) {
      await moveCategory(transaction, actor, { host, category: { id }, place: position - 1 });
    }
    return { id };
  });
}

/**
 * Changes and moves a category, all or nothing.
 * @throws AppError `not-found` or `precondition-failed`, and `invalid`, `not-found` or `conflict` with the field
 */
export function changeAndPlaceCategory(
  database: Executor,
  actor: Actor,
  { host, id, isExpected, parent, position, ...values }: CategoryAddress & CategoryEdits,
): Promise<void> {
  const change = { host, actor, action: 'category change' } as const;
  return changeInSteps(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const category = { id };
    const before = await findCategory(transaction, knowledgeBaseId, category);
    requireExpectedValues(categoryRevision(before), isExpected);
    await changeCategory(transaction, actor, { host, category, ...values });
    const isElsewhere = parent !== undefined && parent !== before.parent_id;
    const isOtherPlace = position !== undefined && (isElsewhere || position !== before.position);
    if (isElsewhere || isOtherPlace) {
      const above = parent === undefined ? undefined : await findParent(transaction, knowledgeBaseId, parent);
      const place = isOtherPlace ? position - 1 : undefined;
      await underParent(() => moveCategory(transaction, actor, { host, category, parent: above, place }));
    }
  });
}

async function findParent(
  transaction: Executor,
  knowledgeBaseId: number,
  id: number | null,
): Promise<Reference | null> {
  if (id === null) return null;
  await underParent(() => findCategory(transaction, knowledgeBaseId, { id }));
  return { id };
}

/** Errors that name no field are about the parent. */
async function underParent<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.details.fields || !isAboutValue(error)) throw error;
    const { kind, message } = error;
    throw new AppError(kind, message, { fields: { parent: [message] }, cause: error });
  }
}

function isAboutValue({ kind }: AppError): boolean {
  return kind === 'invalid' || kind === 'not-found';
}
