import type { RequestListener } from 'node:http';
import { createRequestListener, createServiceApp } from '@guidepost/http';
import { maskTokens } from '@guidepost/keys';
import { assetRoutes } from '@guidepost/pages';
import type { Express } from 'express';
import type { Context } from './context.ts';
import { deskRoutes } from './desk/desk-routes.ts';
import { apiRoutes } from './http/api.ts';
import { avatarRoutes } from './http/avatar-routes.ts';
import { fileRoutes } from './http/files/file-routes.ts';
import { jsEndpointRoutes } from './http/forms/js-endpoint-routes.ts';
import { memberForms } from './http/forms/member-forms.ts';
import { answerPreflight, representFailure } from './http/headers.ts';
import { logoRoutes } from './http/logo-routes.ts';
import { openApiRoutes } from './http/openapi/openapi-routes.ts';
import { createRoutes } from './http/routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { ASSETS } from './pages/represent-page.ts';
import { servicePageRoutes } from './pages/service/service-page-routes.ts';

/** Search queries are part of the path. */
const SEARCH = /^(\/api\/search\/[^/]*\/).+/;

/** The request listener for a Node server. */
export function createListener(context: Context): RequestListener {
  return createRequestListener(createApp(context), context);
}

/** All routes and middleware, in the order in which a request meets them. */
export function createApp(context: Context): Express {
  const routes = createRoutes(context);
  return createServiceApp({
    ...context,
    preflight: answerPreflight,
    hide: (path) => maskTokens(path.replace(SEARCH, '$1…')),
    represent: representFailure,
    routers: [
      ['/', openApiRoutes(routes)],
      ['/api', avatarRoutes()],
      ['/api', fileRoutes(context)],
      ['/api', jsEndpointRoutes()],
      ['/api', apiRoutes(context, routes)],
      ['/', deskRoutes(context)],
      ['/', assetRoutes(ASSETS)],
      ['/', logoRoutes(context)],
      ['/', pageRoutes(context, memberForms(context, routes))],
      ['/', servicePageRoutes(context)],
    ],
  });
}
