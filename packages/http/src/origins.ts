import type { IncomingHttpHeaders } from 'node:http';
import type { HeaderFields, Representation } from './responses/representation.ts';

/** A path's answer to preflights. */
export interface PreflightOptions {
  /** The path's methods, including `OPTIONS`. */
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly headers?: HeaderFields;
}

const DAY_IN_SECONDS = '86400';

/**
 * Headers that let scripts of any origin read a response without credentials (Fetch standard, "CORS protocol"), errors
 * too. `exposed` lists readable header fields beyond the safelisted ones.
 */
export function corsHeaders({ exposed }: { readonly exposed: readonly string[] }): HeaderFields {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(', '),
  };
}

/**
 * The answer to OPTIONS: a 204 with the path's methods, cacheable for a day. Computed once for each path; `resourcesOn`
 * sends it before anything of the request is checked.
 */
export function preflight({ methods, allowedHeaders, headers }: PreflightOptions): Representation {
  const allow = methods.join(', ');
  return {
    status: 204,
    headers: {
      ...headers,
      Allow: allow,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': allowedHeaders.join(', '),
      'Access-Control-Max-Age': DAY_IN_SECONDS,
    },
  };
}

/**
 * Whether a request that changes something comes from a page of the same origin: by `Sec-Fetch-Site`, which pages
 * cannot set (Fetch Metadata §2.3), else by an `Origin` whose host is the one addressed (RFC 6454 §7).
 */
export function isFromSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && host !== undefined && hostOf(origin) === host.toLowerCase();
}

/**
 * Whether a page of another origin has sent a request, by the same fields. Programs send neither; of browsers, both
 * must name the origin that is addressed.
 */
export function isFromOtherOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host = '', 'sec-fetch-site': site = 'same-origin' } = headers;
  return site !== 'same-origin' || (origin !== undefined && hostOf(origin) !== host.toLowerCase());
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
