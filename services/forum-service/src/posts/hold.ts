import type { Executor } from '@guidepost/postgres';
import { linksToHeld } from './held-hosts.ts';
import { type FieldsRequest, fillsHoneypot } from './submission.ts';

/** Whether to hold a post for review; `new`: unless its poster already has a visible post. */
export type Hold = 'always' | 'new' | 'never';

/**
 * Posts with a key come from the organization's own server and are never held.
 * @param shown all displayed texts of the post
 */
export async function holdFor(
  executor: Executor,
  post: FieldsRequest,
  shown: readonly string[],
): Promise<Hold> {
  const { forum, accessKeyId } = post;
  if (fillsHoneypot(post)) return 'always';
  if (accessKeyId !== undefined) return 'never';
  if (forum.hold === 'links' && shown.some(containsLink)) return 'always';
  if (await linksToHeld(executor, forum.id, shown)) return 'always';
  return forum.hold === 'new' ? 'new' : 'never';
}

const LINK = /https?:\/\//i;
const ADDRESS = /https?:\/\/\S*/gi;
const END_OF_ADDRESS = /[^\p{L}\p{N}/]+$/u;

export function containsLink(text: string): boolean {
  return LINK.test(text);
}

/** Whether the texts of a post contain an address after an edit that they did not contain before. */
export function addsLink(before: readonly string[], after: readonly string[]): boolean {
  const known = addressesIn(before);
  return [...addressesIn(after)].some((address) => !known.has(address));
}

/** As typed: text around an address may count as a part of it, but no address is missed. */
function addressesIn(texts: readonly string[]): Set<string> {
  const addresses = texts.flatMap((text) => text.match(ADDRESS) ?? []);
  return new Set(addresses.map((address) => address.replace(END_OF_ADDRESS, '')));
}
