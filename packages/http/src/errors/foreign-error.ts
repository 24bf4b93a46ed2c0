import { AppError, type ErrorKind } from '@guidepost/service-kit';

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

/**
 * Maps errors of Express, its router and its body parsers; `undefined` for all others. A `status` alone is ignored:
 * clients of other services set it to the status of *their* response.
 */
export function fromExpress(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const { status, type } = error as { status?: unknown; type?: unknown };
  // The router throws this for a path parameter with invalid percent-encoding.
  const kind = error.name === 'URIError' && status === 400 ? 'not-found' : KINDS.get(type);
  return kind && new AppError(kind, SENTENCES[kind], { cause: error });
}
