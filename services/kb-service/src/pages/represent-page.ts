import {
  type Assets,
  BASE_SCRIPT,
  createAssets,
  createPageRepresentation,
  type RepresentPage,
} from '@guidepost/pages';
import type { Site } from './site.ts';

/** One stylesheet, one script, one icon. */
export const ASSETS: Assets = createAssets({
  style: [new URL('./assets/site.css', import.meta.url)],
  script: [BASE_SCRIPT, new URL('./assets/site.js', import.meta.url)],
});

export const representPage: RepresentPage<Site> = createPageRepresentation({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
});
