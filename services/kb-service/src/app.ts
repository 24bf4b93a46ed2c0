import {
  answerErrors,
  answerInTurn,
  boundUnsent,
  healthRoutes,
  hideAccessKeys,
  limitUri,
  observeRequests,
  refuseUnknownPath,
  requireHost,
} from '@guidepost/http';
import { fromDatabaseError } from '@guidepost/postgres';
import express, { type Express } from 'express';
import { createApi } from './api.ts';
import type { Context } from './context.ts';
import { fileRoutes } from './files/file-routes.ts';
import { answerPreflight } from './json-api/headers.ts';
import { openApiRoutes } from './openapi/openapi-routes.ts';
import { assetRoutes } from './pages/assets/asset-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { representFailure } from './represent-failure.ts';
import { createApis } from './routes.ts';
import { frontPageRoutes } from './service-pages/front-page-routes.ts';

/** The longest request target, in bytes; Node's own limit for the whole head is larger. */
const LONGEST_TARGET = 16_000;

/** What may wait for slow clients, in bytes: some thirty of the largest answers. */
const MOST_UNSENT = 256_000_000;

/** The service's middleware in the order in which a request meets it. */
export function createApp(context: Context): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.disable('query parser');
  app.enable('case sensitive routing');
  app.use(answerInTurn());
  app.use(boundUnsent(MOST_UNSENT));
  app.use(observeRequests({ ...context, hide: hideAccessKeys }));
  app.use(requireHost);
  app.use(limitUri(LONGEST_TARGET));
  const apis = createApis(context);
  for (const api of apis) app.use(api.mount.path, createApi(context, api));
  app.use(fileRoutes(context));
  app.use(openApiRoutes(apis));
  app.use(healthRoutes(context.health, answerPreflight));
  app.use(assetRoutes());
  app.use(pageRoutes(context));
  app.use(frontPageRoutes(context));
  app.use(refuseUnknownPath);
  app.use(answerErrors({ ...context, translate: fromDatabaseError, represent: representFailure }));
  return app;
}
