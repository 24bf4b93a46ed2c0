import {
  corsHeaders,
  type HeaderFields,
  preflight,
  type Representation,
  securityHeaders,
} from '@guidepost/http';

/** The media type of JSON:API (https://jsonapi.org/format/1.0/#content-negotiation). */
export const MEDIA_TYPE = 'application/vnd.api+json';

/** What browsers may send across origins. */
const ALLOWED_HEADERS = ['Accept', 'Content-Type', 'If-None-Match', 'Authorization'];

/** Said with every answer; made once, since it is the same for each. */
export const COMMON_HEADERS = Object.freeze({
  ...corsHeaders({
    exposed: ['ETag', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  }),
  ...securityHeaders({
    policy: { 'frame-ancestors': "'none'" },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  }),
});

/** Of answers that carry a document. */
export const DOCUMENT_HEADERS = Object.freeze({
  ...COMMON_HEADERS,
  'Content-Type': MEDIA_TYPE,
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept, Accept-Encoding',
});

/** Replace those of every answer that depends on an access key: no shared cache may keep it. */
export const KEYED_CACHING = Object.freeze({
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept, Accept-Encoding, Authorization',
});

/** Of answers that depend on an access key. */
export const KEYED_HEADERS = Object.freeze({ ...DOCUMENT_HEADERS, ...KEYED_CACHING });

/** Of an answer without a body, such as a redirect: the same but for what would describe one. */
export function withoutBody({ 'Content-Type': _, ...headers }: HeaderFields): HeaderFields {
  return headers;
}

/** The answer to OPTIONS for a path that takes these methods. */
export function answerPreflight(methods: readonly string[]): Representation {
  return preflight({ methods, allowedHeaders: ALLOWED_HEADERS, headers: COMMON_HEADERS });
}
