import {
  type AnswerRequest,
  type BodyRule,
  createRouter,
  errorsShownBy,
  type Representation,
  readBody,
  resourcesOn,
} from '@guidepost/http';
import {
  type AnswerPage,
  answerOptions,
  asMarkdown,
  createAnswerPage,
  leadTo,
  noSuchPage,
  prefersMarkdown,
  withoutMarkdownEnding,
  withoutSlash,
} from '@guidepost/pages';
import type { Request, RequestHandler, Router } from 'express';
import type { Context } from '../context.ts';
import { trackViews } from '../counts/views.ts';
import { createPageAdmission, type PageAdmission } from './admit.ts';
import { createAnswerForms } from './answer-forms.ts';
import type { PageCall, PageKind } from './page-kind.ts';
import { createPages } from './page-table.ts';
import { mcpOfForum } from './programs/mcp.ts';
import { representPage, servicePages } from './represent-page.ts';
import type { Site } from './site.ts';

/** The rest of a path after the slug, however that is encoded. */
const BELOW_FORUM = /^\/forum\/[^/?]+([/?].*)?$/s;

const OTHERS = /^\/(?:forum(?:\/|$)|robots\.txt$)/;

/** @param posts how posts of members are answered, by the path of the page that they are sent to */
export function pageRoutes(context: Context, posts: Readonly<Record<string, AnswerRequest>> = {}): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight: answerOptions });
  const admission = createPageAdmission(context);
  const { clients } = context;
  const { answerSent, answerChange } = createAnswerForms(context, admission);
  router.use(servePagesByHost(context));
  resource('/forum/:slug/mcp', { post: mcpOfForum(context) });
  const answerPage = createAnswerPage({
    ...context,
    represent: representPage,
    onAnswer: (kind: PageKind, { site, path }: Omit<PageCall, 'request'>) =>
      trackViews(kind.onViewed, { forumId: site.id, path }, clients.addressOf),
  });
  const answersOf = (route: string, { keptAs, ...kind }: PageKind): PageAnswers => {
    const inMarkdown = asMarkdown({ ...kind, ...(keptAs && { keptAs }) });
    return {
      forAnybody: answerPage(route, { ...kind, ...(keptAs && { keptAs }) }),
      forMember: answerPage(route, kind),
      forProgram: inMarkdown && answerPage(`${route}.md`, inMarkdown),
    };
  };
  const answerForm = ({ submit, send, change }: PageKind) =>
    (submit && answerSubmitted(admission, submit)) ??
    (send && answerSent(send)) ??
    (change && answerChange(change));
  for (const [path, kind] of Object.entries(createPages(context))) {
    const route = `/forum/:slug${path === '/' ? '' : path}`;
    const post = posts[path] ?? answerForm(kind);
    resource(route, { get: answerAdmitted(admission, kind, answersOf(route, kind)), ...(post && { post }) });
  }
  router.use('/forum/:slug', refuseUnknownPage(admission));
  router.use('/forum', () => {
    throw noSuchPage();
  });
  router.use('/forum', errorsShownBy(servicePages.representError));
  return router;
}

/** Leads requests by a forum's own host name to its pages below `/forum/:slug`. */
function servePagesByHost({ forumsByHost }: Pick<Context, 'forumsByHost'>): RequestHandler {
  return async (request, _response, next) => {
    const forum = OTHERS.test(request.path) ? undefined : await forumsByHost.find(request.headers.host);
    if (forum) request.url = `/forum/${forum.slug}${request.url}`;
    next();
  };
}

interface PageAnswers {
  forAnybody: AnswerPage<Site>;
  /** Kept nowhere. */
  forMember: AnswerPage<Site>;
  /** In Markdown. */
  forProgram: AnswerPage<Site> | undefined;
}

function answerAdmitted(
  { inSite, count }: PageAdmission,
  kind: PageKind,
  { forAnybody, forMember, forProgram }: PageAnswers,
): AnswerRequest {
  return (request, response) =>
    inSite(
      request,
      async (call) => {
        await count(request, response);
        const moved = toOwnHost(request, call) ?? withoutSlash(asSent(request));
        if (moved) return moved;
        if (forProgram) {
          const asked =
            withoutMarkdownEnding(call, 'id') ?? (prefersMarkdown(request.headers.accept) && call);
          if (asked) return forProgram(request, asked);
        }
        return (call.site.member ? forMember : forAnybody)(request, call);
      },
      kind,
    );
}

/** Without the path that a forum's own host name stands for. */
function asSent({ originalUrl }: Request): { path: string; url: string } {
  const [path = '/'] = originalUrl.split('?', 1);
  return { path, url: originalUrl };
}

/** A forum with a host name of its own has its pages there only. */
function toOwnHost({ originalUrl }: Request, { site }: PageCall): Representation | undefined {
  const { base, addresses, forum } = site;
  if (forum.host === '' || base === '') return undefined;
  const [, rest = ''] = BELOW_FORUM.exec(originalUrl) ?? [];
  return leadTo(301, addresses.home + rest);
}

/** The body does not matter: the address says it all. */
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
