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
import { isForm } from './forms/read-form-fields.ts';

/** What scripts of other sites may send. */
const ALLOWED_HEADERS = ['Content-Type', 'If-None-Match', 'Authorization'];

const CORS = corsHeaders({ exposed: ['X-TotalResults', 'Location', 'ETag', 'Retry-After', 'X-Limit'] });

const READABLE: SecurityOptions = { crossOriginResourcePolicy: { policy: 'cross-origin' } };

/** Other sites show nothing in their frames, */
const UNFRAMED = securityHeaders({
  ...READABLE,
  policy: { 'frame-ancestors': "'none'" },
  xFrameOptions: { action: 'deny' },
});

/** except answers to forms, which they send from frames. */
const FRAMED = securityHeaders(READABLE);

/**
 * Search engines are to list the pages and not the records behind them, archived ones least of all. Said with every
 * answer, so that nobody can tell by it which dialogs are archived.
 */
const CRAWLING = { 'X-Robots-Tag': 'noindex' };

/** Said with every answer that scripts of any site may read; made once, since it is the same for each. */
export const COMMON_HEADERS: HeaderFields = Object.freeze({
  ...CORS,
  ...UNFRAMED,
  ...CRAWLING,
});

/** The same, of what any site may show in a frame. */
export const FRAMED_HEADERS: HeaderFields = Object.freeze({
  ...CORS,
  ...FRAMED,
  ...CRAWLING,
});

/** Said with every answer to such a request, whatever becomes of it. */
export function headersFor({ method, headers, url = '' }: IncomingMessage): HeaderFields {
  if (method !== 'POST') return COMMON_HEADERS;
  const framed = isForm(headers['content-type']);
  const withKey = headers.authorization !== undefined || new URLSearchParams(rawQueryString(url)).has('key');
  // Keys are no business of scripts in pages.
  if (withKey) return framed ? FRAMED : UNFRAMED;
  return framed ? FRAMED_HEADERS : COMMON_HEADERS;
}

export const CACHING: HeaderFields = Object.freeze({
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding, Authorization',
});

/** Of answers that depend on a key: no shared cache may keep them. */
export const KEYED_CACHING: HeaderFields = Object.freeze({
  ...CACHING,
  'Cache-Control': 'private, no-cache',
});

/** Of scripts that depend on a key: nobody may keep them. */
export const KEYED_SCRIPT_CACHING: HeaderFields = Object.freeze({ ...CACHING, 'Cache-Control': 'no-store' });

/** The answer to OPTIONS for a path that takes these methods. */
export function answerPreflight(methods: readonly string[]): Representation {
  return preflight({ methods, allowedHeaders: ALLOWED_HEADERS, headers: COMMON_HEADERS });
}
