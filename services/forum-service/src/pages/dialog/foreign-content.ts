import type { ForeignSources } from '@guidepost/pages';
import type { Site } from '../site.ts';

/** What a rendered text can hold that is loaded from other sites; everything else in it is escaped. */
const EMBEDDED: readonly [element: RegExp, directive: keyof ForeignSources][] = [
  [/<img /, 'img-src'],
  [/<(?:audio|video) /, 'media-src'],
];

/**
 * Where a page may load images, sound and video in these texts from; undefined where there are none.
 * @param texts as they are shown
 */
export function foreignSources(
  texts: readonly string[],
  { forum, addresses }: Pick<Site, 'forum' | 'addresses'>,
): ForeignSources | undefined {
  const sources = forum.foreign_images ? 'https: http:' : new URL(addresses.home).origin;
  const needed = EMBEDDED.filter(([element]) => texts.some((html) => element.test(html)));
  return needed.length > 0
    ? Object.fromEntries(needed.map(([, directive]) => [directive, sources]))
    : undefined;
}
