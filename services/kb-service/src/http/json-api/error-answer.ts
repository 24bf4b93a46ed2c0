import type { HttpError, Representation } from '@guidepost/http';
import type { ErrorKind } from '@guidepost/service-kit';
import { DOCUMENT_HEADERS, KEYED_HEADERS } from './headers.ts';

/** The stable `code` and the `title` of each kind of error. */
export const ERRORS: Readonly<Record<ErrorKind, readonly [code: string, title: string]>> = {
  conflict: ['conflict', 'Conflict'],
  disabled: ['access_disabled', 'Access disabled'],
  forbidden: ['forbidden', 'Forbidden'],
  internal: ['internal', 'Internal server error'],
  invalid: ['invalid_parameter', 'Invalid parameter'],
  malformed: ['malformed_body', 'Malformed body'],
  'method-not-allowed': ['method_not_allowed', 'Method not allowed'],
  moved: ['moved', 'Moved to another server'],
  'not-acceptable': ['not_acceptable', 'Not acceptable'],
  'not-found': ['not_found', 'Not found'],
  'precondition-failed': ['precondition_failed', 'Precondition failed'],
  'rate-limited': ['rate_limited', 'Too many requests'],
  timeout: ['timeout', 'Request timeout'],
  'too-large': ['payload_too_large', 'Payload too large'],
  unauthorized: ['unauthorized', 'Unauthorized'],
  unavailable: ['unavailable', 'Service unavailable'],
  unprocessable: ['unprocessable', 'Unprocessable'],
  'unsupported-media-type': ['unsupported_media_type', 'Unsupported media type'],
  'uri-too-long': ['uri_too_long', 'URI too long'],
};

/** An error document without `data`, as JSON:API requires. @param id the ID in the log of an internal error */
export function errorAnswer(error: HttpError, version: string, id?: string): Representation {
  const { kind, message: detail, source } = error;
  const [code, title] = ERRORS[kind];
  const status = String(error.status);
  const member = { ...(id !== undefined && { id }), status, code, title, detail, ...(source && { source }) };
  return {
    status: error.status,
    headers: { ...(kind === 'unauthorized' ? KEYED_HEADERS : DOCUMENT_HEADERS), ...error.headers },
    body: JSON.stringify({ jsonapi: { version }, errors: [member] }),
  };
}
