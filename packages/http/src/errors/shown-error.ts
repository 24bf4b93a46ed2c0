import type { ErrorRequestHandler, Request } from 'express';
import type { Representation } from '../responses/representation.ts';
import type { HttpError } from './http-error.ts';

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
export class ShownError extends Error {
  readonly show: ShowError;

  constructor(cause: unknown, show: ShowError) {
    super('This error has its own renderer.', { cause });
    this.show = show;
  }
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
