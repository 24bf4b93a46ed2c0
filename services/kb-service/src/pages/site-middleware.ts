import { noSuchPage } from '@guidepost/pages';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Context } from '../context.ts';
import { MOUNTS } from '../http/json-api/mount.ts';
import type { ShowError } from '../http/represent-failure.ts';
import { representError } from './errors/error-page.ts';
import { servicePages } from './service/service-pages.ts';
import { createFindSite, type Site } from './site.ts';

const BELOW_SITE = /^\/site\/([^/]+)/;

/** What people ask for, be it there or not. */
const FOR_PEOPLE = /^\/(?:$|(?:site|guides|categories|tags|search)(?:\/|$))/;

/** What requests meet before the pages of a site. */
interface SiteMiddleware {
  /**
   * Leaves the site for whoever comes after, and says how its errors look. Where the host names none, the service's own
   * pages have their turn.
   */
  judgeSite: RequestHandler;
  /** The same for whatever else a site is asked for, so that it says in its own words that it is not there. */
  judgeUnknownPage: RequestHandler;
}

export function createSiteMiddleware(context: Context): SiteMiddleware {
  const findSite = createFindSite(context.knowledgeBases);

  function setSite(request: Request, response: Response, site: Site): void {
    const showError: ShowError = (error) => representError(context, { site, path: request.path, error });
    Object.assign(response.locals, { site, showError });
  }

  return {
    async judgeSite(request, response, next) {
      const host = request.params.host as string | undefined;
      const site = await findSite({ host, hostHeader: request.headers.host });
      if (!site && host === undefined) return next('router');
      if (!site) throw noSuchPage();
      setSite(request, response, site);
      next();
    },
    async judgeUnknownPage(request, response, next) {
      if (MOUNTS.some(({ path }) => request.path.startsWith(path))) return next('router');
      const [, host] = BELOW_SITE.exec(request.path) ?? [];
      const site = await findSite({ host, hostHeader: request.headers.host });
      if (!site) return next('router');
      setSite(request, response, site);
      next();
    },
  };
}

/** Until a site is found whose words say it better. */
export function showErrorsToPeople(request: Request, response: Response, next: NextFunction): void {
  if (FOR_PEOPLE.test(request.path)) response.locals.showError = servicePages.representError;
  next();
}
