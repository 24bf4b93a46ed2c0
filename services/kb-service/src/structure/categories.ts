import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import { describeReference, type Reference, referenceValues } from './named-thing.ts';

/** A category of the tree, visible to readers or not. */
export interface TreeCategory {
  id: number;
  slug: string;
  name: string;
  multiple_guides_name: string;
  parent_id: number | null;
  position: number;
  visible: boolean;
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

const listTree = preparedStatement(new URL('./sql/list-category-tree.sql', import.meta.url));
const find = preparedStatement(new URL('./sql/find-category.sql', import.meta.url));
const listGuides = preparedStatement(new URL('./sql/list-guides-of-category.sql', import.meta.url));

/** All categories, each before its children. @throws AppError `not-found` */
export async function listCategoryTree(
  executor: Executor,
  { host }: { host: string },
): Promise<TreeCategory[]> {
  const { id } = await requireKnowledgeBase(executor, host);
  return executor.any<TreeCategory>(listTree([id]));
}

/** The guides of a category in their order, published or not. @throws AppError `not-found` */
export async function listGuidesInOrder(
  executor: Executor,
  { host, category }: { host: string; category: Reference },
): Promise<OrderedGuide[]> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(executor, host);
  const { id } = await findCategory(executor, knowledgeBaseId, category);
  return executor.any<OrderedGuide>(listGuides([knowledgeBaseId, id]));
}

/** @throws AppError `not-found` */
export async function findCategory(
  executor: Executor,
  knowledgeBaseId: number,
  reference: Reference,
): Promise<FoundCategory> {
  const found = await executor.oneOrNone<FoundCategory>(
    find([knowledgeBaseId, ...referenceValues(reference)]),
  );
  if (found) return found;
  throw new AppError('not-found', `There is no category ${describeReference(reference)}.`);
}
