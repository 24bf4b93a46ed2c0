import { type AnswerRequest, createRouter, errorsShownBy, resourcesOn } from '@guidepost/http';
import { type AnswerPage, answerOptions, createAnswerPage, noSuchPage, withoutSlash } from '@guidepost/pages';
import type { RequestHandler, Router } from 'express';
import type { Context } from '../context.ts';
import { trackViews } from '../views/track-views.ts';
import { createPageAdmission, type PageAdmission } from './admit.ts';
import type { PageCall, PageKind } from './page.ts';
import { createPages } from './pages.ts';
import { representPage } from './represent-page.ts';
import { servicePages } from './service/service-pages.ts';
import type { Site } from './site.ts';

export function pageRoutes(context: Context): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerOptions });
  const admission = createPageAdmission(context);
  const { clients } = context;
  const answerPage = createAnswerPage({
    ...context,
    represent: representPage,
    onAnswer: (kind: PageKind, { site, path }: PageCall) =>
      trackViews(kind.onViewed, { forumId: site.id, path }, clients.addressOf),
  });
  for (const [path, kind] of Object.entries(createPages(context))) {
    const route = `/forum/:slug${path === '/' ? '' : path}`;
    resource(route, { get: answerAdmitted(admission, answerPage(route, kind)) });
  }
  router.use('/forum/:slug', refuseUnknownPage(admission));
  router.use('/forum', () => {
    throw noSuchPage();
  });
  router.use('/forum', errorsShownBy(servicePages.representError));
  return router;
}

function answerAdmitted({ inSite, count }: PageAdmission, answer: AnswerPage<Site>): AnswerRequest {
  return (request, response) =>
    inSite(request, async (call) => {
      await count(request, response);
      return withoutSlash(request) ?? answer(request, call);
    });
}

function refuseUnknownPage({ inSite }: PageAdmission): RequestHandler {
  return (request) =>
    inSite(request, async () => {
      throw noSuchPage();
    });
}
