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
import { categoryRoutes } from './categories/category-routes.ts';
import type { Context } from './context.ts';
import { guideRoutes } from './guides/guide-routes.ts';
import { INCLUSIONS } from './inclusions.ts';
import { ALLOWED_HEADERS, COMMON_HEADERS, DOCUMENT_HEADERS, KEYED_HEADERS } from './json-api/headers.ts';
import type { Mount } from './json-api/mount.ts';
import type { KnowledgeBase } from './knowledge-bases/knowledge-base.ts';
import { knowledgeBaseRoutes } from './knowledge-bases/knowledge-base-routes.ts';
import { limitReads, limitVotes } from './rate-limits/limit-middleware.ts';
import { createReader } from './reading/reader.ts';
import type { PostCall, PostRoutes, Routes } from './reading/routes.ts';
import { tagRoutes } from './tags/tag-routes.ts';
import { voteRoutes } from './votes/vote-routes.ts';

/** The API below one mount: every route judged in the order of the contract, then answered with its document. */
export function createApi(context: Context, mount: Mount): Router {
  const { database, publicAddress, takeTurn } = context;
  const filesUrl = context.config.PUBLIC_FILES_URL;
  const reader = createReader({ database, mount, inclusions: INCLUSIONS, publicAddress, takeTurn, filesUrl });
  const routes: Routes = {
    ...knowledgeBaseRoutes(reader),
    ...guideRoutes(reader, context.guideSearch),
    ...categoryRoutes(reader),
    ...tagRoutes(reader),
  };
  const posts: PostRoutes = voteRoutes(context, reader);
  const router = createRouter();
  const resource = resourcesOn(router, {
    judges: [judgeAccept(mount), judgeHost(context)],
    preflight: (methods) => preflight({ methods, allowedHeaders: ALLOWED_HEADERS, headers: COMMON_HEADERS }),
  });
  const limits = { reads: limitReads(context), votes: limitVotes(context) };
  for (const path of new Set([...Object.keys(routes), ...Object.keys(posts)])) {
    const [read, post] = [routes[path], posts[path]];
    resource(path, {
      ...(read && { get: [...limits.reads, answerWith(read)] }),
      ...(post && { post: [...limits.votes, answerWith(post)] }),
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
    response.locals.accessKeyId = await keyRing.find(knowledgeBase, request.headers.authorization);
    judgeAccess(knowledgeBase, response.locals.accessKeyId);
    next();
  };
}

/** Reads need nothing of a POST's call but what every call has. */
function answerWith(answer: (call: PostCall) => Promise<string>) {
  return async (request: Request<Record<string, string>>, response: Response): Promise<void> => {
    const { knowledgeBase, accessKeyId } = response.locals as Judged;
    const query = parseQuery(rawQueryString(request.url));
    const body = await answer({
      knowledgeBase,
      path: request.params,
      query,
      request,
      keyed: accessKeyId !== undefined,
    });
    const headers = knowledgeBase.access === 'key' ? KEYED_HEADERS : DOCUMENT_HEADERS;
    sendRepresentation(request, response, { status: 200, headers, body });
  };
}
