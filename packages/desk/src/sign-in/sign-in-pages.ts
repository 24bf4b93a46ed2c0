import { AppError } from '@guidepost/service-kit';
import type { AuthenticationResponseJSON, Staff, Visitor } from '@guidepost/staff/sign-in';
import type { DeskOptions } from '../desk-options.ts';
import type { View } from '../layout/view.ts';
import type { BrowserSessions } from '../requests/browser-sessions.ts';
import {
  type DeskEndpoint,
  type DeskPage,
  type DeskTenant,
  readJson,
  type Visit,
} from '../requests/calls.ts';
import { requireToken } from '../requests/forms.ts';
import { scriptAnswer } from '../requests/problems.ts';

export type SignInOptions = Pick<
  DeskOptions<DeskTenant>,
  'staff' | 'clients' | 'deskUrl' | 'service' | 'listTenants' | 'notificationsPath'
> & { sessions: BrowserSessions };

export function signInPage(options: SignInOptions): DeskPage<Visit> {
  const { staff, sessions } = options;
  return {
    async read(visit) {
      return visit.session ? { seeOther: nextAddress(visit) } : signInView(visit, staff);
    },
    async post({ form, ...visit }) {
      const email = form.first('email') ?? '';
      const password = form.first('password') ?? '';
      try {
        const secret = await staff.signInByPassword({ email, password, ...visitorOf(visit, options) });
        sessions.begin(visit.response, secret);
        return { seeOther: nextAddress(visit) };
      } catch (error) {
        return refusalView(visit, { staff, email, error });
      }
    },
  };
}

export function signOutPage({ sessions }: SignInOptions): DeskPage<Visit> {
  return {
    async post({ request, response, session, form }) {
      if (session) requireToken(session, form);
      await sessions.end(request, response);
      return { seeOther: '/desk/sign-in' };
    },
  };
}

function signInView(
  { phrasing, query }: Visit,
  { ways, resets }: Pick<Staff, 'ways' | 'resets'>,
  content: { email?: string; problem?: string } = {},
): View {
  const next = query.first('next');
  const after = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
  return {
    template: '@sign-in',
    title: phrasing.words.signInHeading,
    content: { email: '', problem: undefined, after, ways, resets: resets.isOffered, ...content },
  };
}

/** @throws what is not about the sign-in */
function refusalView(
  visit: Visit,
  { staff, email, error }: { staff: Staff; email: string; error: unknown },
): View {
  if (!(error instanceof AppError)) throw error;
  const { words } = visit.phrasing;
  if (error.kind === 'unauthorized') {
    // Said to all where there is a provider: only then it tells nothing about the address.
    const problem = staff.ways.openId
      ? `${words.wrongCredentials} ${words.organizationInstead}`
      : words.wrongCredentials;
    return { ...signInView(visit, staff, { email, problem }), status: 401 };
  }
  if (error.kind !== 'rate-limited') throw error;
  const seconds = Math.ceil(error.details.retryAfter ?? 60);
  const problem = visit.phrasing.count(words.tooManyAttempts, Math.ceil(seconds / 60));
  const headers = { 'Retry-After': String(seconds) };
  return { ...signInView(visit, staff, { email, problem }), status: 429, headers };
}

export const MAX_CREDENTIAL_BYTES = 20_000;

/** Signing in with a passkey: what the browser needs for it, and what it answers. */
export function passkeySignIn(options: SignInOptions): DeskEndpoint<Visit> {
  const { staff, clients, sessions } = options;
  return {
    async get({ request }) {
      return scriptAnswer(200, await staff.passkeys.signInOptions(clients.addressOf(request)));
    },
    async send(visit) {
      // The library checks its shape.
      const credential = (await readJson(visit.request, MAX_CREDENTIAL_BYTES)) as AuthenticationResponseJSON;
      const secret = await staff.passkeys.signIn(credential, visitorOf(visit, options));
      sessions.begin(visit.response, secret);
      return scriptAnswer(200, { next: nextAddress(visit) });
    },
  };
}

export function visitorOf(
  { request }: Pick<Visit, 'request'>,
  { clients, sessions }: Pick<SignInOptions, 'clients' | 'sessions'>,
): Visitor {
  return {
    sender: clients.addressOf(request),
    userAgent: request.headers['user-agent'],
    token: sessions.secretOf(request),
  };
}

const PATH_OF_DESK = /^\/desk(?:\/[\w.:%-]+)*(?:\?[\w.~:%&=+-]*)?$/;

/** A path of the desk; the beginning in place of anything else that a link could name. */
export function pathOfDesk(path: string | undefined): string {
  return path !== undefined && PATH_OF_DESK.test(path) ? path : '/desk';
}

/** Where someone wanted to go who had to sign in first. */
export function nextAddress({ query }: Pick<Visit, 'query'>): string {
  return pathOfDesk(query.first('next'));
}
