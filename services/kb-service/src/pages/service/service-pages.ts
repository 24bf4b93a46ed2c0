import { createServicePages, type ServicePages } from '@guidepost/pages';
import { ASSETS } from '../represent-page.ts';

/** Pages that belong to no knowledge base, from the templates of this folder. */
export const servicePages: ServicePages = createServicePages({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
});
