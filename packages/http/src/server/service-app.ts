import { AppError, type Health, type HealthReport, type Logger, type Metrics } from '@guidepost/service-kit';
import express, { type Express, type RequestHandler, Router } from 'express';
import type { Clients } from '../clients.ts';
import { answerErrors, type ErrorAnswersOptions } from '../errors/answer-errors.ts';
import { type ResourceOptions, refuseUnknownPath, resourcesOn } from '../resources.ts';
import type { Representation } from '../responses/representation.ts';
import { securityHeaders } from '../security-headers.ts';
import { observeRequests } from './observe-requests.ts';
import { requireHost } from './require-host.ts';

/** How a router matches paths. */
interface RouterOptions {
  /** Refuses a trailing slash, for files: each has a single URL. */
  strict?: boolean;
}

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
};

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

/** Throws AppError `uri-too-long` for a target (path and query) of more than `maximumBytes`. */
export function limitUri(maximumBytes: number): RequestHandler {
  return (request, _response, next) => {
    // Node's parser accepts only ASCII in targets, so characters are bytes.
    if (request.originalUrl.length > maximumBytes) {
      throw new AppError('uri-too-long', `An address may have at most ${maximumBytes} bytes.`);
    }
    next();
  };
}

/** `/healthz` and `/readyz`, which ignore `Accept`. */
function healthRoutes(health: Health, preflight: ResourceOptions['preflight']): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight });
  resource('/healthz', { get: async () => represent(health.live()) });
  resource('/readyz', { get: async () => represent(await health.ready()) });
  return router;
}

function represent({ status, body }: HealthReport): Representation {
  return { status, headers: HEADERS, body: JSON.stringify(body) };
}

/**
 * A router with case-sensitive paths (`/Guides` is not `/guides`), like slugs and ids. Unless strict, it tolerates a
 * trailing slash, as people and proxies add one. Paths of `app.use(path, router)` depend on `app.enable('case sensitive
 * routing')` instead.
 */
export function createRouter({ strict = false }: RouterOptions = {}): Router {
  return Router({ caseSensitive: true, strict });
}
