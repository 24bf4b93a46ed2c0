import { createCountBySubject } from '@guidepost/access';
import { type PathParameters, parseQuery, rawQueryString, showErrorsBy } from '@guidepost/http';
import { noSuchPage } from '@guidepost/pages';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { representError } from './errors/error-page.ts';
import type { PageCall } from './page.ts';
import { pageBaseOf } from './page-base.ts';
import { siteOf } from './site.ts';

/** The single entry point for requests to a forum's pages. */
export interface PageAdmission {
  /** Runs `work` for the site in the path; errors become pages of the site. */
  inSite<Result>(request: Request, work: (call: PageCall) => Promise<Result>): Promise<Result>;
  count(request: Request, response: Response): Promise<void>;
}

export function createPageAdmission(
  context: Pick<Context, 'forums' | 'config' | 'database' | 'rateLimits' | 'clients'>,
): PageAdmission {
  const { forums, config, rateLimits, clients } = context;
  const countRead = createCountBySubject(rateLimits.reads, clients);
  return {
    async inSite(request, work) {
      const { slug, ...path } = request.params as PathParameters;
      const forum = await forums.find(String(slug));
      if (!forum) throw noSuchPage();
      const { originalUrl: target, headers } = request;
      const site = siteOf(forum, config.PUBLIC_URL, pageBaseOf(forum, { target, header: headers.host }));
      const call = { site, path, query: parseQuery(rawQueryString(request.url)), request };
      return showErrorsBy(
        (error) => representError(context, site, error),
        () => work(call),
      );
    },
    count: (request, response) => countRead(request, response, undefined),
  };
}
