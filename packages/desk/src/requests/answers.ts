import type { IncomingHttpHeaders } from 'node:http';
import {
  type AnswerRequest,
  type HttpError,
  type MultipartForm,
  parseQuery,
  type Representation,
  type ResourceHandlers,
  rawQueryString,
  readForm,
  showErrorsBy,
} from '@guidepost/http';
import { type DeskPhrasing, LANGUAGES } from '@guidepost/i18n';
import { leadTo } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import { isLoopback, type Role } from '@guidepost/staff';
import type { Request, Response } from 'express';
import type { DeskOptions } from '../desk-options.ts';
import { errorView, notSavedView, type RepresentView, type Surroundings } from '../layout/desk-views.ts';
import { addressAfter, readNotice } from '../layout/view.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { DeskCall, DeskEndpoint, DeskPage, DeskTenant, Outcome, PersonCall, Visit } from './calls.ts';
import {
  checkScriptToken,
  MAX_FORM_BYTES,
  NO_FILES,
  NotSaved,
  readSessionForm,
  refuseOtherSites,
} from './forms.ts';
import { representScriptError } from './problems.ts';

/** Further codes that browsers ask for, and the languages that they get. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

const ACCEPTED = [...LANGUAGES, ...Object.keys(ALIASES)];

/** Turns a visit into a call; undefined if the visitor has to sign in first. */
type Admit<Call, Words extends object> = (
  visit: Visit<Words>,
  roles?: readonly Role[],
) => Promise<Call | undefined>;

/** Answers requests for pages, by who may see them. */
export interface DeskAnswers<Tenant extends DeskTenant, Words extends object> {
  forAnybody(page: DeskPage<Visit<Words>>): ResourceHandlers;
  /** For links in mail: their forms may come from anywhere. */
  forMail(page: DeskPage<Visit<Words>>): ResourceHandlers;
  forPeople(page: DeskPage<PersonCall<Words>>): ResourceHandlers;
  forStaff(page: DeskPage<DeskCall<Tenant, Words>>): ResourceHandlers;
  forScripts(endpoint: DeskEndpoint<DeskCall<Tenant, Words>>): ResourceHandlers;
  /** For scripts of people's own pages. */
  forPersonScripts(endpoint: DeskEndpoint<PersonCall<Words>>): ResourceHandlers;
  /** For scripts of the sign-in page: without a session there is no token. */
  forVisitorScripts(endpoint: DeskEndpoint<Visit<Words>>): ResourceHandlers;
}

export interface AnswersOptions<Tenant extends DeskTenant, Words extends object>
  extends Pick<
    DeskOptions<Tenant, Words>,
    'service' | 'deskUrl' | 'findTenant' | 'afterChange' | 'sections' | 'phrasingOf'
  > {
  sessions: BrowserSessions;
  represent: RepresentView;
}

export function createDeskAnswers<Tenant extends DeskTenant, Words extends object>(
  options: AnswersOptions<Tenant, Words>,
): DeskAnswers<Tenant, Words> {
  const { service, deskUrl, findTenant, sections, sessions, represent } = options;

  const admitPerson: Admit<PersonCall<Words>, Words> = async ({ session, ...visit }) =>
    session && { ...visit, session };

  const admitStaff: Admit<DeskCall<Tenant, Words>, Words> = async (visit, roles) => {
    const call = await admitPerson(visit);
    if (!call) return undefined;
    const tenant = await findTenant(String(visit.path.tenant));
    const membership = call.session.memberships.find(({ tenantId }) => tenantId === tenant?.id);
    if (!tenant || !membership) throw new AppError('not-found', 'There is nothing at this address.');
    const { role } = membership;
    if (roles && !roles.includes(role)) throw new AppError('forbidden', 'Your role does not allow this.');
    return { ...call, tenant, role, base: `/desk/${service}/${encodeURIComponent(tenant.key)}` };
  };

  function surroundingsOf(
    call: Visit<Words> & Partial<Pick<DeskCall<Tenant, Words>, 'tenant' | 'base' | 'role'>>,
  ): Surroundings {
    const { session, tenant, base, role, phrasing, query } = call;
    return {
      phrasing,
      tenant,
      base,
      ...(session && {
        token: session.formToken,
        person: { ...session.person, memberships: session.memberships },
        notice: readNotice(query, phrasing.words, session.formToken),
      }),
      sections: role ? sections(phrasing, role) : [],
    };
  }

  function show(call: Visit<Words>, outcome: Outcome): Representation {
    if ('template' in outcome) return represent(outcome, surroundingsOf(call));
    if ('seeOther' in outcome) return redirectTo(addressAfter(outcome, call.session?.formToken ?? ''));
    return outcome;
  }

  /** Makes a change, and shows it at once if it is one of a tenant. */
  async function change<Result>(
    { tenant }: Visit<Words> & Partial<Pick<DeskCall<Tenant, Words>, 'tenant'>>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const result = await work();
    if (tenant) await options.afterChange(tenant);
    return result;
  }

  async function open(request: Request, response: Response): Promise<Visit<Words>> {
    const visit = visitOf(request, response, options.phrasingOf);
    return { ...visit, session: await sessions.find(request, response) };
  }

  /** Shows errors as pages, with what was known when they came. */
  function answering(
    work: (visit: Visit<Words>, note: (call: Visit<Words>) => void) => Promise<Representation>,
  ) {
    const answer: AnswerRequest = async (request, response) => {
      const visit = await open(request, response);
      let known = visit;
      return showErrorsBy(
        (error) => represent(errorView(error, visit), surroundingsOf(known)),
        () => {
          requireOwnAddress(request.headers, deskUrl);
          return work(visit, (call) => {
            known = call;
          });
        },
      );
    };
    return answer;
  }

  function handlersOf<Call extends Visit<Words>>(
    page: DeskPage<Call>,
    admit: Admit<Call, Words>,
    readPageForm: (visit: Visit<Words>) => Promise<MultipartForm>,
  ): ResourceHandlers {
    const { read, post, roles } = page;
    const get =
      read &&
      answering(async (visit, note) => {
        const call = await admit(visit, roles);
        if (!call) return signInFirst(visit.request);
        note(call);
        return show(call, await read.call(page, call));
      });
    const send =
      post &&
      answering(async (visit, note) => {
        const sent = await readPageForm(visit).catch((error) => {
          if (error instanceof NotSaved) return error;
          throw error;
        });
        if (sent instanceof NotSaved) return show(visit, notSavedView(sent, visit));
        const call = await admit(visit, roles);
        if (!call) return signInFirst(visit.request);
        note(call);
        return show(call, await change(call, () => post.call(page, { ...call, ...sent })));
      });
    return { ...(get && { get }), ...(send && { post: send }) };
  }

  return {
    forAnybody: (page) =>
      handlersOf(
        page,
        async (visit) => visit,
        async ({ request }) => {
          refuseOtherSites(request);
          const form = await readForm(request, page.maximumBytes ?? MAX_FORM_BYTES);
          return { form, files: NO_FILES };
        },
      ),
    forMail: (page) =>
      handlersOf(
        page,
        async (visit) => visit,
        async ({ request }) => ({ form: await readForm(request, MAX_FORM_BYTES), files: NO_FILES }),
      ),
    forPeople: (page) =>
      handlersOf(page, admitPerson, ({ request, session }) =>
        readSessionForm(request, session, page.maximumBytes),
      ),
    forStaff: (page) =>
      handlersOf(page, admitStaff, ({ request, session }) =>
        readSessionForm(request, session, page.maximumBytes),
      ),
    forScripts: (endpoint) => scriptHandlersOf(endpoint, admitStaff),
    forPersonScripts: (endpoint) => scriptHandlersOf(endpoint, admitPerson),
    forVisitorScripts: (endpoint) => scriptHandlersOf(endpoint, async (visit) => visit, false),
  };

  function scriptHandlersOf<Call extends Visit<Words>>(
    { get, send, roles }: DeskEndpoint<Call>,
    admit: Admit<Call, Words>,
    isPersonal = true,
  ): ResourceHandlers {
    const answer =
      (work: (call: Call) => Promise<Representation>, changes: boolean): AnswerRequest =>
      async (request, response) => {
        const visit = visitOf(request, response, options.phrasingOf);
        const show = (error: HttpError) => representScriptError(error, visit.phrasing);
        return showErrorsBy(show, async () => {
          requireOwnAddress(request.headers, deskUrl);
          const call = await admit(await open(request, response), roles);
          if (!call) throw new AppError('unauthorized', 'You have been signed out.');
          if (changes) refuseOtherSites(request);
          if (changes && isPersonal && call.session) checkScriptToken(request, call.session);
          return changes ? change(call, () => work(call)) : work(call);
        });
      };
    return { ...(get && { get: answer(get, false) }), ...(send && { post: answer(send, true) }) };
  }
}

/** Characters of an address to return to: proxies refuse answers with long headers. */
const LONGEST_NEXT = 1_000;

function signInFirst({ originalUrl, method }: Request): Representation {
  const isKept = method === 'GET' && originalUrl.length <= LONGEST_NEXT;
  const next = isKept ? `?${new URLSearchParams({ next: originalUrl })}` : '';
  return redirectTo(`/desk/sign-in${next}`);
}

function redirectTo(path: string): Representation {
  const answer = leadTo(303, path);
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store' } };
}

/**
 * Refuses requests from other machines to a desk without TLS, whose cookies could be read on the way. A proxy that
 * terminates TLS passes on the public host name, which `DESK_URL` has to name.
 * @throws AppError `forbidden`
 */
function requireOwnAddress({ host = '' }: IncomingHttpHeaders, deskUrl: string): void {
  const address = `http://${host}`;
  if (deskUrl.startsWith('https:') || (URL.canParse(address) && isLoopback(address))) return;
  throw new AppError('forbidden', 'Set DESK_URL to the https address at which people open the desk.', {
    reason: 'noSecureAddress',
  });
}

/** A request, in the language that the browser prefers of those that the desk speaks. */
function visitOf<Words extends object>(
  request: Request,
  response: Response,
  phrasingOf: (language: string) => DeskPhrasing<Words>,
): Visit<Words> {
  const language = request.acceptsLanguages(ACCEPTED) || 'en';
  return {
    request,
    response,
    path: request.params as Record<string, string>,
    query: parseQuery(rawQueryString(request.url)),
    phrasing: phrasingOf(ALIASES[language] ?? language),
  };
}
