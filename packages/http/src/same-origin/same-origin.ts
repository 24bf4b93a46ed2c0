import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request that changes something comes from a page of the same origin: by `Sec-Fetch-Site`, which pages cannot
 * set (Fetch Metadata §2.3), else by an `Origin` whose host is the one addressed (RFC 6454 §7).
 */
export function isFromSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && host !== undefined && hostOf(origin) === host.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
