import { isBaited } from './honeypot.ts';
import type { FieldsRequest } from './read-fields.ts';

/** Whether a post waits until an editor has seen it; `new`: unless one of its poster has been visible. */
export type Hold = 'always' | 'new' | 'never';

const LINK = /https?:\/\//i;

/**
 * What comes with a key comes from the organization's own server, and never waits.
 * @param shown everything of the post that people will see
 */
export function holdFor(post: FieldsRequest, shown: readonly string[]): Hold {
  const { forum, accessKeyId } = post;
  if (isBaited(post)) return 'always';
  if (accessKeyId !== undefined || forum.hold === 'none') return 'never';
  if (forum.hold === 'new') return 'new';
  return shown.some((text) => LINK.test(text)) ? 'always' : 'never';
}
