import type { ForeignSources } from '@guidepost/pages';
import type { Site } from '../site.ts';

/** Elements of rendered texts that load from other sites. */
const EMBEDDED: readonly [element: RegExp, directive: keyof ForeignSources][] = [
  [/<img /, 'img-src'],
  [/<(?:audio|video) /, 'media-src'],
];

/**
 * Sources of images, sound and video in these texts, for the Content-Security-Policy; undefined if there are none.
 * @param texts as displayed
 */
export function foreignSources(
  texts: readonly string[],
  { forum, addresses, storeOrigin }: Pick<Site, 'forum' | 'addresses' | 'storeOrigin'>,
): ForeignSources | undefined {
  const own = [new URL(addresses.file('')).origin, storeOrigin].filter(Boolean).join(' ');
  const sources = forum.foreign_images ? 'https: http:' : own;
  const needed = EMBEDDED.filter(([element]) => texts.some((html) => element.test(html)));
  return needed.length > 0
    ? Object.fromEntries(needed.map(([, directive]) => [directive, sources]))
    : undefined;
}
