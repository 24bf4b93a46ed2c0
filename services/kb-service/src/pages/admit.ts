import { createCountBySubject } from '@guidepost/access';
import { type PathParameters, parseQuery, rawQueryString } from '@guidepost/http';
import { noSuchPage } from '@guidepost/pages';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { showErrorsOfSite } from './errors/error-page.ts';
import type { PageCall } from './page.ts';
import { createFindSite } from './site.ts';
import { refuseOtherSites } from './take-form.ts';

const BELOW_SITE = /^\/site\/([^/]+)/;

export type PageRequest = Request<PathParameters>;

/** Where requests for pages are let in: the site, whether another site sent a form, limits. */
export interface Gate {
  /** Undefined where neither path nor host name a site: then it is the turn of the service's own pages. */
  admit(request: PageRequest, response: Response): Promise<PageCall | undefined>;
  /**
   * Any other address, of which a site says in its own words that it is not there.
   * @throws AppError `not-found` unless no site is meant
   */
  refuseUnknown(request: Request, response: Response): Promise<void>;
}

export function createGate(context: Context): Gate {
  const { knowledgeBases, rateLimits, clients } = context;
  const findSite = createFindSite(knowledgeBases);
  const countRead = createCountBySubject(rateLimits.reads, clients);
  const countVote = createCountBySubject(rateLimits.votes, clients);
  return {
    async admit(request, response) {
      const { host } = request.params;
      const site = await findSite({ host, hostHeader: request.headers.host });
      if (!site && host === undefined) return undefined;
      if (!site) throw noSuchPage();
      return showErrorsOfSite(context, { site, path: request.path }, async () => {
        const isForm = request.method === 'POST';
        if (isForm) refuseOtherSites(request);
        await (isForm ? countVote : countRead)(request, response, undefined);
        return { site, path: request.params, query: parseQuery(rawQueryString(request.url)) };
      });
    },
    async refuseUnknown(request, response) {
      const [, host] = BELOW_SITE.exec(request.path) ?? [];
      const site = await findSite({ host, hostHeader: request.headers.host });
      if (!site) return;
      await showErrorsOfSite(context, { site, path: request.path }, async () => {
        // The error page searches for what is alike, so this is limited as other reading is.
        await countRead(request, response, undefined);
        throw noSuchPage();
      });
    },
  };
}
