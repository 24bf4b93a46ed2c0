import type { IncomingMessage } from 'node:http';
import { limitBySubject } from '@guidepost/access';
import {
  addressBlock,
  createRouter,
  type PathParameters,
  parseQuery,
  rawQueryString,
  resourcesOn,
} from '@guidepost/http';
import { answerOptions, answerPages, leaveSlash, noSuchPage } from '@guidepost/pages';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Context } from '../context.ts';
import type { PageCall, PageKind } from './page.ts';
import { createPages } from './pages.ts';
import { representPage } from './represent-page.ts';
import type { Site } from './site.ts';
import { judgeSite, showErrorsToPeople } from './site-middleware.ts';

/** The pages of every forum, below `/forum/:slug`. */
export function pageRoutes(context: Context): Router {
  const { clients, rateLimits } = context;
  const router = createRouter();
  router.use('/forum', showErrorsToPeople);
  const findSite = judgeSite(context);
  const resource = resourcesOn(router, { judges: [findSite], preflight: answerOptions });
  const limitReads = limitBySubject(rateLimits.reads, clients);
  const onAnswer = noteViews(context);
  const answerWith = answerPages({ ...context, represent: representPage, callOf, onAnswer });
  for (const [path, kind] of Object.entries(createPages(context))) {
    const route = `/forum/:slug${path === '/' ? '' : path}`;
    resource(route, { get: [...limitReads, leaveSlash, answerWith(route, kind)] });
  }
  router.use('/forum/:slug', findSite, refuseUnknownPage);
  return router;
}

const refuseUnknownPage: RequestHandler = () => {
  throw noSuchPage();
};

/** Tells a page who views what it shows: not whoever asks for the head alone. */
function noteViews({ clients }: Pick<Context, 'clients'>) {
  return (kind: PageKind, { site, path }: PageCall) => {
    if (!kind.onViewed) return undefined;
    const viewed = { forumId: site.id, path };
    return (request: IncomingMessage) => {
      if (request.method === 'GET') kind.onViewed?.(viewed, addressBlock(clients.addressOf(request)));
    };
  };
}

/** What features get of a request that passed every judge. */
function callOf(request: Request, response: Response): PageCall {
  const { site } = response.locals as { site: Site };
  const { slug: _, ...path } = request.params as PathParameters;
  return { site, path, query: parseQuery(rawQueryString(request.url)) };
}
