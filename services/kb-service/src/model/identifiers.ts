const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_SLUG = 200;

/** A slug as it stands in a path; what cannot be one is not looked up. */
export function parseSlug(text = ''): string | undefined {
  return text.length <= LONGEST_SLUG && SLUG.test(text) ? text : undefined;
}
