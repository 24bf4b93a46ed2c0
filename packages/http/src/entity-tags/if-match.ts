const TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * The quoted parts of the entity tags in an `If-Match` header (RFC 9110 §13.1.1); undefined without a header and for
 * `*`, which any existing resource matches. Weak tags count as strong ones, since proxies that compress responses make
 * tags weak.
 */
export function readIfMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return Array.from(header.matchAll(TAG), ([, opaque = '']) => opaque);
}
