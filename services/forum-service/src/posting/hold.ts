import { fillsHoneypot } from './honeypot.ts';
import type { FieldsRequest } from './read-fields.ts';

/** Whether to hold a post for review; `new`: unless its poster already has a visible post. */
export type Hold = 'always' | 'new' | 'never';

const LINK = /https?:\/\//i;

export function holdsLink(texts: readonly string[]): boolean {
  return texts.some((text) => LINK.test(text));
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
