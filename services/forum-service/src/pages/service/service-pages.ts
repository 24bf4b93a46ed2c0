import { createServicePages, type ServicePages } from '@guidepost/pages';
import { ASSETS } from '../represent-page.ts';

export const servicePages: ServicePages = createServicePages({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
});
