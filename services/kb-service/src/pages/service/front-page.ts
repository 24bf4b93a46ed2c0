import type { Representation } from '@guidepost/http';
import { createServicePages, type ServicePages } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { listPublicKnowledgeBases } from '../../tenants/find-knowledge-base.ts';
import { ASSETS } from '../page.ts';

const MAX_LISTED = 100;

export const servicePages: ServicePages = createServicePages({
  templates: new URL('./', import.meta.url),
  assets: ASSETS,
});

export function createFrontPage({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): () => Promise<Representation> {
  return async () => {
    const sites = config.SITE_DIRECTORY === 'on' ? await listPublicKnowledgeBases(database, MAX_LISTED) : [];
    return servicePages.represent({
      template: 'front-page',
      content: { sites, desk: `${config.DESK_URL}/desk` },
    });
  };
}
