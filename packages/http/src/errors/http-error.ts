import { AppError, type ErrorKind, type ErrorSource } from '@guidepost/service-kit';
import type { HeaderFields } from '../responses/representation.ts';
import { fromExpress } from './foreign-error.ts';

/** An error as a client may see it; each service renders it in its own format. */
export interface HttpError {
  readonly status: number;
  readonly kind: ErrorKind;
  /** A sentence for the client. */
  readonly message: string;
  /** `Allow`, `Retry-After`, `WWW-Authenticate`, as they apply. */
  readonly headers: HeaderFields;
  readonly source?: ErrorSource;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** False from 500 on: the log wants the error itself. */
  readonly expected: boolean;
}

/** The status (RFC 9110 §15, RFC 6585 §4) of a kind of error: the one table from what happened to HTTP. */
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

const INTERNAL = 'Something went wrong on our side.';
const RETRY_AFTER_SECONDS = 5;

/**
 * What to answer to anything that was thrown: an AppError by its kind, what Express and its parsers throw by
 * what it means, everything else as `internal` without a word of the original.
 */
export function toHttpError(error: unknown): HttpError {
  const known = error instanceof AppError ? error : fromExpress(error);
  const kind = known?.kind ?? 'internal';
  const status = STATUSES[kind];
  return {
    status,
    kind,
    message: known === undefined || kind === 'internal' ? INTERNAL : known.message,
    headers: known === undefined ? {} : headersOf(known),
    ...(known?.details.source && { source: known.details.source }),
    ...(known?.details.fields && { fields: known.details.fields }),
    expected: status < 500,
  };
}

/** RFC 9110: §15.5.9 `Connection` with a 408, §10.2.1 `Allow` with a 405, §11.6.1 `WWW-Authenticate` with a 401, §10.2.3 `Retry-After`. */
function headersOf({ kind, details }: AppError): HeaderFields {
  const headers: Record<string, string> = {};
  if (kind === 'method-not-allowed') {
    headers.Allow = (details.allow ?? []).join(', ');
  }
  if (kind === 'unauthorized') {
    headers['WWW-Authenticate'] = 'Bearer';
  }
  // The rest of the request may still come, and nobody reads it.
  if (kind === 'timeout') {
    headers.Connection = 'close';
  }
  const retryAfter = details.retryAfter ?? (kind === 'unavailable' ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) {
    headers['Retry-After'] = String(Math.ceil(retryAfter));
  }
  return headers;
}
