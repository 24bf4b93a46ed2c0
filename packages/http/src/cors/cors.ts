import type { HeaderFields, Representation } from '../responses/representation.ts';

/** What a preflight is told about one path. */
export interface PreflightOptions {
  /** The path's methods, `OPTIONS` too. */
  readonly methods: readonly string[];
  /** Header fields that a script may send. */
  readonly allowedHeaders: readonly string[];
  /** What the service says with every answer. */
  readonly headers?: HeaderFields;
}

const DAY_IN_SECONDS = '86400';

/**
 * The header fields that let scripts of any origin read an answer, without credentials (Fetch standard,
 * "CORS protocol"). `exposed` are the header fields that they may read beyond the safelisted ones. Made once
 * and sent with every answer, errors too.
 */
export function corsHeaders({ exposed }: { readonly exposed: readonly string[] }): HeaderFields {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(', '),
  };
}

/**
 * The answer to OPTIONS, which browsers send before a request that is not simple: 204 with what the path
 * takes, to be remembered for a day. It depends on the path only, so it is made once for each.
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
