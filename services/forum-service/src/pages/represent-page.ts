import { type Assets, createAssets, createPageRepresentation, type RepresentPage } from '@guidepost/pages';
import type { Site } from './site.ts';

/** What pages load: one stylesheet, one script, one icon. */
export const ASSETS: Assets = createAssets({
  style: new URL('./assets/site.css', import.meta.url),
  script: new URL('./assets/site.js', import.meta.url),
});

const represent: RepresentPage<Site> = createPageRepresentation({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
});

/**
 * The pages of a forum, from the templates below this folder. Their forms lead to the public address, which those who came
 * by another have to be allowed to follow.
 */
export const representPage: RepresentPage<Site> = (site, page) => {
  const { origin } = new URL(site.addresses.home);
  return represent(site, { ...page, foreign: { 'form-action': origin, ...page.foreign } });
};
