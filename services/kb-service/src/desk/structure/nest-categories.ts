import type { TreeCategory } from '../../writing/categories.ts';

export interface NestedCategory extends TreeCategory {
  children: NestedCategory[];
  /** Its place among its siblings, from 0. */
  place: number;
  isLast: boolean;
}

export function nestCategories(
  categories: readonly TreeCategory[],
  parentId: number | null = null,
): NestedCategory[] {
  const siblings = categories.filter(({ parent_id }) => parent_id === parentId);
  return siblings.map((category, place) => ({
    ...category,
    place,
    isLast: place === siblings.length - 1,
    children: nestCategories(categories, category.id),
  }));
}
