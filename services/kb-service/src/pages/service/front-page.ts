import type { Representation } from '@guidepost/http';
import { createServicePages, type ServicePages } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { listPublicKnowledgeBases } from '../../knowledge-bases/find-knowledge-base.ts';
import { ASSETS } from '../represent-page.ts';

/** More than that is no list for people. */
const MOST_LISTED = 100;

/** Pages that belong to no knowledge base, from the templates of this folder. */
export const servicePages: ServicePages = createServicePages({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
});

/** `/` where the host is no knowledge base's: what this service is, and where to go from here. */
export function createFrontPage({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): () => Promise<Representation> {
  return async () => {
    const sites = config.SITE_DIRECTORY === 'on' ? await listPublicKnowledgeBases(database, MOST_LISTED) : [];
    return servicePages.represent({ template: 'front-page', content: { sites } });
  };
}
