/** Weights of an occurrence in the title, in the second field (headings, or a post's text), and in others. */
const FIELD_WEIGHTS = [5, 2];

export function fieldWeight(field: number): number {
  return FIELD_WEIGHTS[field] ?? 1;
}
