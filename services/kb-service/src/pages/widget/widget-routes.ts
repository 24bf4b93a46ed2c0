import {
  createRouter,
  errorsShownBy,
  type PathParameters,
  parseQuery,
  preflight,
  rawQueryString,
  resourcesOn,
} from '@guidepost/http';
import { createCountBySubject } from '@guidepost/http/limits';
import { nearestLanguage, parseLanguageTag } from '@guidepost/i18n/language-tag';
import { createAnswerPage, noSuchPage } from '@guidepost/pages';
import type { Request, Response, Router } from 'express';
import type { Context } from '../../context.ts';
import { type PageCall, type PageKind, representPage } from '../page.ts';
import { noteView } from '../page-routes.ts';
import { createFindSite, phrasingOf, type Site } from '../site.ts';
import { guideAnswer } from './guide-answer.ts';
import { WIDGET_HEADERS, widgetFailure } from './widget-headers.ts';
import { loaderFile, searchAnswer, startAnswer, suggestionsAnswer, versionFile } from './widget-pages.ts';

type WidgetRequest = Request<PathParameters>;

/**
 * Addresses that the widget loads, by host name and below `/site/<host>`: content that everyone may read, in the
 * nearest language of the one that the page names.
 */
export function widgetRoutes(context: Context): Router {
  const router = createRouter();
  const resource = resourcesOn(router, {
    preflight: (methods) => preflight({ methods, allowedHeaders: [], headers: WIDGET_HEADERS }),
  });
  const admit = createAdmit(context);
  const answerPage = createAnswerPage<Site, PageKind>({
    ...context,
    represent: representPage,
    onAnswer: (kind, call) => noteView(context, kind, call),
  });
  for (const [path, kind] of Object.entries(widgetPages(context))) {
    for (const route of [path, `/site/:host${path}`]) {
      const answer = answerPage(route, kind);
      resource(route, { get: async (request, response) => answer(request, await admit(request, response)) });
    }
  }
  router.use(
    errorsShownBy((error, { request }) => {
      const asked = parseQuery(rawQueryString(request.url)).first('language');
      const { words } = phrasingOf(parseLanguageTag(asked ?? '') ?? 'en');
      return widgetFailure(error, words, request.path.includes('/widget/guides/'));
    }),
  );
  return router;
}

export function widgetPages(context: Context): Readonly<Record<string, PageKind>> {
  return {
    '/widget.js': loaderFile,
    '/widget/versions/:version/widget.js': versionFile('loader', context),
    '/widget/versions/:version/panel.js': versionFile('panel', context),
    '/widget/start': startAnswer(context),
    '/widget/search': searchAnswer(context),
    '/widget/suggestions': suggestionsAnswer(context),
    '/widget/guides/:guide': guideAnswer(context),
  };
}

function createAdmit({ knowledgeBases, rateLimits, clients }: Context) {
  const findSite = createFindSite(knowledgeBases);
  const countRead = createCountBySubject(rateLimits.reads, clients);
  return async (request: WidgetRequest, response: Response): Promise<PageCall> => {
    const { host } = request.params;
    const hostHeader = request.headers.host;
    const query = parseQuery(rawQueryString(request.url));
    const main = await findSite({ host, hostHeader });
    if (!main) throw noSuchPage();
    await countRead(request, response, undefined);
    const language = nearestTo(query.first('language'), main);
    const inLanguage =
      language === main.language
        ? main
        : await findSite({ host, hostHeader, language: language.toLowerCase() });
    return { site: inLanguage ?? main, path: request.params, query, request };
  };
}

/** Pages name languages as they like: what is none counts as the main one. */
function nearestTo(asked: string | undefined, { language, knowledgeBase }: Site): string {
  const tag = parseLanguageTag(asked ?? '');
  return tag === undefined
    ? language
    : nearestLanguage(
        tag,
        knowledgeBase.languages.map((each) => each.language),
      );
}
