import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import type { RequestHandler } from 'express';

/**
 * A middleware that throws AppError `malformed` for a request with several `Host` fields, and of HTTP/1.1 without any
 * (RFC 9112 §3.2). For servers with `requireHostHeader: false`: Node's own refusal is not in the format of the service.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
    throw new AppError('malformed', 'A request of HTTP/1.1 has one Host header.');
  }
  next();
};

/** How many `Host` fields a request has; Node's `headers` show the first of several. */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
