import { AppError, type ErrorKind } from '@guidepost/service-kit';

const SENTENCES = {
  'not-found': 'There is nothing at this address.',
  'too-large': 'The request body is too large.',
  malformed: 'The request body cannot be read.',
  'unsupported-media-type': 'The request body is in a format or content coding that is not taken here.',
} satisfies Partial<Record<ErrorKind, string>>;

/** The `type` that body-parser and raw-body give their errors. */
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
 * What Express, its router or its body parsers threw, as an error of ours; `undefined` for everything else.
 * A `status` alone is not believed: clients of other services (search, object store) put the status of
 * *their* answer there.
 */
export function fromExpress(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const { status, type } = error as { status?: unknown; type?: unknown };
  // The router's word for a path parameter that cannot be percent-decoded: no such path.
  const kind = error.name === 'URIError' && status === 400 ? 'not-found' : KINDS.get(type);
  return kind && new AppError(kind, SENTENCES[kind], { cause: error });
}
