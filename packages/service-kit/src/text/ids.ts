const DECIMAL_ID = /^[1-9][0-9]{0,15}$/;

/** An id in a URL: 1…2^53−1 without sign or leading zeros; undefined otherwise. */
export function parseId(text = ''): number | undefined {
  if (!DECIMAL_ID.test(text)) return undefined;
  const id = Number(text);
  return isStoredId(id) ? id : undefined;
}

/**
 * Whether a number can be an id, a revision or the number of a version: from 1, below 2^53. Anything else would be an
 * error of PostgreSQL.
 */
export function isStoredId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
