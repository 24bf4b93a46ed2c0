import {
  type AnswerRequest,
  type HttpError,
  type MultipartForm,
  type Representation,
  type ResourceHandlers,
  readForm,
  showErrorsBy,
} from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Role } from '@guidepost/staff';
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
import { requireOwnAddress, visitOf } from './visits.ts';

export interface AnswersOptions<Tenant extends DeskTenant, Words extends object>
  extends Pick<
    DeskOptions<Tenant, Words>,
    'service' | 'deskUrl' | 'findTenant' | 'afterChange' | 'sections' | 'phrasingOf'
  > {
  sessions: BrowserSessions;
  represent: RepresentView;
}

/** Turns a visit into a call; undefined if the visitor has to sign in first. */
type Admit<Call, Words extends object> = (
  visit: Visit<Words>,
  roles?: readonly Role[],
) => Promise<Call | undefined>;

/** Who may see pages, and how their forms are read. */
interface Entrance<Call, Words extends object> {
  admit: Admit<Call, Words>;
  readForm: (visit: Visit<Words>, maximumBytes?: number) => Promise<MultipartForm>;
}

/** Any call, with the tenant if it is one for staff. */
type SomeCall<Tenant extends DeskTenant, Words extends object> = Visit<Words> &
  Partial<Pick<DeskCall<Tenant, Words>, 'tenant' | 'base' | 'role'>>;

/** Answers requests for pages, by who may see them. */
export class DeskAnswers<Tenant extends DeskTenant, Words extends object> {
  readonly #options: AnswersOptions<Tenant, Words>;

  constructor(options: AnswersOptions<Tenant, Words>) {
    this.#options = options;
  }

  forAnybody(page: DeskPage<Visit<Words>>): ResourceHandlers {
    return this.#pageHandlersOf(page, { admit: admitAnybody, readForm: readOpenForm });
  }

  /** For links in mail: their forms may come from anywhere. */
  forMail(page: DeskPage<Visit<Words>>): ResourceHandlers {
    return this.#pageHandlersOf(page, { admit: admitAnybody, readForm: readMailForm });
  }

  forPeople(page: DeskPage<PersonCall<Words>>): ResourceHandlers {
    return this.#pageHandlersOf(page, { admit: admitPerson, readForm: readPersonalForm });
  }

  forStaff(page: DeskPage<DeskCall<Tenant, Words>>): ResourceHandlers {
    return this.#pageHandlersOf(page, { admit: this.#admitStaff, readForm: readPersonalForm });
  }

  forScripts(endpoint: DeskEndpoint<DeskCall<Tenant, Words>>): ResourceHandlers {
    return this.#scriptHandlersOf(endpoint, this.#admitStaff);
  }

  /** For scripts of people's own pages. */
  forPersonScripts(endpoint: DeskEndpoint<PersonCall<Words>>): ResourceHandlers {
    return this.#scriptHandlersOf(endpoint, admitPerson);
  }

  /** For scripts of the sign-in page: without a session there is no token. */
  forVisitorScripts(endpoint: DeskEndpoint<Visit<Words>>): ResourceHandlers {
    return this.#scriptHandlersOf(endpoint, admitAnybody, false);
  }

  readonly #admitStaff = async (
    visit: Visit<Words>,
    roles?: readonly Role[],
  ): Promise<DeskCall<Tenant, Words> | undefined> => {
    const call = await admitPerson(visit);
    if (!call) return undefined;
    const tenant = await this.#options.findTenant(String(visit.path.tenant));
    const membership = call.session.memberships.find(({ tenantId }) => tenantId === tenant?.id);
    if (!tenant || !membership) throw new AppError('not-found', 'There is nothing at this address.');
    const { role } = membership;
    if (roles && !roles.includes(role)) throw new AppError('forbidden', 'Your role does not allow this.');
    const base = `/desk/${this.#options.service}/${encodeURIComponent(tenant.key)}`;
    return { ...call, tenant, role, base };
  };

  #pageHandlersOf<Call extends Visit<Words>>(
    page: DeskPage<Call>,
    { admit, readForm }: Entrance<Call, Words>,
  ): ResourceHandlers {
    const { read, post, roles, maximumBytes } = page;
    const get =
      read &&
      this.#pageAnswer(async (visit) => {
        const call = await admit(visit, roles);
        return call ? this.#outcome(call, () => read.call(page, call)) : signInFirst(visit.request);
      });
    const send =
      post &&
      this.#pageAnswer(async (visit) => {
        const sent = await readForm(visit, maximumBytes).catch(notSaved);
        if (sent instanceof NotSaved) return this.#show(visit, notSavedView(sent, visit));
        const call = await admit(visit, roles);
        if (!call) return signInFirst(visit.request);
        return this.#outcome(call, () => this.#change(call, () => post.call(page, { ...call, ...sent })));
      });
    return { ...(get && { get }), ...(send && { post: send }) };
  }

  #pageAnswer(work: (visit: Visit<Words>) => Promise<Representation>): AnswerRequest {
    return async (request, response) => {
      const visit = await this.#open(request, response);
      return this.#withErrorPages(visit, async () => {
        requireOwnAddress(request.headers, this.#options.deskUrl);
        return work(visit);
      });
    };
  }

  /** Runs a page. Its errors are shown as pages with everything around them that the caller may see. */
  #outcome(call: SomeCall<Tenant, Words>, run: () => Promise<Outcome>): Promise<Representation> {
    return this.#withErrorPages(call, async () => this.#show(call, await run()));
  }

  #withErrorPages(
    call: SomeCall<Tenant, Words>,
    work: () => Promise<Representation>,
  ): Promise<Representation> {
    const show = (error: HttpError) => this.#show(call, errorView(error, call));
    return showErrorsBy(show, work);
  }

  #show(call: SomeCall<Tenant, Words>, outcome: Outcome): Representation {
    if ('template' in outcome) return this.#options.represent(outcome, this.#surroundingsOf(call));
    if ('seeOther' in outcome) return redirectTo(addressAfter(outcome, call.session?.formToken ?? ''));
    return outcome;
  }

  #surroundingsOf(call: SomeCall<Tenant, Words>): Surroundings {
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
      sections: role ? this.#options.sections(phrasing, role) : [],
    };
  }

  #scriptHandlersOf<Call extends Visit<Words>>(
    endpoint: DeskEndpoint<Call>,
    admit: Admit<Call, Words>,
    isPersonal = true,
  ): ResourceHandlers {
    const { get, send, roles } = endpoint;
    const callOf = async (request: Request, response: Response) => {
      requireOwnAddress(request.headers, this.#options.deskUrl);
      const call = await admit(await this.#open(request, response), roles);
      if (!call) throw new AppError('unauthorized', 'You have been signed out.');
      return call;
    };
    const read = get && this.#scriptAnswer(async (...sent) => get(await callOf(...sent)));
    const change =
      send &&
      this.#scriptAnswer(async (request, response) => {
        const call = await callOf(request, response);
        refuseOtherSites(request);
        if (isPersonal && call.session) checkScriptToken(request, call.session);
        return this.#change(call, () => send(call));
      });
    return { ...(read && { get: read }), ...(change && { post: change }) };
  }

  #scriptAnswer(work: (request: Request, response: Response) => Promise<Representation>): AnswerRequest {
    return async (request, response) => {
      const { phrasing } = visitOf(request, response, this.#options.phrasingOf);
      return showErrorsBy(
        (error) => representScriptError(error, phrasing),
        () => work(request, response),
      );
    };
  }

  async #open(request: Request, response: Response): Promise<Visit<Words>> {
    const visit = visitOf(request, response, this.#options.phrasingOf);
    return { ...visit, session: await this.#options.sessions.find(request, response) };
  }

  /** Makes a change, and shows it at once if it is one of a tenant. */
  async #change<Result>({ tenant }: SomeCall<Tenant, Words>, work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    if (tenant) await this.#options.afterChange(tenant);
    return result;
  }
}

async function admitAnybody<Call>(visit: Call): Promise<Call> {
  return visit;
}

async function admitPerson<Words extends object>({
  session,
  ...visit
}: Visit<Words>): Promise<PersonCall<Words> | undefined> {
  return session && { ...visit, session };
}

function readPersonalForm({ request, session }: Visit, maximumBytes?: number): Promise<MultipartForm> {
  return readSessionForm(request, session, maximumBytes);
}

async function readOpenForm({ request }: Visit, maximumBytes = MAX_FORM_BYTES): Promise<MultipartForm> {
  refuseOtherSites(request);
  return { form: await readForm(request, maximumBytes), files: NO_FILES };
}

async function readMailForm({ request }: Visit): Promise<MultipartForm> {
  return { form: await readForm(request, MAX_FORM_BYTES), files: NO_FILES };
}

/** For forms that are shown to their senders again. */
function notSaved(error: unknown): NotSaved {
  if (error instanceof NotSaved) return error;
  throw error;
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
