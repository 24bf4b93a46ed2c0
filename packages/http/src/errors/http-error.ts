import { AppError, type ErrorKind, type ErrorSource } from '@guidepost/service-kit';
import type { HeaderFields } from '../responses/representation.ts';

const SENTENCES = {
  'not-found': 'There is nothing at this address.',
  'too-large': 'The request body is too large.',
  malformed: 'The request body cannot be read.',
  'unsupported-media-type': 'The request body is in a format or content coding that is not supported here.',
} satisfies Partial<Record<ErrorKind, string>>;

/** The `type` of errors from body-parser and raw-body. */
const KINDS: ReadonlyMap<unknown, keyof typeof SENTENCES> = new Map([
  ['entity.too.large', 'too-large'],
  ['parameters.too.many', 'too-large'],
  ['entity.parse.failed', 'malformed'],
  ['querystring.parse.rangeError', 'malformed'],
  ['request.aborted', 'malformed'],
  ['request.size.invalid', 'malformed'],
  ['charset.unsupported', 'unsupported-media-type'],
  ['encoding.unsupported', 'unsupported-media-type'],
]);

export interface HttpError {
  readonly status: number;
  readonly kind: ErrorKind;
  readonly message: string;
  /** `Allow`, `Retry-After` and `WWW-Authenticate` where they apply. */
  readonly headers: HeaderFields;
  readonly source?: ErrorSource;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly reason?: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** False for 5xx: these are logged with their error. */
  readonly expected: boolean;
}

/** Statuses by error kind (RFC 9110 §15, RFC 6585 §4), the only such table. */
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
  'precondition-failed': 412,
  moved: 421,
  unprocessable: 422,
  'rate-limited': 429,
  unavailable: 503,
  internal: 500,
};

const INTERNAL = 'Something went wrong on our side.';
const RETRY_AFTER_SECONDS = 5;

/** Maps anything thrown; unknown errors become `internal` without their message. */
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
    ...(known?.details.reason && { reason: known.details.reason, values: known.details.values ?? {} }),
    expected: status < 500,
  };
}

/** RFC 9110: `Connection` (§15.5.9), `Allow` (§10.2.1), `WWW-Authenticate` (§11.6.1), `Retry-After` (§10.2.3). */
function headersOf({ kind, details }: AppError): HeaderFields {
  const headers: Record<string, string> = {};
  if (kind === 'method-not-allowed') {
    headers.Allow = (details.allow ?? []).join(', ');
  }
  if (kind === 'unauthorized') {
    headers['WWW-Authenticate'] = 'Bearer';
  }
  // The rest of the request may still arrive, but is not read.
  if (kind === 'timeout') {
    headers.Connection = 'close';
  }
  const retryAfter = details.retryAfter ?? (kind === 'unavailable' ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) {
    headers['Retry-After'] = String(Math.ceil(retryAfter));
  }
  return headers;
}

/**
 * Maps errors of Express, its router and its body parsers; `undefined` for all others. A `status` alone is ignored:
 * clients of other services set it to the status of *their* response.
 */
function fromExpress(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const { status, type } = error as { status?: unknown; type?: unknown };
  // The router throws this for a path parameter with invalid percent-encoding.
  const kind = error.name === 'URIError' && status === 400 ? 'not-found' : KINDS.get(type);
  return kind && new AppError(kind, SENTENCES[kind], { cause: error });
}
