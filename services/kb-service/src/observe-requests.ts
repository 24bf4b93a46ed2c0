import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { hideAccessKeys } from './access/access-key.ts';
import type { Context } from './context.ts';

/**
 * Logs and measures each request when its answer has gone out. At the default level a line holds what was asked of
 * whom and how it went, but neither the query nor the address of whoever asked.
 */
export function observeRequests({ clients, logger, metrics }: Context): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const started = performance.now();
    clients.noticeProxy(request);
    response.locals.requestId = randomUUID();
    response.once('close', () => {
      const milliseconds = Math.round((performance.now() - started) * 1_000) / 1_000;
      const { method } = request;
      const status = response.statusCode;
      metrics.observeRequest({ method, route: routePattern(request), status }, milliseconds / 1_000);
      const event = {
        requestId: response.locals.requestId,
        method,
        path: pathOf(request),
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

/** Without the query, which holds what people search for, and without a key that somebody takes for a part of it. */
function pathOf({ originalUrl }: Request): string {
  const mark = originalUrl.indexOf('?');
  return hideAccessKeys(mark === -1 ? originalUrl : originalUrl.slice(0, mark));
}
