import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Representation } from './responses/representation.ts';
import { sendRepresentation } from './responses/send-representation.ts';

export interface ResourceOptions {
  /** Creates the answer to OPTIONS from a path's methods; called once for each path. */
  readonly preflight: (methods: readonly string[]) => Representation;
}

export type PathParameters = Record<string, string>;

/** Answers a request; resolves to undefined if it has sent the response itself, such as a file. */
export type AnswerRequest<Parameters = PathParameters> = (
  request: Request<Parameters>,
  response: Response,
) => Promise<Representation | undefined>;

export interface ResourceHandlers<Parameters = PathParameters> {
  readonly get?: AnswerRequest<Parameters>;
  readonly post?: AnswerRequest<Parameters>;
  readonly patch?: AnswerRequest<Parameters>;
  readonly delete?: AnswerRequest<Parameters>;
}

export type RegisterResource = <Parameters = PathParameters>(
  path: string,
  handlers: ResourceHandlers<Parameters>,
) => void;

/**
 * Registers resources on a router. Each request is checked in the same order: path (see `refuseUnknownPath`), method
 * (AppError `method-not-allowed`), then the handler's own checks. OPTIONS is answered first, since browsers send it
 * without `Accept` and keys.
 */
export function resourcesOn(router: Router, { preflight }: ResourceOptions): RegisterResource {
  return (path, handlers) => {
    const methods = methodsOf(handlers);
    const options = preflight(methods);
    const route = router.route(path);
    route.all(refuseMethodsBut(methods));
    route.options((request, response) => sendRepresentation(request, response, options));
    if (handlers.get) route.get(sending(handlers.get));
    if (handlers.post) route.post(sending(handlers.post));
    if (handlers.patch) route.patch(sending(handlers.patch));
    if (handlers.delete) route.delete(sending(handlers.delete));
  };
}

function sending<Parameters>(answer: AnswerRequest<Parameters>): RequestHandler {
  return async (request, response) => {
    const representation = await answer(request as Request<Parameters>, response);
    if (representation) sendRepresentation(request, response, representation);
  };
}

/** For the end of an app, where no route has matched. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new AppError('not-found', 'There is nothing at this address.');
};

function methodsOf(handlers: ResourceHandlers<never>): readonly string[] {
  return [
    ...(handlers.get ? ['GET', 'HEAD'] : []),
    ...(handlers.post ? ['POST'] : []),
    ...(handlers.patch ? ['PATCH'] : []),
    ...(handlers.delete ? ['DELETE'] : []),
    'OPTIONS',
  ];
}

function refuseMethodsBut(allow: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    if (!allow.includes(request.method)) {
      throw new AppError('method-not-allowed', 'This address does not support this method.', { allow });
    }
    next();
  };
}
