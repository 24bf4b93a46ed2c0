import { fillsHoneypot } from './honeypot.ts';
import type { FieldsRequest } from './validate-fields.ts';

/** Whether to hold a post for review; `new`: unless its poster already has a visible post. */
export type Hold = 'always' | 'new' | 'never';

const LINK = /https?:\/\//i;
const ADDRESS = /https?:\/\/\S*/gi;
const END = /[^\p{L}\p{N}/]+$/u;

export function holdsLink(texts: readonly string[]): boolean {
  return texts.some((text) => LINK.test(text));
}

/** Whether the texts of a post after an edit hold an address that those before it do not. */
export function holdsNewLink(before: readonly string[], after: readonly string[]): boolean {
  const known = addressesIn(before);
  return [...addressesIn(after)].some((address) => !known.has(address));
}

/** As typed, so that what surrounds an address may count as a part of it, but none is missed. */
function addressesIn(texts: readonly string[]): Set<string> {
  const addresses = texts.flatMap((text) => text.match(ADDRESS) ?? []);
  return new Set(addresses.map((address) => address.replace(END, '')));
}

/**
 * Posts with a key come from the organization's own server and are never held.
 * @param shown all displayed texts of the post
 */
export function holdFor(post: FieldsRequest, shown: readonly string[]): Hold {
  const { forum, accessKeyId } = post;
  if (fillsHoneypot(post)) return 'always';
  if (accessKeyId !== undefined || forum.hold === 'none') return 'never';
  if (forum.hold === 'new') return 'new';
  return holdsLink(shown) ? 'always' : 'never';
}
