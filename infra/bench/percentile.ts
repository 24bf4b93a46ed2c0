/**
 * The smallest of some numbers that is no smaller than this share of them (nearest rank).
 * @param share from 0 to 1: 0.95 for the one that five in a hundred exceed
 */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}
