import { type FailedRequest, type HttpError, type Representation, showErrorsBy } from '@guidepost/http';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { errorAnswer } from './json-api/error-answer.ts';
import { KEYED_CACHING } from './json-api/headers.ts';
import { mountOf } from './json-api/mount.ts';

/** Renders an error for the mount of the path. */
export function representFailure(
  error: HttpError,
  { request, id }: Pick<FailedRequest, 'request' | 'id'>,
): Representation {
  return errorAnswer(error, mountOf(request.path).shape.version, id);
}

/** Makes errors about a knowledge base as private as its documents. */
export function showErrorsPrivately<Result>(
  { access }: Pick<KnowledgeBase, 'access'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return access === 'key' ? showErrorsBy(representPrivately, work) : work();
}

function representPrivately(error: HttpError, failed: FailedRequest): Representation {
  const answer = representFailure(error, failed);
  return { ...answer, headers: { ...answer.headers, ...KEYED_CACHING } };
}
