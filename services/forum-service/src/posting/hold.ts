import type { HoldMode } from '../forums/forum.ts';

/** Whether a post waits until an editor has seen it; `new`: unless one of its poster has been visible. */
export type Hold = 'always' | 'new' | 'never';

const LINK = /https?:\/\//i;

/** @param keyed whether it comes with a key, and so from the organization's own server */
export function holdFor(mode: HoldMode, { text, keyed }: { text: string; keyed: boolean }): Hold {
  if (keyed || mode === 'none') return 'never';
  if (mode === 'new') return 'new';
  return LINK.test(text) ? 'always' : 'never';
}
