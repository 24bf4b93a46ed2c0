import {
  createRouter,
  parseQuery,
  preflight,
  rawQueryString,
  resourcesOn,
  sendRepresentation,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response, Router } from 'express';
import { judgeAccess } from './access/access.ts';
import type { Context } from './context.ts';
import { ALLOWED_HEADERS, COMMON_HEADERS, DOCUMENT_HEADERS, withoutBody } from './json-api/headers.ts';
import type { Mount } from './json-api/mount.ts';
import type { KnowledgeBase } from './knowledge-bases/knowledge-base.ts';
import { limitReads } from './rate-limits/limit-middleware.ts';
import type { Endpoint, Moved } from './reading/routes.ts';
import type { MountedApi } from './routes.ts';

/** The API below one mount: every route judged in the order of the contract, then answered with its document. */
export function createApi(context: Context, { mount, routes }: MountedApi): Router {
  const router = createRouter();
  const resource = resourcesOn(router, {
    judges: [judgeAccept(mount), judgeHost(context)],
    preflight: (methods) => preflight({ methods, allowedHeaders: ALLOWED_HEADERS, headers: COMMON_HEADERS }),
  });
  const limits = limitReads(context);
  for (const [path, { get, post }] of Object.entries(routes)) {
    resource(path, {
      ...(get && { get: [...limits, answerWith(get)] }),
      ...(post && { post: [answerWith(post)] }),
    });
  }
  return router;
}

function judgeAccept({ negotiation }: Mount): RequestHandler {
  return (request, _response, next) => {
    if (!negotiation.accepts(request.headers.accept)) {
      throw new AppError('not-acceptable', negotiation.advice, { source: { header: 'Accept' } });
    }
    next();
  };
}

/** The host's knowledge base, and whether it may be read. */
function judgeHost({ knowledgeBases }: Context): RequestHandler {
  return async (request, response, next) => {
    const host = String(request.params.host).toLowerCase();
    const knowledgeBase = await knowledgeBases.find(host);
    if (!knowledgeBase) throw new AppError('not-found', 'There is no knowledge base with this host.');
    judgeAccess(knowledgeBase);
    response.locals.knowledgeBase = knowledgeBase;
    next();
  };
}

function answerWith({ parameters, handle }: Endpoint) {
  return async (request: Request<Record<string, string>>, response: Response): Promise<void> => {
    const knowledgeBase = response.locals.knowledgeBase as KnowledgeBase;
    const rawQuery = rawQueryString(request.url);
    const query = parseQuery(rawQuery);
    const call = { knowledgeBase, path: request.params, query, parameters: parameters.read(query) };
    const answer = await handle(call);
    const representation =
      typeof answer === 'string'
        ? { status: 200, headers: DOCUMENT_HEADERS, body: answer }
        : {
            status: 301,
            headers: { ...withoutBody(DOCUMENT_HEADERS), Location: location(answer, rawQuery) },
          };
    sendRepresentation(request, response, representation);
  };
}

function location({ movedTo }: Moved, rawQuery: string): string {
  return rawQuery === '' ? movedTo : `${movedTo}?${rawQuery}`;
}
