/** How much each document helps whoever asks: 3 is what a reader wants first, 2 is good, 1 helps; others do not. */
export type Grades = ReadonlyMap<string, number>;

const RANKS = 10;

/**
 * Normalized discounted cumulative gain of the first ten results (Järvelin and Kekäläinen, 2002; gains of 2^grade − 1 as
 * Burges et al., 2005): 1 when nothing could be in a better order, 0 when nothing that helps is there.
 *
 * @param found keys of documents, best first
 * @throws RangeError when nothing helps, since no order is good or bad then
 */
export function ndcg(found: readonly string[], grades: Grades): number {
  const ideal = gain([...grades.values()].sort((a, b) => b - a));
  if (ideal === 0) throw new RangeError('There is no document that helps.');
  return gain([...new Set(found)].map((key) => grades.get(key) ?? 0)) / ideal;
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, RANKS)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}
