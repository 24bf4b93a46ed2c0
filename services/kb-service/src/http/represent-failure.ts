import type { FailedRequest, HttpError, Representation } from '@guidepost/http';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { errorAnswer } from './json-api/error-answer.ts';
import { KEYED_CACHING } from './json-api/headers.ts';
import { mountOf } from './json-api/mount.ts';

/**
 * How a part of the service shows errors where it does not use the API's documents; whoever judges its requests first
 * leaves it in `response.locals.showError`.
 */
export type ShowError = (error: HttpError) => Representation | Promise<Representation>;

/** What a request that failed is answered with: a page where people read, a document everywhere else. */
export async function representFailure(
  error: HttpError,
  { request, response, id }: FailedRequest,
): Promise<Representation> {
  const { showError } = response.locals as { showError?: ShowError };
  if (showError) return showError(error);
  const answer = errorAnswer(error, mountOf(request.path).shape.version, id);
  return forKnowledgeBase(answer, response.locals.knowledgeBase);
}

/** Once the knowledge base is known, its errors are as private as its documents. */
function forKnowledgeBase(answer: Representation, knowledgeBase: KnowledgeBase | undefined): Representation {
  if (knowledgeBase?.access !== 'key') return answer;
  return { ...answer, headers: { ...answer.headers, ...KEYED_CACHING } };
}
