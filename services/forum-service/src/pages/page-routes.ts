import {
  type AnswerRequest,
  type BodyRule,
  createRouter,
  errorsShownBy,
  readBody,
  resourcesOn,
} from '@guidepost/http';
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
    resource(route, {
      get: answerAdmitted(admission, answerPage(route, kind)),
      ...(kind.submit && { post: answerSubmitted(admission, kind.submit) }),
    });
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

/** What was sent does not matter: the address says it all. */
const ANY_BODY: BodyRule = { accepts: () => true, expected: 'a form', maximumBytes: 10_000 };

function answerSubmitted(
  { inSite, count }: PageAdmission,
  submit: NonNullable<PageKind['submit']>,
): AnswerRequest {
  return (request, response) =>
    inSite(request, async (call) => {
      await count(request, response);
      await readBody(request, ANY_BODY);
      return representPage(call.site, await submit(call));
    });
}

function refuseUnknownPage({ inSite }: PageAdmission): RequestHandler {
  return (request) =>
    inSite(request, async () => {
      throw noSuchPage();
    });
}
