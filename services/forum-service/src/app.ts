import type { RequestListener } from 'node:http';
import { createRequestListener, createServiceApp } from '@guidepost/http';
import { fromDatabaseError } from '@guidepost/postgres';
import { apiRoutes } from './api/api-routes.ts';
import { answerPreflight } from './api/headers.ts';
import { representFailure } from './api/represent-failure.ts';
import { avatarRoutes } from './avatars/avatar-routes.ts';
import type { Context } from './context.ts';
import { createRoutes } from './routes.ts';

/** What people search for stands in the path. */
const SEARCH = /^(\/api\/search\/[^/]*\/).+/;

/** Everything that the service answers, in the order in which a request meets it. */
export function createListener(context: Context): RequestListener {
  const app = createServiceApp({
    ...context,
    preflight: answerPreflight,
    hide: (path) => path.replace(SEARCH, '$1…'),
    translate: fromDatabaseError,
    represent: representFailure,
    routers: [
      ['/api', avatarRoutes()],
      ['/api', apiRoutes(context, createRoutes(context))],
    ],
  });
  return createRequestListener(app, context);
}
