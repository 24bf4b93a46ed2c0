/** A document that has a word, and how often, weighted by field: 22 bits for the document, 10 for the weight. */
export const MOST_DOCUMENTS = 2 ** 22;
const WEIGHT_BITS = 10;
const MOST_WEIGHT = 2 ** WEIGHT_BITS - 1;

export function postingOf(document: number, weight: number): number {
  return document * (MOST_WEIGHT + 1) + Math.min(weight, MOST_WEIGHT);
}

export function documentOf(posting: number): number {
  return posting >>> WEIGHT_BITS;
}

export function weightOf(posting: number): number {
  return posting & MOST_WEIGHT;
}
