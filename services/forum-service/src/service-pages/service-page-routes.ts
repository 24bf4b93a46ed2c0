import { limitBySubject } from '@guidepost/access';
import { createRouter, resourcesOn, sendRepresentation } from '@guidepost/http';
import { answerOptions } from '@guidepost/pages';
import type { Router } from 'express';
import type { Context } from '../context.ts';
import { frontPage } from './front-page.ts';
import { robots } from './robots.ts';

const READS = { '/': frontPage, '/robots.txt': robots };

/** What belongs to no forum. */
export function servicePageRoutes(context: Context): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight: answerOptions });
  const limitReads = limitBySubject(context.rateLimits.reads, context.clients);
  for (const [path, read] of Object.entries(READS)) {
    resource(path, {
      get: [
        ...limitReads,
        async (request, response) => sendRepresentation(request, response, await read(context)),
      ],
    });
  }
  return router;
}
