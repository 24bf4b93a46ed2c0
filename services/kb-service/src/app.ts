import { createServiceApp } from '@guidepost/http';
import { maskTokens } from '@guidepost/keys';
import { assetRoutes } from '@guidepost/pages';
import type { Express } from 'express';
import type { Context } from './context.ts';
import { deskRoutes } from './desk/desk-routes.ts';
import { createApi, createApis } from './http/api.ts';
import { fileRoutes } from './http/file-routes.ts';
import { answerPreflight } from './http/json-api/headers.ts';
import { openApiRoutes } from './http/openapi/openapi-routes.ts';
import { representFailure } from './http/represent-failure.ts';
import { ASSETS } from './pages/page.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { widgetRoutes } from './pages/widget/widget-routes.ts';

export function createApp(context: Context): Express {
  const apis = createApis(context);
  const paths = apis.map(({ mount }) => mount.path);
  return createServiceApp({
    ...context,
    preflight: answerPreflight,
    hide: maskTokens,
    represent: representFailure,
    routers: [
      ...apis.map((api) => [api.mount.path, createApi(context, api)] as const),
      ['/', fileRoutes(context)],
      ['/', openApiRoutes(apis)],
      ['/', deskRoutes(context)],
      ['/', assetRoutes(ASSETS)],
      ['/', widgetRoutes(context)],
      ['/', pageRoutes(context, paths)],
    ],
  });
}
