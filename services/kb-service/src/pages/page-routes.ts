import type { IncomingMessage } from 'node:http';
import { type AnswerRequest, createRouter, resourcesOn, showErrorsBy } from '@guidepost/http';
import { createCountBySubject } from '@guidepost/http/limits';
import { fill } from '@guidepost/i18n';
import { answerOptions, createAnswerPage, type Head, siteRecord, withoutSlash } from '@guidepost/pages';
import type { ContentReads } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { ErrorRequestHandler, Request, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { type Contents, readContents } from '../content/topics.ts';
import type { Context } from '../context.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { listMostHelpful } from '../readers/votes.ts';
import { createPageAdmission, type PageAdmission } from './admit.ts';
import { categoryPage } from './category/category-page.ts';
import { robots, sitemap } from './crawlers.ts';
import { showErrorsOfSite } from './error-page.ts';
import { guidePage } from './guide/guide-page.ts';
import { voteForm } from './guide/vote-form.ts';
import { allGuidesPage, tagPage } from './list/list-pages.ts';
import { leadOnFromHome } from './old-addresses.ts';
import { handleForm, type PageCall, type PageForm, type PageKind, representPage } from './page.ts';
import { searchPage, searchSuggestions } from './search/search-page.ts';
import { createFrontPage, servicePages } from './service/front-page.ts';
import type { Site } from './site.ts';

const MAX_CACHED = 50_000;

const FOR_PEOPLE = /^\/(?:$|(?:site|guides|categories|tags|search)(?:\/|$))/;

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
  for (const [path, kind] of Object.entries(createPages(context))) {
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
  return {
    page(route: string, kind: PageKind): AnswerRequest {
      const answer = answerPage(route, kind);
      return async (request, response) => {
        const call = await admit(request, response);
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
        const call = await admit(request, response);
        if (!call) throw nothingHere();
        return showErrorsOfSite(context, { site: call.site, request }, () => handleForm(kind, call, request));
      };
    },
  };
}

function noteView({ readingCounts }: Context, { viewed }: PageKind, call: Omit<PageCall, 'request'>) {
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

export function createPages(context: Context): Readonly<Record<string, PageKind | PageForm>> {
  return {
    '/': homePage(context),
    '/categories/:category': categoryPage(context),
    '/tags/:tag': tagPage(context),
    '/guides': allGuidesPage(context),
    '/guides/:guide': guidePage(context),
    '/guides/:guide/vote': voteForm(context),
    '/search': searchPage(context),
    '/search/suggestions': searchSuggestions(context),
    '/sitemap.xml': sitemap(context),
    '/robots.txt': robots(context),
  };
}

/** `/`. Votes do not raise the revision, so the page is made for each request; everything else is cached. */
function homePage({
  database,
  content: reads,
  siteAddress,
}: Pick<Context, 'database' | 'content' | 'siteAddress'>): PageKind {
  const readOnce = createContentsReader(reads);
  return {
    async read({ site }) {
      const { knowledgeBase } = site;
      const contents = await readOnce(knowledgeBase);
      const helpful = await listMostHelpful(database, knowledgeBase.id);
      const hasMoreOthers = contents.other_total > contents.others.length;
      return {
        template: 'home/home',
        head: headOf(site, siteAddress(knowledgeBase.host)),
        content: { ...contents, hasMoreOthers, helpful, hasOwnSearch: true },
      };
    },
  };
}

function createContentsReader(reads: ContentReads): (knowledgeBase: KnowledgeBase) => Promise<Contents> {
  const cache = new LRUCache<string, Contents>({ maxSize: MAX_CACHED, sizeCalculation: countNames });
  return async (knowledgeBase) => {
    const { id, revision } = knowledgeBase;
    const key = `${id} ${revision}`;
    const found = cache.get(key);
    if (found) return found;
    const read = await readContents(reads.of(knowledgeBase), knowledgeBase);
    cache.set(key, read);
    return read;
  };
}

function countNames({ topics, others }: Contents): number {
  const names = topics.map(({ guides, subtopics }) => 1 + guides.length + subtopics.length);
  return names.reduce((sum, count) => sum + count, 1 + others.length);
}

function headOf(site: Site, address: string | undefined): Head {
  const { organization, phrasing } = site;
  return {
    description: fill(phrasing.words.siteDescription, { organization }),
    address,
    records: address === undefined ? [] : [siteRecord(site, address)],
  };
}
