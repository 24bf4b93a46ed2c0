import { createServiceApp } from '@guidepost/http';
import { fromDatabaseError } from '@guidepost/postgres';
import type { Express } from 'express';
import { apiRoutes } from './api/api-routes.ts';
import { answerPreflight } from './api/headers.ts';
import { representFailure } from './api/represent-failure.ts';
import type { Context } from './context.ts';
import { createRoutes } from './routes.ts';

/** Everything that the service answers, in the order in which a request meets it. */
export function createApp(context: Context): Express {
  return createServiceApp({
    ...context,
    preflight: answerPreflight,
    translate: fromDatabaseError,
    represent: representFailure,
    routers: [['/api', apiRoutes(context, createRoutes(context))]],
  });
}
