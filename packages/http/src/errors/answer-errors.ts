import type { Logger, Metrics } from '@guidepost/service-kit';
import type { ErrorRequestHandler } from 'express';
import { requestIdOf } from '../observation/request-id.ts';
import type { Representation } from '../responses/representation.ts';
import { sendRepresentation } from '../responses/send-representation.ts';
import { type HttpError, toHttpError } from './http-error.ts';
import { type FailedRequest, type ShowError, ShownError } from './shown-error.ts';

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
  return async (thrown: unknown, request, response, next) => {
    const { error, show } = unwrap(thrown);
    const cause = translate(error);
    const answer = toHttpError(cause);
    const id = answer.expected ? undefined : requestIdOf(request);
    if (id) {
      logger.error({ err: cause, requestId: id }, 'request failed');
      metrics.countError(answer.kind);
    }
    // Half an answer has gone out: only Express can end it now, by closing the connection.
    if (response.headersSent) return next(error);
    sendRepresentation(request, response, await representAnyway(answer, { request, id }, show));
  };

  /** A page of an error is made like any other, and may fail like any other. Express would answer with the stack. */
  async function representAnyway(
    answer: HttpError,
    failed: FailedRequest,
    show: ShowError | undefined,
  ): Promise<Representation> {
    try {
      return (await show?.(answer, failed)) ?? (await represent(answer, failed));
    } catch (err) {
      logger.error({ err, requestId: requestIdOf(failed.request) }, 'an error cannot be shown');
      metrics.countError('internal');
      return { status: answer.status, headers: answer.headers };
    }
  }
}

function unwrap(thrown: unknown): { error: unknown; show?: ShowError } {
  return thrown instanceof ShownError ? { error: thrown.cause, show: thrown.show } : { error: thrown };
}
