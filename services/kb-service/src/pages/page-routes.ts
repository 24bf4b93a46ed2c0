import type { IncomingMessage } from 'node:http';
import { type AnswerRequest, createRouter, resourcesOn, showErrorsBy } from '@guidepost/http';
import { createCountBySubject } from '@guidepost/http/limits';
import {
  answerOptions,
  asMarkdown,
  createAnswerPage,
  prefersMarkdown,
  withoutMarkdownEnding,
  withoutSlash,
} from '@guidepost/pages';
import { AppError, createSemaphore } from '@guidepost/service-kit';
import type { ErrorRequestHandler, Request, Router } from 'express';
import type { Context } from '../context.ts';
import { createPageAdmission, type PageAdmission } from './admit.ts';
import { categoryPage } from './category/category-page.ts';
import { contactChallenge, contactDeflection, contactMessages } from './contact/contact-endpoints.ts';
import { contactPage } from './contact/contact-page.ts';
import { robots, sitemap } from './crawlers.ts';
import { showErrorsOfSite } from './error-page.ts';
import { createWriteGuide, type WriteGuide } from './guide/guide-markdown.ts';
import { guidePage } from './guide/guide-page.ts';
import { voteForm } from './guide/vote-form.ts';
import { homePage } from './home/home-page.ts';
import { createReadPrefix } from './language-prefix.ts';
import { allGuidesPage, tagPage } from './list/list-pages.ts';
import { leadOnFromHome } from './old-addresses.ts';
import { ownStyle } from './own-style.ts';
import { handleForm, type PageCall, type PageForm, type PageKind, representPage } from './page.ts';
import { cardPages, mcpOfGuides } from './programs/mcp.ts';
import { outlinePage } from './programs/outline.ts';
import { wholeTextPage } from './programs/whole-text.ts';
import { showErrorsToScripts } from './script-answers.ts';
import { searchPage, searchSuggestions } from './search/search-page.ts';
import { createFrontPage, servicePages } from './service/front-page.ts';
import type { Site } from './site.ts';

const FOR_PEOPLE = /^\/(?:$|(?:site|guides|categories|tags|search|contact)(?:\/|$))/;

/**
 * The pages of public knowledge bases, by host name and below `/site/<host>`, and the front page at `/` of other
 * hosts.
 * @param apis paths below which nothing is a page
 */
export function pageRoutes(context: Context, apis: readonly string[]): Router {
  const router = createRouter();
  const admission = createPageAdmission(context);
  const resource = resourcesOn(router, { preflight: answerOptions });
  const answers = createAnswers(context, admission);
  const writeGuide = createWriteGuide(context);
  const mcp = mcpOfGuides({ ...context, writeGuide });
  // Its tools have the languages.
  for (const path of ['/mcp', '/site/:host/mcp']) resource(path, { post: mcp });
  router.use(createReadPrefix(context.knowledgeBases));
  for (const [path, kind] of Object.entries(createPages(context, writeGuide))) {
    for (const route of [path, `/site/:host${path === '/' ? '' : path}`]) {
      resource(route, {
        ...('read' in kind && { get: answers.page(route, kind) }),
        ...('post' in kind && { post: answers.form(kind) }),
      });
    }
  }
  router.use(async (request, response, next) => {
    if (!apis.some((path) => request.path.startsWith(path))) {
      await admission.refuseUnknown(request, response);
      if (isForPeople(request)) throw nothingHere();
    }
    next();
  });
  router.use(showErrorsToPeople);
  return router;
}

function createAnswers(context: Context, { admit }: PageAdmission) {
  const answerPage = createAnswerPage<Site, PageKind>({
    ...context,
    represent: representPage,
    onAnswer: (kind, call) => noteView(context, kind, call),
  });
  const countRead = createCountBySubject(context.rateLimits.reads, context.clients);
  const frontPage = createFrontPage(context);
  const withUploadSlot = createSemaphore(UPLOADS);
  const handle = (kind: PageForm, call: Parameters<typeof handleForm>[1]) =>
    isUpload(kind, call.request) ? withUploadSlot(() => handleForm(kind, call)) : handleForm(kind, call);
  return {
    page(route: string, kind: PageKind): AnswerRequest {
      const answerHtml = answerPage(route, kind);
      const inMarkdown = asMarkdown(kind);
      const answerMarkdown = inMarkdown && answerPage(`${route}.md`, inMarkdown);
      const answer = (request: Request, call: PageCall) => {
        const named = answerMarkdown && withoutMarkdownEnding(call, route.slice(route.lastIndexOf(':') + 1));
        if (named) return answerMarkdown(request, named);
        if (answerMarkdown && prefersMarkdown(request.headers.accept)) return answerMarkdown(request, call);
        return answerHtml(request, call);
      };
      return async (request, response) => {
        const call = await admit(request, response, kind);
        if (call && kind.isForScripts) return showErrorsToScripts(call.site, () => answerHtml(request, call));
        if (call) {
          return showErrorsOfSite(context, { site: call.site, request }, async () => {
            return (
              withoutSlash(request) ??
              (await leadOnFromHome(context, { site: call.site, request })) ??
              answer(request, call)
            );
          });
        }
        if (request.path !== '/') throw nothingHere();
        await countRead(request, response, undefined);
        return frontPage();
      };
    },
    form(kind: PageForm): AnswerRequest {
      return async (request, response) => {
        const call = await admit(request, response, kind);
        if (!call) throw nothingHere();
        const work = () => handle(kind, { ...call, response });
        return kind.isForScripts
          ? showErrorsToScripts(call.site, work)
          : showErrorsOfSite(context, { site: call.site, request }, work);
      };
    },
  };
}

/** Bodies with files are in memory until they are answered. */
const UPLOADS = {
  permits: 8,
  timeout: 5_000,
  message: 'Too many files are being sent at the moment.',
};

/** Bytes of a body that needs no slot. */
const SMALL_BODY = 100_000;

function isUpload({ mostUploadBytes }: PageForm, { headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return mostUploadBytes !== undefined && length > SMALL_BODY;
}

export function noteView({ readingCounts }: Context, { viewed }: PageKind, call: Omit<PageCall, 'request'>) {
  const guide = viewed?.(call);
  if (!guide) return undefined;
  const view = { knowledgeBaseId: call.site.id, ...guide };
  return (request: IncomingMessage) => readingCounts.countView(view, request);
}

/** // Errors before a site is known are pages of the service. */
const showErrorsToPeople: ErrorRequestHandler = async (error, request, _response, _next) => {
  await showErrorsBy(
    (shown) => (isForPeople(request) ? servicePages.representError(shown) : undefined),
    async () => {
      throw error;
    },
  );
};

function isForPeople({ path }: Request): boolean {
  return FOR_PEOPLE.test(path);
}

function nothingHere(): AppError {
  return new AppError('not-found', 'There is nothing at this address.');
}

export function createPages(
  context: Context,
  writeGuide: WriteGuide = createWriteGuide(context),
): Readonly<Record<string, PageKind | PageForm>> {
  return {
    '/': homePage(context),
    '/categories/:category': categoryPage(context),
    '/tags/:tag': tagPage(context),
    '/guides': allGuidesPage(context),
    '/guides/:guide': guidePage({ ...context, writeGuide }),
    '/guides/:guide/vote': voteForm(context),
    '/search': searchPage(context),
    '/search/suggestions': searchSuggestions(context),
    '/contact': contactPage(context),
    '/contact/challenge': contactChallenge(context),
    '/contact/messages': contactMessages(context),
    '/contact/answered': contactDeflection(context),
    '/look/:hash/style.css': ownStyle,
    ...cardPages(context),
    '/llms.txt': outlinePage(context),
    '/llms-full.txt': wholeTextPage({ ...context, writeGuide }),
    '/sitemap.xml': sitemap(context),
    '/robots.txt': robots(context),
  };
}
