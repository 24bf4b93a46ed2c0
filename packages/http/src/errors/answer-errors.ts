import type { Logger, Metrics } from '@guidepost/service-kit';
import type { ErrorRequestHandler, Request } from 'express';
import type { Representation } from '../responses/representation.ts';
import { sendRepresentation } from '../responses/send-representation.ts';
import { requestIdOf } from '../server/observe-requests.ts';
import { type HttpError, toHttpError } from './http-error.ts';

export interface FailedRequest {
  readonly request: Request;
  /** Joins the response with the log; set for server errors only. */
  readonly id: string | undefined;
}

/** Renders an error; undefined leaves it to the service. */
export type ShowError = (
  error: HttpError,
  failed: FailedRequest,
) => Representation | undefined | Promise<Representation | undefined>;

/** An error with its own renderer. */
class ShownError extends Error {
  readonly show: ShowError;

  constructor(cause: unknown, show: ShowError) {
    super('This error has its own renderer.', { cause });
    this.show = show;
  }
}

export interface ErrorAnswersOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Maps errors of libraries, such as database drivers, to AppErrors; returns unknown ones unchanged. */
  readonly translate: (error: unknown) => unknown;
  readonly represent: (error: HttpError, failed: FailedRequest) => Representation | Promise<Representation>;
}

/** The error handler at the end of an app; logs and counts server errors. */
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
    // Express then closes the connection: part of the response has been sent.
    if (response.headersSent) return next(error);
    sendRepresentation(request, response, await representAnyway(answer, { request, id }, show));
  };

  /** Rendering an error page may itself fail, and Express would then send the stack. */
  async function representAnyway(
    answer: HttpError,
    failed: FailedRequest,
    show: ShowError | undefined,
  ): Promise<Representation> {
    try {
      return (await show?.(answer, failed)) ?? (await represent(answer, failed));
    } catch (err) {
      logger.error({ err, requestId: requestIdOf(failed.request) }, 'an error could not be rendered');
      metrics.countError('internal');
      return { status: answer.status, headers: answer.headers };
    }
  }
}

function unwrap(thrown: unknown): { error: unknown; show?: ShowError } {
  return thrown instanceof ShownError ? { error: thrown.cause, show: thrown.show } : { error: thrown };
}

/** Runs work whose errors have their own renderer, such as a page of a site; the innermost one counts. */
export async function showErrorsBy<Result>(show: ShowError, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ShownError ? error : new ShownError(error, show);
  }
}

/** For the end of a router: renders its routes' errors. */
export function errorsShownBy(show: ShowError): ErrorRequestHandler {
  return (error, _request, _response, next) =>
    next(error instanceof ShownError ? error : new ShownError(error, show));
}
