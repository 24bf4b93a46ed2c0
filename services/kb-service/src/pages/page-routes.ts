import { createRouter, type PathParameters, parseQuery, rawQueryString, resourcesOn } from '@guidepost/http';
import { answerOptions, answerPages, leaveSlash, noSuchPage } from '@guidepost/pages';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Context } from '../context.ts';
import { limitReads, limitVotes } from '../http/limit-middleware.ts';
import { refuseOtherSites, takeForm } from './form-middleware.ts';
import type { PageCall } from './page.ts';
import { createPages } from './pages.ts';
import { representPage } from './represent-page.ts';
import type { Site } from './site.ts';
import { createSiteMiddleware, showErrorsToPeople } from './site-middleware.ts';

/** The pages of every public knowledge base: by its host name, and below `/site/<host>`. */
export function pageRoutes(context: Context): Router {
  const router = createRouter();
  const { judgeSite, judgeUnknownPage } = createSiteMiddleware(context);
  const resource = resourcesOn(router, { judges: [judgeSite], preflight: answerOptions });
  const answerWith = answerPages({ ...context, represent: representPage, callOf });
  router.use(showErrorsToPeople);
  for (const [path, kind] of Object.entries(createPages(context))) {
    for (const route of [path, `/site/:host${path === '/' ? '' : path}`]) {
      resource(route, {
        ...('read' in kind && { get: [...limitReads(context), leaveSlash, answerWith(route, kind)] }),
        ...('post' in kind && { post: [refuseOtherSites, ...limitVotes(context), takeForm(kind, callOf)] }),
      });
    }
  }
  // What might be meant is searched for, so this is limited as other reading is.
  router.use(judgeUnknownPage, ...limitReads(context), refuseUnknownPage);
  return router;
}

const refuseUnknownPage: RequestHandler = () => {
  throw noSuchPage();
};

/** What features get of a request that passed every judge. */
function callOf(request: Request, response: Response): PageCall {
  const { site } = response.locals as { site: Site };
  const path = request.params as PathParameters;
  return { site, path, query: parseQuery(rawQueryString(request.url)) };
}
