import type { Call } from '../api/endpoint.ts';

/** Whether a post waits until an editor has seen it; `new`: unless one of its poster has been visible. */
export type Hold = 'always' | 'new' | 'never';

const LINK = /https?:\/\//i;

/**
 * What comes with a key comes from the organization's own server, and never waits.
 * @param shown everything of the post that people will see
 */
export function holdFor(
  { forum, accessKeyId }: Pick<Call, 'forum' | 'accessKeyId'>,
  shown: readonly string[],
): Hold {
  if (accessKeyId !== undefined || forum.hold === 'none') return 'never';
  if (forum.hold === 'new') return 'new';
  return shown.some((text) => LINK.test(text)) ? 'always' : 'never';
}
