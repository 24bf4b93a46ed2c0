import { type Executor, preparedStatement } from '@guidepost/postgres';
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

const listTagsStatement = preparedStatement(new URL('./sql/list-tags.sql', import.meta.url));
const upsertTags = preparedStatement(new URL('./sql/upsert-tags.sql', import.meta.url));

export interface CategoryRecord {
  id: number;
  slug: string;
  parent: string | null;
}

const listCategoriesStatement = preparedStatement(new URL('./sql/list-categories.sql', import.meta.url));
const upsertCategories = preparedStatement(new URL('./sql/upsert-categories.sql', import.meta.url));
const setCategoryParents = preparedStatement(new URL('./sql/set-category-parents.sql', import.meta.url));

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
  const records = categories.map(({ slug, name, multipleGuidesName, position }) => ({
    slug,
    name,
    multiple_guides_name: multipleGuidesName,
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
