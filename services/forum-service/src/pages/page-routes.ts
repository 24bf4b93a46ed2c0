import {
  addressBlock,
  createRouter,
  limitBySubject,
  type PathParameters,
  parseQuery,
  rawQueryString,
  resourcesOn,
  sendRepresentation,
} from '@guidepost/http';
import { answerOptions, createPageReader, leaveSlash, noSuchPage } from '@guidepost/pages';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Context } from '../context.ts';
import type { PageCall, PageKind } from './page.ts';
import { createPages } from './pages.ts';
import { representPage } from './represent-page.ts';
import type { Site } from './site.ts';
import { judgeSite } from './site-middleware.ts';

/** The pages of every forum, below `/forum/:slug`. */
export function pageRoutes(context: Context): Router {
  const { clients, rateLimits } = context;
  const router = createRouter();
  const findSite = judgeSite(context);
  const resource = resourcesOn(router, { judges: [findSite], preflight: answerOptions });
  const readPage = createPageReader(representPage);
  const limitReads = limitBySubject(rateLimits.reads, clients);
  const answerWith = (path: string, kind: PageKind) => async (request: Request, response: Response) => {
    const call = callOf(request, response);
    const representation = await readPage(path, kind, call);
    if (request.method === 'GET' && representation.status === 200) {
      kind.onViewed?.(call, addressBlock(clients.addressOf(request)));
    }
    sendRepresentation(request, response, representation);
  };
  for (const [path, kind] of Object.entries(createPages(context))) {
    const handlers = { get: [...limitReads, leaveSlash, answerWith(path, kind)] };
    resource(`/forum/:slug${path === '/' ? '' : path}`, handlers);
  }
  router.use('/forum/:slug', findSite, refuseUnknownPage);
  return router;
}

const refuseUnknownPage: RequestHandler = () => {
  throw noSuchPage();
};

/** What features get of a request that passed every judge. */
function callOf(request: Request, response: Response): PageCall {
  const { site } = response.locals as { site: Site };
  const { slug: _, ...path } = request.params as PathParameters;
  return { site, path, query: parseQuery(rawQueryString(request.url)) };
}
