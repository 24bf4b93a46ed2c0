import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Representation } from '../responses/representation.ts';
import { sendRepresentation } from '../responses/send-representation.ts';

/** What the resources of a router have in common. */
export interface ResourceOptions {
  /** The answer to OPTIONS for a path that takes these methods; made once for each path. */
  readonly preflight: (methods: readonly string[]) => Representation;
}

/** A path's parameters; none of our paths has wildcards, so each is one string. */
export type PathParameters = Record<string, string>;

/** Makes the answer to a request; undefined when it has sent one itself, such as a file. */
export type AnswerRequest<Parameters = PathParameters> = (
  request: Request<Parameters>,
  response: Response,
) => Promise<Representation | undefined>;

/** What one path takes. `get` answers HEAD too. */
export interface ResourceHandlers<Parameters = PathParameters> {
  readonly get?: AnswerRequest<Parameters>;
  readonly post?: AnswerRequest<Parameters>;
}

/** Registers a path and what it takes. */
export type RegisterResource = <Parameters = PathParameters>(
  path: string,
  handlers: ResourceHandlers<Parameters>,
) => void;

/**
 * Registers resources on an Express router, each judged in the same order: unknown path (see `refuseUnknownPath`), method
 * (AppError `method-not-allowed`, with the methods that the path takes), then whatever its function judges. OPTIONS is
 * answered at once, since browsers send it without `Accept` and without keys.
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
  };
}

function sending<Parameters>(answer: AnswerRequest<Parameters>): RequestHandler {
  return async (request, response) => {
    const representation = await answer(request as Request<Parameters>, response);
    if (representation) sendRepresentation(request, response, representation);
  };
}

/** For the end of an application: whatever came this far has an address that nothing answers. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new AppError('not-found', 'There is nothing at this address.');
};

function methodsOf({ get, post }: ResourceHandlers<never>): readonly string[] {
  return [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : []), 'OPTIONS'];
}

function refuseMethodsBut(allow: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    if (!allow.includes(request.method)) {
      throw new AppError('method-not-allowed', 'This address does not take this method.', { allow });
    }
    next();
  };
}
