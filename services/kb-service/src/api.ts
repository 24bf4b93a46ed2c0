import { readBearerKey } from '@guidepost/access';
import {
  createRouter,
  type HeaderFields,
  parseQuery,
  type Representation,
  rawQueryString,
  resourcesOn,
  sendRepresentation,
  type WrittenBody,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response, Router } from 'express';
import { judgeAccess } from './access/access.ts';
import type { Context } from './context.ts';
import { answerPreflight, DOCUMENT_HEADERS, KEYED_HEADERS, withoutBody } from './json-api/headers.ts';
import type { Mount } from './json-api/mount.ts';
import type { KnowledgeBase } from './knowledge-bases/knowledge-base.ts';
import { limitReads, limitVotes } from './rate-limits/limit-middleware.ts';
import { identityOf } from './reading/effective-parameters.ts';
import type { Endpoint, Moved, PostCall } from './reading/routes.ts';
import type { MountedApi } from './routes.ts';

/** The API below one mount: every route judged in the order of the contract, then answered with its document. */
export function createApi(context: Context, { mount, routes }: MountedApi): Router {
  const router = createRouter();
  const resource = resourcesOn(router, {
    judges: [judgeAccept(mount), judgeHost(context)],
    preflight: answerPreflight,
  });
  const limits = { reads: limitReads(context), votes: limitVotes(context) };
  for (const [path, { get, post }] of Object.entries(routes)) {
    resource(path, {
      ...(get && { get: [...limits.reads, answerWith(context, get, mount.path + path)] }),
      ...(post && { post: [...limits.votes, answerWith(context, post, mount.path + path)] }),
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

/** What the judges leave for whoever comes after them, limits included. */
interface Judged {
  knowledgeBase: KnowledgeBase;
  /** Of a valid access key. */
  accessKeyId: number | undefined;
}

/** The host's knowledge base, the access key that the request carries, if any, and whether it may be read. */
function judgeHost({ knowledgeBases, keyRing }: Context): RequestHandler {
  return async (request, response, next) => {
    const host = String(request.params.host).toLowerCase();
    const knowledgeBase = await knowledgeBases.find(host);
    if (!knowledgeBase) throw new AppError('not-found', 'There is no knowledge base with this host.');
    response.locals.knowledgeBase = knowledgeBase;
    // On a public knowledge base as well: what a key vouches for and what limits it has do not depend on access.
    response.locals.accessKeyId = await keyRing.find(
      knowledgeBase,
      readBearerKey(request.headers.authorization),
    );
    judgeAccess(knowledgeBase, response.locals.accessKeyId);
    next();
  };
}

/** Reads need nothing of a POST's call but what every call has. */
function answerWith(context: Context, endpoint: Endpoint<PostCall>, route: string) {
  const { parameters, neverKept, handle } = endpoint;
  return async (request: Request<Record<string, string>>, response: Response): Promise<void> => {
    const { knowledgeBase, accessKeyId } = response.locals as Judged;
    const rawQuery = rawQueryString(request.url);
    const query = parseQuery(rawQuery);
    const values = parameters.read(query);
    const keyed = accessKeyId !== undefined;
    const call = { knowledgeBase, path: request.params, query, parameters: values, request, keyed };
    const headers = knowledgeBase.access === 'key' ? KEYED_HEADERS : DOCUMENT_HEADERS;
    const make = async () => represent(await handle(call), headers);
    const isForAll = request.method !== 'POST' && knowledgeBase.access === 'public' && !keyed;
    const representation =
      isForAll && !neverKept?.(query)
        ? await context.representationCache.represent(
            request,
            { tenant: knowledgeBase, route, parts: [route, ...identityOf(endpoint, call)] },
            make,
          )
        : await make();
    sendRepresentation(request, response, withQuery(representation, rawQuery));
  };
}

function represent(answer: WrittenBody | Moved, headers: HeaderFields): Representation {
  if (!('movedTo' in answer)) return { status: 200, headers, ...answer };
  return { status: 301, headers: { ...withoutBody(headers), Location: answer.movedTo } };
}

/** What was asked of one address is asked of the one that it leads to. */
function withQuery(representation: Representation, rawQuery: string): Representation {
  const { status, headers } = representation;
  if (status !== 301 || rawQuery === '') return representation;
  return { ...representation, headers: { ...headers, Location: `${headers.Location}?${rawQuery}` } };
}
