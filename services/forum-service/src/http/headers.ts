import type { IncomingMessage } from 'node:http';
import {
  corsHeaders,
  type FailedRequest,
  type HeaderFields,
  type HttpError,
  preflight,
  type Representation,
  rawQueryString,
  type SecurityOptions,
  securityHeaders,
} from '@guidepost/http';
import { nodeHttp } from '@guidepost/service-kit';
import { isForm } from './content-type.ts';

const ALLOWED_HEADERS = ['Content-Type', 'If-None-Match', 'Authorization'];

const CORS = corsHeaders({
  exposed: ['X-TotalResults', 'Location', 'ETag', 'Retry-After', 'X-Limit', 'X-Partial'],
});

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

/** Reason phrases of the contract and of RFC 9110, where Node has others. */
const REASONS: Readonly<Record<number, string>> = {
  401: 'Authorization Required',
  409: 'Conflict/Duplicate',
  413: 'Content Too Large',
  429: 'Throttled',
};

export function reasonOf(status: number): string {
  return REASONS[status] ?? nodeHttp.STATUS_CODES[status] ?? 'Error';
}

/** The response to a failed request, the same in every format: messages by field as JSON, else a reason phrase. */
export function representFailure(
  error: HttpError,
  { id, request }: Pick<FailedRequest, 'id'> & Partial<FailedRequest>,
): Representation {
  const caching = error.status === 401 ? KEYED_CACHING : CACHING;
  const messages = messagesOf(error);
  const reason = reasonOf(error.status);
  return {
    status: error.status,
    headers: {
      ...(request ? headersFor(request) : COMMON_HEADERS),
      ...caching,
      'Content-Type': messages ? 'application/json' : 'text/plain; charset=utf-8',
      ...error.headers,
    },
    body: messages ? JSON.stringify(messages) : error.kind === 'internal' ? `${reason} (${id})` : reason,
  };
}

function messagesOf({
  fields,
  source,
  message,
}: HttpError): Readonly<Record<string, readonly string[]>> | undefined {
  if (fields) return fields;
  return source && 'parameter' in source ? { [source.parameter]: [message] } : undefined;
}
