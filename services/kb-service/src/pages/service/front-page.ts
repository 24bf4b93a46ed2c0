import type { Representation } from '@guidepost/http';
import type { Context } from '../../context.ts';
import { listPublicKnowledgeBases } from '../../knowledge-bases/find-knowledge-base.ts';
import { servicePages } from './service-pages.ts';

/** More than that is no list for people. */
const MOST_LISTED = 100;

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
