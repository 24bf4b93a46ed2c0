import type { Health, Logger, Metrics } from '@guidepost/service-kit';
import express, { type Express, type Router } from 'express';
import type { Clients } from '../client-address/clients.ts';
import { answerErrors, type ErrorAnswersOptions } from '../errors/answer-errors.ts';
import { healthRoutes } from '../health/health-routes.ts';
import { observeRequests } from '../observation/observe-requests.ts';
import { limitUri } from '../routing/limit-uri.ts';
import { type ResourceOptions, refuseUnknownPath } from '../routing/register-resource.ts';
import { requireHost } from '../routing/require-host.ts';

export interface ServiceAppOptions extends Pick<ErrorAnswersOptions, 'translate' | 'represent'> {
  readonly clients: Clients;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly preflight: ResourceOptions['preflight'];
  readonly hide: (path: string) => string;
  /** Routers in order, each with its base path. */
  readonly routers: readonly (readonly [path: string, router: Router])[];
}

/** Bytes; Node's limit for the whole head is larger. */
const LONGEST_TARGET = 16_000;

/** Creates a service's app: middleware for every request, then its routers, then error handling. */
export function createServiceApp(options: ServiceAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.disable('query parser');
  app.enable('case sensitive routing');
  app.use(observeRequests(options));
  app.use(requireHost);
  app.use(limitUri(LONGEST_TARGET));
  app.use(healthRoutes(options.health, options.preflight));
  for (const [path, router] of options.routers) app.use(path, router);
  app.use(refuseUnknownPath);
  app.use(answerErrors(options));
  return app;
}
