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
import { apiRoutes } from './api/api-routes.ts';
import { answerPreflight } from './api/headers.ts';
import { representFailure } from './api/represent-failure.ts';
import { avatarRoutes } from './avatars/avatar-routes.ts';
import type { Context } from './context.ts';
import { createRoutes } from './routes.ts';

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
  app.use('/api', avatarRoutes());
  app.use('/api', apiRoutes(context, createRoutes(context)));
  app.use(healthRoutes(context.health, answerPreflight));
  app.use(refuseUnknownPath);
  app.use(answerErrors({ ...context, translate: fromDatabaseError, represent: representFailure }));
  return app;
}
