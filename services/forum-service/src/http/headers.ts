import type { IncomingMessage } from 'node:http';
import {
  corsHeaders,
  type HeaderFields,
  preflight,
  type Representation,
  rawQueryString,
} from '@guidepost/http';
import { isForm } from './forms/read-form-fields.ts';

const ALLOWED_HEADERS = ['Content-Type', 'If-None-Match', 'Authorization'];

const CORS = corsHeaders({ exposed: ['X-TotalResults', 'Location', 'ETag', 'Retry-After', 'X-Limit'] });

const SECURITY = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const NO_FRAMING = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
};

/** Allows framing of responses to forms, which other sites send from their own frames. */
const ANY_FRAMING = { 'Content-Security-Policy': "default-src 'none'" };

/**
 * Search engines should index the pages, not the records. Sent with every response, so that it does not reveal which
 * dialogs are archived.
 */
const CRAWLING = { 'X-Robots-Tag': 'noindex' };

/** For responses that scripts of any site may read. */
export const COMMON_HEADERS: HeaderFields = Object.freeze({
  ...CORS,
  ...SECURITY,
  ...NO_FRAMING,
  ...CRAWLING,
});

export const FRAMED_HEADERS: HeaderFields = Object.freeze({
  ...CORS,
  ...SECURITY,
  ...ANY_FRAMING,
  ...CRAWLING,
});

export function headersFor({ method, headers, url = '' }: IncomingMessage): HeaderFields {
  if (method !== 'POST') return COMMON_HEADERS;
  const framed = isForm(headers['content-type']);
  const withKey = headers.authorization !== undefined || new URLSearchParams(rawQueryString(url)).has('key');
  // No CORS headers for requests with a key.
  if (withKey) return { ...SECURITY, ...(framed ? ANY_FRAMING : NO_FRAMING) };
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

export function answerPreflight(methods: readonly string[]): Representation {
  return preflight({ methods, allowedHeaders: ALLOWED_HEADERS, headers: COMMON_HEADERS });
}
