import type { ForeignSources } from '@guidepost/pages';

/** What a rendered text can hold that is loaded from wherever its author has it; everything else in it is escaped. */
const SOURCES: readonly [embedded: RegExp, allowed: ForeignSources][] = [
  [/<img /, { 'img-src': 'https: http:' }],
  [/<(?:audio|video) /, { 'media-src': 'https: http:' }],
];

/** Where a page may load from for what people put into these texts; undefined where that is nothing. */
export function foreignSources(texts: readonly string[]): ForeignSources | undefined {
  const needed = SOURCES.filter(([embedded]) => texts.some((html) => embedded.test(html)));
  return needed.length > 0 ? Object.assign({}, ...needed.map(([, allowed]) => allowed)) : undefined;
}
