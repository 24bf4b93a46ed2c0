import { createRouter, resourcesOn, sendRepresentation } from '@guidepost/http';
import { answerOptions } from '@guidepost/pages';
import type { Router } from 'express';
import { servicePages } from './service-pages.ts';

/** `/`: what this service is, and where to go from here. */
export function frontPageRoutes(): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight: answerOptions });
  const page = servicePages.represent({ template: 'front-page', content: {} });
  resource('/', { get: [(request, response) => sendRepresentation(request, response, page)] });
  return router;
}
