import type { IncomingMessage } from 'node:http';
import type { HeaderFields, HttpError, Representation } from '@guidepost/http';
import { catalogueOf } from '@guidepost/i18n';
import { type ForeignSources, pageHeaders } from '@guidepost/pages';
import type { ErrorKind } from '@guidepost/service-kit';
import { parseId } from '@guidepost/service-kit';
import type { Forum } from '../../model/forum.ts';
import { representPage, servicePages } from '../../pages/represent-page.ts';
import { pageBaseOf, type Site, siteOf } from '../../pages/site.ts';
import type { MessageName } from '../../posts/field-kinds.ts';
import { describeMistake } from '../../posts/validate-fields.ts';
import type { Call } from '../endpoint.ts';
import { headersFor } from '../headers.ts';
import { type BackLink, type Refusal, refusedForm, type SentForm } from './refused-form.ts';
import { withMessages } from './return-addresses.ts';

interface FormPageOptions {
  status: number;
  headers: HeaderFields;
  /** Whether a resubmitted form redirects to another site. */
  redirectsOffSite: boolean;
}

const MESSAGES: Readonly<Partial<Record<ErrorKind, MessageName>>> = {
  conflict: 'duplicate',
  'rate-limited': 'throttled',
  forbidden: 'refused',
  'not-found': 'gone',
  moved: 'unavailable',
  unavailable: 'unavailable',
  'too-large': 'too-large',
  malformed: 'unreadable',
  invalid: 'unreadable',
  timeout: 'unreadable',
  'unsupported-media-type': 'unreadable',
};

interface Failure {
  kind: ErrorKind;
  isVote: boolean;
}

/** Errors that a form's page shows or `error_url` receives as `error`; the page is a 400, as the contract requires. */
export const FORM_ERRORS: ReadonlySet<ErrorKind> = new Set(['conflict', 'rate-limited', 'forbidden']);

/** Retrying a vote does not help after these errors. */
const FINAL_FOR_VOTES: ReadonlySet<ErrorKind> = new Set(['conflict', 'forbidden', 'not-found']);

export interface FailedForm {
  error: HttpError;
  id: string | undefined;
  request: IncomingMessage & { originalUrl?: string };
  forum?: Forum;
  path?: Call['path'];
  form?: SentForm;
  /** Whether the form was made for another session of the member. */
  isOldForm?: boolean;
  publicUrl: string;
}

/**
 * The response to a refused form: a redirect to its `error_url`, else a page with the form as filled in. Undefined for
 * key errors, which concern programmers and get the API's response.
 */
export function representFormFailure(failed: FailedForm): Representation | undefined {
  const { error, id, request, forum, path, form, isOldForm, publicUrl } = failed;
  if (error.kind === 'unauthorized') return undefined;
  const isVote = form?.countsAs === 'vote';
  const failure = sentenceFor(failed);
  const errorUrl = form?.returnTo?.error;
  if (errorUrl !== undefined) return seeOther(request, withMessages(errorUrl, messagesOf(error, failure)));
  const summary = error.fields ? [] : [id === undefined ? failure : `${failure} (${id})`];
  const options = {
    status: form && !isOldForm && FORM_ERRORS.has(error.kind) ? 400 : error.status,
    headers: { ...headersFor(request), ...error.headers },
    redirectsOffSite: form?.returnTo?.success !== undefined,
  };
  if (!forum) return representLostForm(summary, options);
  const base = pageBaseOf(forum, {
    target: request.originalUrl ?? request.url,
    header: request.headers.host,
  });
  const site = siteOf(forum, publicUrl, {
    base,
    canSignIn: form?.member !== undefined,
    member: form?.member,
  });
  const messages = error.fields ?? {};
  if (isVote && !isOldForm && FINAL_FOR_VOTES.has(error.kind)) {
    const refusal = {
      form: undefined,
      heading: failure,
      summary: [],
      messages,
      back: backLink(site, error, path),
    };
    return representForm(site, refusal, options);
  }
  // After a double click only this response is seen: it must not say that nothing was sent.
  const refusal = { form, messages, dialogId: parseId(path?.id) };
  const said = error.kind === 'conflict' ? { heading: failure, summary: [] } : { summary };
  return representForm(site, { ...refusal, ...said }, options);
}

function sentenceFor({ error, forum, form, isOldForm = false }: FailedForm): string {
  const language = forum?.language ?? 'en';
  if (isOldForm) return catalogueOf(language).forum.members.oldForm;
  return describeFailure({ kind: error.kind, isVote: form?.countsAs === 'vote' }, language);
}

function backLink(
  { paths, phrasing: { words } }: Site,
  { kind }: HttpError,
  path: Call['path'] = {},
): BackLink {
  const id = parseId(path.id);
  if (kind === 'not-found' || id === undefined) return { address: paths.home, text: words.backToForum };
  return { address: paths.dialogPage(id), text: words.backToDialog };
}

/** By field name, or `error`. */
function messagesOf({ fields }: HttpError, failure: string): (readonly [name: string, message: string])[] {
  if (!fields) return [['error', failure]];
  return Object.entries(fields).flatMap(([name, messages]) =>
    messages.map((message) => [name, message] as const),
  );
}

/** 303, so that a reload does not repeat the post. */
export function seeOther(request: IncomingMessage, address: string): Representation {
  return { status: 303, headers: { ...headersFor(request), 'Cache-Control': 'no-store', Location: address } };
}

/** A sentence for users, for a failure that concerns no single field. */
function describeFailure({ kind, isVote }: Failure, language: string): string {
  const message = isVote && kind === 'conflict' ? 'voted' : (MESSAGES[kind] ?? 'failed');
  return describeMistake({ message }, language);
}

/**
 * A refused form as a page of its forum, with the input preserved; never cached. Forms of other sites are answered
 * inside the frames they were sent from; those of members come from no other site.
 */
function representForm(site: Site, refusal: Refusal, options: FormPageOptions): Representation {
  const heading = refusal.heading ?? site.phrasing.words.notSent;
  const page = representPage(site, {
    status: options.status,
    template: 'forms/refused',
    head: { title: heading, indexed: false },
    content: { ...refusedForm(site, refusal), heading, back: refusal.back, hasOwnSearch: true },
    foreign: foreignSources(options),
    isFramed: !refusal.form?.member,
    isPersonal: true,
  });
  return { ...page, headers: { ...options.headers, ...page.headers } };
}

/** The same when the input is unknown. */
function representLostForm(summary: readonly string[], options: FormPageOptions): Representation {
  const { status } = options;
  const page = servicePages.represent({ status, template: 'lost-form', content: { summary } });
  return { ...page, headers: { ...options.headers, ...pageHeaders({ isFramed: true, isPersonal: true }) } };
}

/** Browsers apply form-action to every redirect, and other sites may redirect further to any address. */
function foreignSources({ redirectsOffSite }: FormPageOptions): ForeignSources | undefined {
  return redirectsOffSite ? { 'form-action': 'https: http:' } : undefined;
}
