/** Kinds of errors, independent of HTTP; packages/http maps them to statuses. */
export type ErrorKind =
  | 'conflict'
  | 'disabled'
  | 'forbidden'
  | 'internal'
  | 'invalid'
  | 'malformed'
  | 'method-not-allowed'
  | 'moved'
  | 'not-acceptable'
  | 'not-found'
  | 'precondition-failed'
  | 'rate-limited'
  | 'timeout'
  | 'too-large'
  | 'unauthorized'
  | 'unavailable'
  | 'unprocessable'
  | 'unsupported-media-type'
  | 'uri-too-long';

/** `pointer` is a JSON Pointer (RFC 6901) into the body. */
export type ErrorSource = { parameter: string } | { header: string } | { pointer: string };

export interface AppErrorDetails {
  source?: ErrorSource;
  /** Messages for invalid form fields, by field name. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** The name of the text that says the same in the language of a page. */
  reason?: string;
  /** Values for the placeholders of that text. */
  values?: Readonly<Record<string, string | number>>;
  /** When to retry, in seconds. */
  retryAfter?: number;
  /** Supported methods, for `method-not-allowed`. */
  allow?: readonly string[];
  /** The caught error; logged, never shown to clients. */
  cause?: unknown;
}

/** An expected error. Clients see `message`, so it must not contain SQL, paths or secrets; other errors are hidden. */
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
