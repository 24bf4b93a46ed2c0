import type { RequestListener } from 'node:http';

const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]*/i;

/**
 * Gives `listener` every request target as a path and a query. A target that begins with scheme and authority
 * (`GET http://example.com/guides`, RFC 9112 §3.2.2) is served like one that does not, and its authority is believed as
 * little as `Host`. Express would answer by itself, in HTML, where it finds no path in a target (`http://[`).
 */
export function withOriginForm(listener: RequestListener): RequestListener {
  return (request, response) => {
    request.url = originForm(request.url ?? '/');
    listener(request, response);
  };
}

function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = target.replace(SCHEME_AND_AUTHORITY, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
