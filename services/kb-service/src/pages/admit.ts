import { type PathParameters, parseQuery, rawQueryString } from '@guidepost/http';
import { createCountBySubject } from '@guidepost/http/limits';
import { noSuchPage } from '@guidepost/pages';
import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { showErrorsOfSite } from './error-page.ts';
import { languageOf } from './language-prefix.ts';
import { type PageCall, type PageForm, refuseOtherSites } from './page.ts';
import { showErrorsToScripts } from './script-answers.ts';
import { createFindSite } from './site.ts';

const BELOW_SITE = /^\/site\/([^/]+)/;

export type PageRequest = Request<PathParameters>;

/** How a page's errors are shown, and who may send its form. */
type AdmittedPage = Pick<PageForm, 'isForScripts'>;

/** Admits requests for pages: finds the site, refuses forms of other sites, and counts requests. */
export interface PageAdmission {
  /** Undefined if neither path nor host name a site; the service's own pages answer then. */
  admit(request: PageRequest, response: Response, page?: AdmittedPage): Promise<PageCall | undefined>;
  /** Answers an unknown path of a site. @throws AppError `not-found` unless no site is meant */
  refuseUnknown(request: Request, response: Response): Promise<void>;
}

export function createPageAdmission(context: Context): PageAdmission {
  const { knowledgeBases, rateLimits, clients } = context;
  const findSite = createFindSite(knowledgeBases);
  const countRead = createCountBySubject(rateLimits.reads, clients);
  const countVote = createCountBySubject(rateLimits.votes, clients);
  return {
    async admit(request, response, { isForScripts = false } = {}) {
      const { host } = request.params;
      const site = await findSite({ host, hostHeader: request.headers.host, language: languageOf(request) });
      if (!site && host === undefined) return undefined;
      if (!site) throw noSuchPage();
      const work = async () => {
        const isForm = request.method === 'POST';
        if (isForm && !isForScripts) refuseOtherSites(request);
        await (isForm ? countVote : countRead)(request, response, undefined);
        return { site, path: request.params, query: parseQuery(rawQueryString(request.url)), request };
      };
      return isForScripts
        ? showErrorsToScripts(site, work)
        : showErrorsOfSite(context, { site, request }, work);
    },
    async refuseUnknown(request, response) {
      const [, host] = BELOW_SITE.exec(request.path) ?? [];
      const site = await findSite({ host, hostHeader: request.headers.host, language: languageOf(request) });
      if (!site) return;
      await showErrorsOfSite(context, { site, request }, async () => {
        // Counted as a read, because the error page runs a search.
        await countRead(request, response, undefined);
        throw noSuchPage();
      });
    },
  };
}
