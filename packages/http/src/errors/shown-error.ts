import type { ErrorRequestHandler, Request } from 'express';
import type { Representation } from '../responses/representation.ts';
import type { HttpError } from './http-error.ts';

/** A request that could not be answered as it was meant to be. */
export interface FailedRequest {
  readonly request: Request;
  /** Joins the answer with the log; only for errors that are ours. */
  readonly id: string | undefined;
}

/** How an error is shown; undefined leaves it to the service. */
export type ShowError = (
  error: HttpError,
  failed: FailedRequest,
) => Representation | undefined | Promise<Representation | undefined>;

/** An error with the way in which it is to be shown. */
export class ShownError extends Error {
  readonly show: ShowError;

  constructor(cause: unknown, show: ShowError) {
    super('This error is shown in its own way.', { cause });
    this.show = show;
  }
}

/** Does work whose errors are shown in their own way, such as by a page of the site; the innermost way counts. */
export async function showErrorsBy<Result>(show: ShowError, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ShownError ? error : new ShownError(error, show);
  }
}

/** For the end of a router: shows the errors of its routes in their own way. */
export function errorsShownBy(show: ShowError): ErrorRequestHandler {
  return (error, _request, _response, next) =>
    next(error instanceof ShownError ? error : new ShownError(error, show));
}
