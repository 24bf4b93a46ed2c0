import type { IncomingMessage } from 'node:http';
import {
  corsHeaders,
  type HeaderFields,
  preflight,
  type Representation,
  rawQueryString,
  type SecurityOptions,
  securityHeaders,
} from '@guidepost/http';
import { isForm } from './content-type.ts';

const ALLOWED_HEADERS = ['Content-Type', 'If-None-Match', 'Authorization'];

const CORS = corsHeaders({ exposed: ['X-TotalResults', 'Location', 'ETag', 'Retry-After', 'X-Limit'] });

const READABLE: SecurityOptions = { crossOriginResourcePolicy: { policy: 'cross-origin' } };

const UNFRAMED = securityHeaders({
  ...READABLE,
  policy: { 'frame-ancestors': "'none'" },
  xFrameOptions: { action: 'deny' },
});

/** Allows framing of responses to forms, which other sites send from their own frames. */
const FRAMED = securityHeaders(READABLE);

/**
 * Search engines should index the pages, not the records. Sent with every response, so that it does not reveal which
 * dialogs are archived.
 */
const CRAWLING = { 'X-Robots-Tag': 'noindex' };

/** For responses that scripts of any site may read. */
export const COMMON_HEADERS: HeaderFields = Object.freeze({
  ...CORS,
  ...UNFRAMED,
  ...CRAWLING,
});

export const FRAMED_HEADERS: HeaderFields = Object.freeze({
  ...CORS,
  ...FRAMED,
  ...CRAWLING,
});

export function headersFor({ method, headers, url = '' }: IncomingMessage): HeaderFields {
  if (method === 'PATCH' || method === 'DELETE') return UNFRAMED;
  if (method !== 'POST') return COMMON_HEADERS;
  const framed = isForm(headers['content-type']);
  const withKey = headers.authorization !== undefined || new URLSearchParams(rawQueryString(url)).has('key');
  // No CORS headers for requests with a key.
  if (withKey) return framed ? FRAMED : UNFRAMED;
  return framed ? FRAMED_HEADERS : COMMON_HEADERS;
}

export const CACHING: HeaderFields = Object.freeze({
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding, Authorization',
});

/** Responses that depend on a key must not be stored in shared caches. */
export const KEYED_CACHING: HeaderFields = Object.freeze({
  ...CACHING,
  'Cache-Control': 'private, no-cache',
});

/** Scripts that depend on a key must not be stored at all. */
export const KEYED_SCRIPT_CACHING: HeaderFields = Object.freeze({ ...CACHING, 'Cache-Control': 'no-store' });

/** Methods that need a key, which scripts of other origins must not have. */
const KEYED_METHODS = new Set(['PATCH', 'DELETE']);

export function answerPreflight(methods: readonly string[]): Representation {
  const open = methods.filter((method) => !KEYED_METHODS.has(method));
  const answer = preflight({ methods: open, allowedHeaders: ALLOWED_HEADERS, headers: COMMON_HEADERS });
  return { ...answer, headers: { ...answer.headers, Allow: methods.join(', ') } };
}
