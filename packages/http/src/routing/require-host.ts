import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import type { RequestHandler } from 'express';

/**
 * Throws AppError `malformed` for several `Host` fields, or none in HTTP/1.1 (RFC 9112 §3.2). For servers with
 * `requireHostHeader: false`, since Node would not answer in the service's format.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
    throw new AppError('malformed', 'An HTTP/1.1 request must have exactly one Host header.');
  }
  next();
};

/** The number of `Host` fields; Node's `headers` holds only the first. */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
