import {
  createRouter,
  limitBySubject,
  type Representation,
  resourcesOn,
  sendRepresentation,
} from '@guidepost/http';
import { answerOptions } from '@guidepost/pages';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import { listForumsToRead } from './front-page.ts';
import { servicePages } from './service-pages.ts';

/** More than that is no list for people. */
const MOST_LISTED = 100;

/** `/`: what this service is, and where to go from here. */
export function frontPageRoutes({
  clients,
  config,
  database,
  rateLimits,
}: Pick<Context, 'clients' | 'config' | 'database' | 'rateLimits'>): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight: answerOptions });
  const frontPage = async (): Promise<Representation> => {
    const forums = config.SITE_DIRECTORY === 'on' ? await listForumsToRead(database, MOST_LISTED) : [];
    return servicePages.represent({ template: 'front-page', content: { forums } });
  };
  resource('/', {
    get: [
      ...limitBySubject(rateLimits.reads, clients),
      async (request, response) => sendRepresentation(request, response, await frontPage()),
    ],
  });
  return router;
}
