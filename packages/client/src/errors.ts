/** Messages about a request, by parameter or field, in the language of the forum. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

export interface GuidepostErrorDetails {
  /** The status of the answer. */
  status: number;
  code: string;
  message: string;
  id?: string | undefined;
  retryAfter?: number | undefined;
  source?: { parameter?: string; header?: string; pointer?: string } | undefined;
  fields?: FieldMessages | undefined;
}

/** Every answer that is not the one that was asked for. A service that cannot be reached is the error of `fetch`. */
export class GuidepostError extends Error {
  override readonly name = 'GuidepostError';
  readonly status: number;
  /**
   * For programs, and stable: `not_found`, `rate_limited`, `invalid_parameter` … those of the API of knowledge bases,
   * for forums too. `unexpected_answer` if it does not come from Guidepost, such as a page of a proxy.
   */
  readonly code: string;
  /** Names the error in the log of the service. */
  readonly id: string | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;
  /** The part of the request that a knowledge base refuses. */
  readonly source: GuidepostErrorDetails['source'];
  /** The fields that a forum refuses. */
  readonly fields: FieldMessages | undefined;

  constructor({ status, code, message, id, retryAfter, source, fields }: GuidepostErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.id = id;
    this.retryAfter = retryAfter;
    this.source = source;
    this.fields = fields;
  }
}

/** Codes of answers that have none, as those of forums. */
const CODES: Readonly<Record<number, string>> = {
  400: 'malformed_body',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  409: 'conflict',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  500: 'internal',
  503: 'unavailable',
};

const ID = /^(?<reason>.*) \((?<id>[^)]+)\)$/;

interface ErrorDocument {
  errors: [{ id?: string; code: string; detail: string; source?: GuidepostErrorDetails['source'] }];
}

/** Reads an answer of either service whose status is no success. */
export async function readError(response: Response): Promise<GuidepostError> {
  const { status } = response;
  const text = await response.text();
  const retryAfter = secondsOf(response);
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) {
    const read = parse(text);
    if (isErrorDocument(read)) {
      const [{ code, detail: message, id, source }] = read.errors;
      return new GuidepostError({ status, code, message, id, source, retryAfter });
    }
    if (status === 400 && isFieldMessages(read)) {
      const message = Object.entries(read).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
      return new GuidepostError({
        status,
        code: 'invalid_parameter',
        message: message.join('; '),
        fields: read,
        retryAfter,
      });
    }
  }
  if (!type.startsWith('text/plain') || !(status in CODES)) return unexpected(status, retryAfter);
  const { reason = text, id } = ID.exec(text)?.groups ?? {};
  return new GuidepostError({ status, code: CODES[status] ?? 'internal', message: reason, id, retryAfter });
}

export function unexpected(status: number, retryAfter?: number): GuidepostError {
  const message = `The answer (${status}) is none of Guidepost.`;
  return new GuidepostError({ status, code: 'unexpected_answer', message, retryAfter });
}

/** Seconds in `Retry-After`; Guidepost never sends a date. */
export function secondsOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorDocument(value: unknown): value is ErrorDocument {
  const errors = (value as { errors?: unknown } | null | undefined)?.errors;
  const first = Array.isArray(errors) ? errors[0] : undefined;
  return typeof first?.code === 'string' && typeof first.detail === 'string';
}

function isFieldMessages(value: unknown): value is FieldMessages {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const lists = Object.values(value);
  return lists.length > 0 && lists.every(isListOfTexts);
}

function isListOfTexts(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0 && list.every((text) => typeof text === 'string');
}
