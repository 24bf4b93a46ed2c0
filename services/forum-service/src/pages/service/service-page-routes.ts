import { createCountBySubject } from '@guidepost/access';
import { createRouter, resourcesOn } from '@guidepost/http';
import { answerOptions } from '@guidepost/pages';
import type { Router } from 'express';
import type { Context } from '../../context.ts';
import { frontPage } from './front-page.ts';
import { robots } from './robots.ts';

const READS = { '/': frontPage, '/robots.txt': robots };

export function servicePageRoutes(context: Context): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerOptions });
  const countRead = createCountBySubject(context.rateLimits.reads, context.clients);
  for (const [path, read] of Object.entries(READS)) {
    resource(path, {
      async get(request, response) {
        await countRead(request, response, undefined);
        return read(context, request);
      },
    });
  }
  return router;
}
