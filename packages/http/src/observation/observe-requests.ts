import type { Logger, Metrics } from '@guidepost/service-kit';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Clients } from '../client-address/clients.ts';
import { requestIdOf } from './request-id.ts';

export interface ObservationOptions {
  readonly clients: Pick<Clients, 'addressOf' | 'noticeProxy'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** A path without the secrets that somebody took for a part of it. */
  readonly hide: (path: string) => string;
}

/** The status of a request that its client gave up before it was answered; nginx's, no RFC has one. */
const CLIENT_GONE = 499;

/**
 * A middleware that logs and measures each request when its answer has gone out. At the default level a line holds the
 * method, path and outcome, but neither the query, which holds search terms, nor the client's address.
 */
export function observeRequests({ clients, logger, metrics, hide }: ObservationOptions): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const started = performance.now();
    clients.noticeProxy(request);
    response.once('close', () => {
      const milliseconds = Math.round((performance.now() - started) * 1_000) / 1_000;
      const { method } = request;
      const status = response.headersSent ? response.statusCode : CLIENT_GONE;
      metrics.observeRequest({ method, route: routePattern(request), status }, milliseconds / 1_000);
      const event = {
        requestId: requestIdOf(request),
        method,
        path: hide(pathOf(request)),
        status,
        milliseconds,
      };
      if (logger.isLevelEnabled('debug'))
        logger.debug({ ...event, address: clients.addressOf(request) }, 'request');
      else logger.info(event, 'request');
    });
    next();
  };
}

function routePattern(request: Request): string {
  return request.route ? `${request.baseUrl}${request.route.path}` : 'unknown';
}

function pathOf({ originalUrl }: Request): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? originalUrl : originalUrl.slice(0, mark);
}
