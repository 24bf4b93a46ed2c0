import type { CategoryChoice } from '../../writing/drafts/read-for-editing.ts';

export type ListedCategory = CategoryChoice & { depth: number };

/** Categories as a list in reading order, each with its depth: each one follows its parent. */
export function inReadingOrder(choices: readonly CategoryChoice[]): ListedCategory[] {
  const childrenOf = Map.groupBy(choices, ({ parentId }) => parentId);
  const below = (parent: number | null, depth: number): ListedCategory[] =>
    (childrenOf.get(parent) ?? [])
      .toSorted((one, other) => one.position - other.position || one.id - other.id)
      .flatMap((choice) => [{ ...choice, depth }, ...below(choice.id, depth + 1)]);
  return below(null, 0);
}

/** From the top category to this one. */
export function trailOf(choices: readonly CategoryChoice[], id: number | undefined): CategoryChoice[] {
  const category = choices.find((choice) => choice.id === id);
  return category ? [...trailOf(choices, category.parentId ?? undefined), category] : [];
}
