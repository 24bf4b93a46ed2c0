import { type HttpError, type Representation, sendRepresentation, toHttpError } from '@guidepost/http';
import { fromDatabaseError } from '@guidepost/postgres';
import type { ErrorRequestHandler } from 'express';
import type { Context } from './context.ts';
import { errorAnswer } from './json-api/error-answer.ts';
import { KEYED_CACHING } from './json-api/headers.ts';
import { mountOf } from './json-api/mount.ts';
import type { KnowledgeBase } from './knowledge-bases/knowledge-base.ts';

/**
 * How a part of the service shows errors where it does not use the API's documents; whoever judges its requests first
 * leaves it in `response.locals.showError`.
 */
export type ShowError = (error: HttpError) => Promise<Representation>;

/** The end of every request that failed, whoever threw; what is our fault is logged and counted. */
export function answerErrors({ logger, metrics }: Context): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    const cause = fromDatabaseError(error);
    const answer = toHttpError(cause);
    const id = answer.expected ? undefined : String(response.locals.requestId);
    if (id) {
      logger.error({ err: cause, requestId: id }, 'request failed');
      metrics.countError(answer.kind);
    }
    // Half an answer has gone out: only Express can end it now, by closing the connection.
    if (response.headersSent) return next(error);
    const { showError } = response.locals as { showError?: ShowError };
    if (showError) return sendRepresentation(request, response, await showError(answer));
    const representation = errorAnswer(answer, mountOf(request.path).shape.version, id);
    sendRepresentation(request, response, forKnowledgeBase(representation, response.locals.knowledgeBase));
  };
}

/** Once the knowledge base is known, its errors are as private as its documents. */
function forKnowledgeBase(answer: Representation, knowledgeBase: KnowledgeBase | undefined): Representation {
  if (knowledgeBase?.access !== 'key') return answer;
  return { ...answer, headers: { ...answer.headers, ...KEYED_CACHING } };
}
