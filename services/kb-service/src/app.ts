import { hideAccessKeys } from '@guidepost/access';
import { createServiceApp } from '@guidepost/http';
import { assetRoutes } from '@guidepost/pages';
import { fromDatabaseError } from '@guidepost/postgres';
import type { Express } from 'express';
import { createApi } from './api.ts';
import type { Context } from './context.ts';
import { fileRoutes } from './files/file-routes.ts';
import { answerPreflight } from './json-api/headers.ts';
import { openApiRoutes } from './openapi/openapi-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { ASSETS } from './pages/represent-page.ts';
import { representFailure } from './represent-failure.ts';
import { createApis } from './routes.ts';
import { frontPageRoutes } from './service-pages/front-page-routes.ts';

/** Everything that the service answers, in the order in which a request meets it. */
export function createApp(context: Context): Express {
  const apis = createApis(context);
  return createServiceApp({
    ...context,
    preflight: answerPreflight,
    hide: hideAccessKeys,
    translate: fromDatabaseError,
    represent: representFailure,
    routers: [
      ...apis.map((api) => [api.mount.path, createApi(context, api)] as const),
      ['/', fileRoutes(context)],
      ['/', openApiRoutes(apis)],
      ['/', assetRoutes(ASSETS)],
      ['/', pageRoutes(context)],
      ['/', frontPageRoutes(context)],
    ],
  });
}
