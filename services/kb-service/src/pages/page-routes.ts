import {
  createRouter,
  type PathParameters,
  parseQuery,
  rawQueryString,
  resourcesOn,
  sendRepresentation,
} from '@guidepost/http';
import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import type { ShowError } from '../answer-errors.ts';
import type { Context } from '../context.ts';
import { MOUNTS } from '../json-api/mount.ts';
import { limitReads, limitVotes } from '../rate-limits/limit-middleware.ts';
import { representServiceError } from '../service-pages/service-page.ts';
import { representError } from './errors/error-page.ts';
import { refuseOtherSites, takeForm } from './form-middleware.ts';
import type { PageCall, PageKind } from './page.ts';
import { noSuchPage } from './page-errors.ts';
import { answerOptions, leadTo } from './page-headers.ts';
import { createPageReader } from './page-reader.ts';
import { createPages } from './pages.ts';
import { createFindSite, type FindSite, type Site } from './site.ts';

const BELOW_SITE = /^\/site\/([^/]+)/;

/** What people ask for, be it there or not. */
const FOR_PEOPLE = /^\/(?:site|guides|categories|tags|search)(?:\/|$)/;

/** The pages of every public knowledge base: by its host name, and below `/site/<host>`. */
export function pageRoutes(context: Context): Router {
  const router = createRouter();
  const findSite = createFindSite(context.knowledgeBases);
  const resource = resourcesOn(router, { judges: [judgeSite(findSite)], preflight: answerOptions });
  const readPage = createPageReader();
  const answerWith = (path: string, kind: PageKind) => async (request: Request, response: Response) => {
    sendRepresentation(request, response, await readPage(path, kind, callOf(request, response)));
  };
  router.use(showErrorsToPeople);
  for (const [path, kind] of Object.entries(createPages(context))) {
    const handlers = {
      ...('read' in kind && { get: [...limitReads(context), leaveSlash, answerWith(path, kind)] }),
      ...('post' in kind && { post: [refuseOtherSites, ...limitVotes(context), takeForm(kind, callOf)] }),
    };
    resource(path, handlers);
    resource(`/site/:host${path === '/' ? '' : path}`, handlers);
  }
  router.use(refuseUnknownPage(findSite));
  return router;
}

/** What features get of a request that passed every judge. */
function callOf(request: Request, response: Response): PageCall {
  const { site } = response.locals as { site: Site };
  const path = request.params as PathParameters;
  return { site, path, query: parseQuery(rawQueryString(request.url)) };
}

/** Until a site is found whose words say it better. */
function showErrorsToPeople(request: Request, response: Response, next: NextFunction): void {
  if (FOR_PEOPLE.test(request.path)) response.locals.showError = representServiceError;
  next();
}

/**
 * Leaves the site for whoever comes after, and says how its errors look. Where the host names none, the service's own
 * pages have their turn.
 */
function judgeSite(findSite: FindSite): RequestHandler {
  return async (request, response, next) => {
    const host = request.params.host as string | undefined;
    const site = await findSite({ host, hostHeader: request.headers.host });
    if (!site && host === undefined) return next('router');
    if (!site) throw noSuchPage();
    enterSite(response, site);
    next();
  };
}

/** Where an address ends in a slash the relative links of a guide would lead below it. */
const leaveSlash: RequestHandler = (request, response, next) => {
  const { path } = request;
  if (path === '/' || !path.endsWith('/')) return next();
  const query = rawQueryString(request.url);
  const location = path.slice(0, -1) + (query && `?${query}`);
  sendRepresentation(request, response, leadTo(301, location));
};

/** Whatever else a site is asked for, it says in its own words that it is not there. */
function refuseUnknownPage(findSite: FindSite): RequestHandler {
  return async (request, response, next) => {
    if (MOUNTS.some(({ path }) => request.path.startsWith(path))) return next();
    const [, host] = BELOW_SITE.exec(request.path) ?? [];
    const site = await findSite({ host, hostHeader: request.headers.host });
    if (!site) return next();
    enterSite(response, site);
    throw noSuchPage();
  };
}

function enterSite(response: Response, site: Site): void {
  const showError: ShowError = async (error) => representError(site, error);
  Object.assign(response.locals, { site, showError });
}
