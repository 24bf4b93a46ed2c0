import { createRouter, type Representation, resourcesOn, sendRepresentation } from '@guidepost/http';
import { answerOptions } from '@guidepost/pages';
import type { Router } from 'express';
import type { Context } from '../../context.ts';
import { limitReads } from '../../http/limit-middleware.ts';
import { listPublicSites } from './front-page.ts';
import { servicePages } from './service-pages.ts';

/** `/` where the host is no knowledge base's: what this service is, and where to go from here. */
export function frontPageRoutes(context: Context): Router {
  const { config, database } = context;
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight: answerOptions });
  const frontPage = async (): Promise<Representation> => {
    const sites = config.SITE_DIRECTORY === 'on' ? await listPublicSites(database) : [];
    return servicePages.represent({ template: 'front-page', content: { sites } });
  };
  resource('/', {
    get: [
      ...limitReads(context),
      async (request, response) => sendRepresentation(request, response, await frontPage()),
    ],
  });
  return router;
}
