const DECIMAL_ID = /^[1-9][0-9]{0,15}$/;

/** An id in a URL: 1…2^53−1 without sign or leading zeros; undefined otherwise. */
export function parseId(text = ''): number | undefined {
  if (!DECIMAL_ID.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
