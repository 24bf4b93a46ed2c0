/** What can go wrong, without a word of HTTP; packages/http has the one table from kind to status. */
export type ErrorKind =
  | 'conflict'
  | 'disabled'
  | 'forbidden'
  | 'internal'
  | 'invalid'
  | 'malformed'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'not-found'
  | 'rate-limited'
  | 'timeout'
  | 'too-large'
  | 'unauthorized'
  | 'unavailable'
  | 'unsupported-media-type'
  | 'uri-too-long';

/** Where in the request the error was found. */
export type ErrorSource = { parameter: string } | { header: string };

export interface AppErrorDetails {
  /** The part of the request that is to blame. */
  source?: ErrorSource;
  /** What is wrong with the fields of a form, by their names, for whoever filled it in. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** When it makes sense to try again, in seconds. */
  retryAfter?: number;
  /** Methods that the resource does take, for `method-not-allowed`. */
  allow?: readonly string[];
  /** What was caught; for the log, never for a client. */
  cause?: unknown;
}

/**
 * An error that we understand. `message` is a sentence for whoever sent the request, so it never holds
 * SQL, paths or secrets; everything that is no AppError is shown to clients as `internal` with an id.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly details: AppErrorDetails;

  constructor(kind: ErrorKind, message: string, details: AppErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.details = details;
  }
}
