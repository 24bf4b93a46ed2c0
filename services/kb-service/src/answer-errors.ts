import { sendRepresentation, toHttpError } from '@guidepost/http';
import { fromDatabaseError } from '@guidepost/postgres';
import type { ErrorRequestHandler } from 'express';
import type { Context } from './context.ts';
import { errorAnswer } from './json-api/error-answer.ts';
import { mountOf } from './json-api/mount.ts';

/** The end of every request that failed: one format, whoever threw; what is our fault is logged and counted. */
export function answerErrors({ logger, metrics }: Context): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const cause = fromDatabaseError(error);
    const answer = toHttpError(cause);
    const id = answer.expected ? undefined : String(response.locals.requestId);
    if (id) {
      logger.error({ err: cause, requestId: id }, 'request failed');
      metrics.countError(answer.kind);
    }
    // Half an answer has gone out: only Express can end it now, by closing the connection.
    if (response.headersSent) next(error);
    else sendRepresentation(request, response, errorAnswer(answer, mountOf(request.path).shape.version, id));
  };
}
