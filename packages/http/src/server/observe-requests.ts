import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Logger, type Metrics, traceRequest } from '@guidepost/service-kit';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Clients } from '../clients.ts';
import { toHttpError } from '../errors/http-error.ts';

export interface ObservationOptions {
  readonly clients: Pick<Clients, 'addressOf' | 'noticeProxy'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly hide: (path: string) => string;
}

/** nginx's status for a request that its client aborted; no RFC defines one. */
const CLIENT_GONE = 499;

/**
 * Logs and measures each request after its response. By default a line holds method, path and outcome, but neither the
 * query, which contains search terms, nor the client's address.
 */
export function observeRequests({ clients, logger, metrics, hide }: ObservationOptions): RequestHandler {
  /** A response that has begun cannot say what went wrong. */
  function noteBroken({ errored }: Response, requestId: string): void {
    if (!errored || isClientGone(errored)) return;
    logger.error({ err: errored, requestId }, 'a response broke off');
    metrics.countError(toHttpError(errored).kind);
  }

  return (request: Request, response: Response, next: NextFunction) => {
    const started = performance.now();
    clients.noticeProxy(request);
    const trace = traceRequest(request.headers);
    response.once('close', () => {
      const milliseconds = Math.round((performance.now() - started) * 1_000) / 1_000;
      const { method } = request;
      const status = response.headersSent ? response.statusCode : CLIENT_GONE;
      const route = routePattern(request);
      const requestId = requestIdOf(request);
      metrics.observeRequest({ method, route, status }, milliseconds / 1_000);
      trace?.end({ method, route, status, requestId });
      noteBroken(response, requestId);
      const event = {
        requestId,
        method,
        path: hide(pathOf(request)),
        status,
        milliseconds,
        ...(trace && { traceId: trace.traceId }),
      };
      if (logger.isLevelEnabled('debug'))
        logger.debug({ ...event, address: clients.addressOf(request) }, 'request');
      else logger.info(event, 'request');
    });
    if (trace) trace.run(next);
    else next();
  };
}

/** Whether a response ended because its client left. */
function isClientGone(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function routePattern(request: Request): string {
  return request.route ? `${request.baseUrl}${request.route.path}` : 'unknown';
}

function pathOf({ originalUrl }: Request): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? originalUrl : originalUrl.slice(0, mark);
}

const ids = new WeakMap<IncomingMessage, string>();

/** The id that joins a request's log lines and response; stable per request. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(request, id);
  return id;
}
