import type { Logger, Metrics } from '@guidepost/service-kit';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Representation } from '../responses/representation.ts';
import { sendRepresentation } from '../responses/send-representation.ts';
import { type HttpError, toHttpError } from './http-error.ts';

/** A request that could not be answered as it was meant to be. */
export interface FailedRequest {
  readonly request: Request;
  readonly response: Response;
  /** Joins the answer with the log, for errors that are ours. */
  readonly id: string | undefined;
}

export interface ErrorAnswersOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Makes AppErrors of what others threw, such as a database; what it does not know it gives back. */
  readonly translate: (error: unknown) => unknown;
  /** The answer in the service's own format. */
  readonly represent: (error: HttpError, failed: FailedRequest) => Representation | Promise<Representation>;
}

/** The end of every request that failed, whoever threw; what is our fault is logged and counted. */
export function answerErrors(options: ErrorAnswersOptions): ErrorRequestHandler {
  const { logger, metrics, translate, represent } = options;
  return async (error: unknown, request, response, next) => {
    const cause = translate(error);
    const answer = toHttpError(cause);
    const id = answer.expected ? undefined : String(response.locals.requestId);
    if (id) {
      logger.error({ err: cause, requestId: id }, 'request failed');
      metrics.countError(answer.kind);
    }
    // Half an answer has gone out: only Express can end it now, by closing the connection.
    if (response.headersSent) return next(error);
    sendRepresentation(request, response, await representAnyway(answer, { request, response, id }));
  };

  /** A page of an error is made like any other, and may fail like any other. Express would answer with the stack. */
  async function representAnyway(answer: HttpError, failed: FailedRequest): Promise<Representation> {
    try {
      return await represent(answer, failed);
    } catch (err) {
      logger.error({ err, requestId: failed.response.locals.requestId }, 'an error cannot be shown');
      metrics.countError('internal');
      return { status: answer.status, headers: answer.headers };
    }
  }
}
