import {
  corsHeaders,
  type HeaderFields,
  preflight,
  type Representation,
  securityHeaders,
} from '@guidepost/http';

/** The media type of JSON:API (https://jsonapi.org/format/1.0/#content-negotiation). */
export const MEDIA_TYPE = 'application/vnd.api+json';

const ALLOWED_HEADERS = ['Accept', 'Content-Type', 'If-None-Match', 'Authorization'];

export const COMMON_HEADERS = Object.freeze({
  ...corsHeaders({
    exposed: ['ETag', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  }),
  ...securityHeaders({
    policy: { 'frame-ancestors': "'none'" },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  }),
});

export const DOCUMENT_HEADERS = Object.freeze({
  ...COMMON_HEADERS,
  'Content-Type': MEDIA_TYPE,
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept, Accept-Encoding',
});

/** Keep answers that depend on an access key out of shared caches. */
export const KEYED_CACHING = Object.freeze({
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept, Accept-Encoding, Authorization',
});

export const KEYED_HEADERS = Object.freeze({ ...DOCUMENT_HEADERS, ...KEYED_CACHING });

/** For keys that may write. Without content codings, so that entity tags can be strong and serve in `If-Match`. */
export const EDITING_HEADERS = Object.freeze({
  ...DOCUMENT_HEADERS,
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept, Authorization',
});

export function withoutBody({ 'Content-Type': _, ...headers }: HeaderFields): HeaderFields {
  return headers;
}

/**
 * `Allow` lists all methods, but scripts of other sites can only read and vote: keys that may write belong on servers.
 */
export function answerPreflight(methods: readonly string[]): Representation {
  const answer = preflight({ methods, allowedHeaders: ALLOWED_HEADERS, headers: COMMON_HEADERS });
  const open = methods.filter((method) => !/^(PATCH|DELETE)$/.test(method)).join(', ');
  return { ...answer, headers: { ...answer.headers, 'Access-Control-Allow-Methods': open } };
}
