import type { HeaderFields } from '@guidepost/http';
import {
  type Assets,
  ATTACH_FILES_SCRIPT,
  BASE_SCRIPT,
  createAssets,
  createPageRepresentation,
  createServicePages,
  DRAFTS_SCRIPT,
  type ForeignSources,
  type RepresentPage,
  type ServicePages,
  WRITING_BAR_SCRIPT,
  WRITING_STYLE,
} from '@guidepost/pages';
import type { Site } from './site.ts';

export const ASSETS: Assets = createAssets({
  style: [
    WRITING_STYLE,
    new URL('./assets/site.css', import.meta.url),
    new URL('./assets/members.css', import.meta.url),
    new URL('./assets/guides.css', import.meta.url),
    new URL('../rendering/post-text.css', import.meta.url),
    new URL('../rendering/states.css', import.meta.url),
  ],
  script: [
    DRAFTS_SCRIPT,
    BASE_SCRIPT,
    WRITING_BAR_SCRIPT,
    ATTACH_FILES_SCRIPT,
    new URL('./assets/site.js', import.meta.url),
    new URL('./assets/guides.js', import.meta.url),
  ],
});

/** No cache keeps the pages of a member. */
export const PERSONAL_CACHING: HeaderFields = Object.freeze({
  'Cache-Control': 'private, no-store',
  Vary: 'Accept-Encoding, Cookie',
});

const represent: RepresentPage<Site> = createPageRepresentation({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
});

/**
 * Renders the pages of a forum from the templates below this folder. Forms post to the public address, which the
 * Content-Security-Policy must allow even if the page was reached by another.
 */
export const representPage: RepresentPage<Site> = (site, page) => {
  const { origin } = new URL(site.addresses.home);
  const foreign = { 'form-action': origin, ...page.foreign };
  if (!site.member) return represent(site, { ...page, foreign });
  const personal = represent(site, { ...page, foreign, isPersonal: true });
  return { ...personal, headers: { ...personal.headers, ...PERSONAL_CACHING } };
};

export const servicePages: ServicePages = createServicePages({
  templates: new URL('./service/', import.meta.url),
  assets: ASSETS,
});

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
