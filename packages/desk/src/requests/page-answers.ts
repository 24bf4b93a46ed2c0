import {
  type AnswerRequest,
  type HttpError,
  isMultipart,
  type MultipartForm,
  type Representation,
  type ResourceHandlers,
  readForm,
  showErrorsBy,
} from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import type { Request } from 'express';
import { errorView, notSavedView, type Surroundings } from '../layout/desk-views.ts';
import { addressAfter, type Done, readNotice } from '../layout/view.ts';
import type { DeskPage, DeskTenant, Outcome, Visit } from './calls.ts';
import { type Admit, type AnswersOptions, makeChange, openVisit, type SomeCall } from './entrances.ts';
import {
  type FormLimits,
  MAX_FORM_BYTES,
  NO_FILES,
  NotSaved,
  readSessionForm,
  receiveSessionForm,
  refuseOtherSites,
} from './forms.ts';
import { requireOwnAddress } from './visits.ts';

/** Who may see pages, and how their forms are read. */
export interface Entrance<Call, Words extends object> {
  admit: Admit<Call, Words>;
  readForm: (visit: Visit<Words>, limits: FormLimits) => Promise<MultipartForm>;
}

/** The handlers of a page: GET shows it, POST reads its form and makes the change. */
export function pageHandlers<Tenant extends DeskTenant, Words extends object, Call extends Visit<Words>>(
  options: AnswersOptions<Tenant, Words>,
  page: DeskPage<Call>,
  { admit, readForm }: Entrance<Call, Words>,
): ResourceHandlers {
  const { read, post, roles, receive } = page;
  const readSent = (visit: Visit<Words>) =>
    receive && isMultipart(visit.request) ? receiveSessionForm(visit, receive) : readForm(visit, page);
  const get =
    read &&
    pageAnswer(options, async (visit) => {
      const call = await admit(visit, roles);
      return call ? runPage(options, call, () => read.call(page, call)) : signInFirst(visit.request);
    });
  const send =
    post &&
    pageAnswer(options, async (visit) => {
      // Only those who may send it fill the disk.
      const isReceived = receive && isMultipart(visit.request);
      const receiver = isReceived ? await admit(visit, roles) : undefined;
      if (isReceived && !receiver) return signInFirst(visit.request);
      const sent = await readSent(visit).catch(notSaved);
      if (sent instanceof NotSaved) return show(options, visit, notSavedView(sent, visit));
      const call = receiver ?? (await admit(visit, roles));
      if (!call) return signInFirst(visit.request);
      return runPage(options, call, () =>
        makeChange(options, call, () => post.call(page, { ...call, ...sent })),
      );
    });
  return { ...(get && { get }), ...(send && { post: send }) };
}

function pageAnswer<Tenant extends DeskTenant, Words extends object>(
  options: AnswersOptions<Tenant, Words>,
  work: (visit: Visit<Words>) => Promise<Representation | undefined>,
): AnswerRequest {
  return async (request, response) => {
    const visit = await openVisit(options, request, response);
    return withErrorPages(options, visit, async () => {
      requireOwnAddress(request.headers, options.deskUrl);
      return work(visit);
    });
  };
}

/** Runs a page. Its errors are shown as pages with everything around them that the caller may see. */
function runPage<Tenant extends DeskTenant, Words extends object>(
  options: AnswersOptions<Tenant, Words>,
  call: SomeCall<Tenant, Words>,
  run: () => Promise<Outcome>,
): Promise<Representation | undefined> {
  return withErrorPages(options, call, async () => {
    const outcome = await run();
    if (outcome === 'sent') return undefined;
    if (!('template' in outcome)) return show(options, call, outcome);
    const here = workplaceOf(call);
    const waiting = here && (await options.countWaiting?.(here));
    return options.represent(outcome, { ...surroundingsOf(options, call), waiting });
  });
}

function withErrorPages<Tenant extends DeskTenant, Words extends object>(
  options: AnswersOptions<Tenant, Words>,
  call: SomeCall<Tenant, Words>,
  work: () => Promise<Representation | undefined>,
): Promise<Representation | undefined> {
  return showErrorsBy((error: HttpError) => show(options, call, errorView(error, call)), work);
}

function show<Tenant extends DeskTenant, Words extends object>(
  options: AnswersOptions<Tenant, Words>,
  call: SomeCall<Tenant, Words>,
  outcome: Exclude<Outcome, 'sent'>,
): Representation {
  if ('template' in outcome) return options.represent(outcome, surroundingsOf(options, call));
  if (!('seeOther' in outcome)) return outcome;
  const secret = call.session?.formToken ?? '';
  return redirectTo(addressAfter({ ...carriedNotice(call, secret), ...outcome }, secret));
}

/** The notice that a page would have shown that only leads on, such as the beginning of a desk. */
function carriedNotice(
  { request, query, phrasing }: Visit,
  secret: string,
): Pick<Done, 'notice' | 'values' | 'undo'> | undefined {
  const notice = request.method === 'GET' ? readNotice(query, phrasing.words, secret) : undefined;
  return notice && { notice: query.first('done'), values: notice.values, undo: notice.undo };
}

function surroundingsOf<Tenant extends DeskTenant, Words extends object>(
  { sections }: AnswersOptions<Tenant, Words>,
  call: SomeCall<Tenant, Words>,
): Surroundings {
  const { session, tenant, base, phrasing, query } = call;
  const here = workplaceOf(call);
  return {
    phrasing,
    tenant,
    base,
    ...(session && {
      token: session.formToken,
      person: { ...session.person, memberships: session.memberships },
      notice: readNotice(query, phrasing.words, session.formToken),
    }),
    sections: here ? sections(here) : [],
  };
}

/** Undefined for those who do not work for a tenant. */
function workplaceOf<Tenant extends DeskTenant, Words extends object>({
  tenant,
  role,
  languages = null,
  phrasing,
}: SomeCall<Tenant, Words>) {
  return tenant && role && { tenant, role, languages, phrasing };
}

export function readPersonalForm({ request, session }: Visit, limits: FormLimits): Promise<MultipartForm> {
  return readSessionForm(request, session, limits);
}

export async function readOpenForm(
  { request }: Visit,
  { maximumBytes = MAX_FORM_BYTES }: FormLimits,
): Promise<MultipartForm> {
  refuseOtherSites(request);
  return { form: await readForm(request, maximumBytes), files: NO_FILES };
}

export async function readMailForm({ request }: Visit): Promise<MultipartForm> {
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
