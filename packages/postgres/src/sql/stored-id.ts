/**
 * Whether a number can be an id, a revision or the number of a version: from 1, below 2^53. Anything else would be an
 * error of PostgreSQL.
 */
export function isStoredId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
