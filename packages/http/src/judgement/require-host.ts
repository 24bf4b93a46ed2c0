import { AppError } from '@guidepost/service-kit';
import type { RequestHandler } from 'express';

/**
 * A middleware that throws AppError `malformed` for a request of HTTP/1.1 without `Host` (RFC 9112 §3.2). For servers with
 * `requireHostHeader: false`: Node's own refusal is not in the format of the service.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.headers.host === undefined && request.httpVersion !== '1.0') {
    throw new AppError('malformed', 'A request of HTTP/1.1 has a Host header.');
  }
  next();
};
