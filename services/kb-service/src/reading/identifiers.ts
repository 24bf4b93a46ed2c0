const DECIMAL_ID = /^[1-9][0-9]{0,15}$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_SLUG = 200;

/** An id as it stands in a path or a filter: 1…2^53−1 without sign, leading zeros or anything else. */
export function parseId(text = ''): number | undefined {
  if (!DECIMAL_ID.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}

/** A slug as it stands in a path; what cannot be one is not looked up. */
export function parseSlug(text = ''): string | undefined {
  return text.length <= LONGEST_SLUG && SLUG.test(text) ? text : undefined;
}
