import type { ErrorKind } from '@guidepost/service-kit';

const STATUSES: Readonly<Record<ErrorKind, number>> = {
  'not-acceptable': 406,
  'unsupported-media-type': 415,
  'not-found': 404,
  'method-not-allowed': 405,
  disabled: 403,
  forbidden: 403,
  unauthorized: 401,
  invalid: 400,
  malformed: 400,
  'too-large': 413,
  'uri-too-long': 414,
  timeout: 408,
  conflict: 409,
  'rate-limited': 429,
  unavailable: 503,
  internal: 500,
};

/** The status (RFC 9110 §15, RFC 6585 §4) of a kind of error: the one table from what happened to HTTP. */
export function statusOf(kind: ErrorKind): number {
  return STATUSES[kind];
}
