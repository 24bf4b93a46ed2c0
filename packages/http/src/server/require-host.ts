import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import type { RequestHandler } from 'express';

type Fields = Pick<IncomingMessage, 'rawHeaders'>;

/**
 * A name, an IPv4 address, or an IPv6 address in brackets; a port. RFC 9112 §3.2 has it empty where there is no host.
 */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+(?:%25[\w.-]+)?\])(?::\d*)?$/i;

/**
 * Throws AppError `malformed` for several `Host` fields, none in HTTP/1.1, or one that names no host (RFC 9112 §3.2,
 * S55). For servers with `requireHostHeader: false`, since Node would not answer in the service's format.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  const hosts = hostsOf(request);
  if (hosts.length > 1 || (hosts.length === 0 && request.httpVersion !== '1.0')) {
    throw new AppError('malformed', 'An HTTP/1.1 request must have exactly one Host header.');
  }
  if (!hosts.every((host) => HOST.test(host))) {
    throw new AppError('malformed', 'The Host header must be a host, with or without a port.');
  }
  next();
};

export function hasOneHost(request: Fields): boolean {
  const hosts = hostsOf(request);
  return hosts.length === 1 && HOST.test(hosts[0] ?? '');
}

/** All `Host` fields; Node's `headers` holds only the first. */
function hostsOf({ rawHeaders }: Fields): string[] {
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '');
  }
  return hosts;
}
