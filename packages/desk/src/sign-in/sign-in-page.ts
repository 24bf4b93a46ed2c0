import { AppError } from '@guidepost/service-kit';
import type { Ways } from '@guidepost/staff/sign-in';
import type { View } from '../layout/view.ts';
import type { DeskPage, Visit } from '../requests/calls.ts';
import { requireToken } from '../requests/refuse-forgery.ts';
import { nextAddress } from './next-address.ts';
import type { SignInOptions } from './sign-in-options.ts';
import { visitorOf } from './visitor.ts';

export function signInPage(options: SignInOptions): DeskPage<Visit> {
  const { staff, sessions } = options;
  return {
    async read(visit) {
      return visit.session ? { seeOther: nextAddress(visit) } : signInView(visit, staff.ways);
    },
    async post({ form, ...visit }) {
      const email = form.first('email') ?? '';
      const password = form.first('password') ?? '';
      try {
        const secret = await staff.signInByPassword({ email, password, ...visitorOf(visit, options) });
        sessions.begin(visit.response, secret);
        return { seeOther: nextAddress(visit) };
      } catch (error) {
        return refusalView(visit, { ways: staff.ways, email, error });
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
  ways: Ways,
  content: { email?: string; problem?: string } = {},
): View {
  const next = query.first('next');
  const after = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
  return {
    template: '@sign-in',
    title: phrasing.words.signInHeading,
    content: { email: '', problem: undefined, after, ways, ...content },
  };
}

/** @throws what is not about the sign-in */
function refusalView(
  visit: Visit,
  { ways, email, error }: { ways: Ways; email: string; error: unknown },
): View {
  if (!(error instanceof AppError)) throw error;
  const { words } = visit.phrasing;
  if (error.kind === 'unauthorized') {
    return { ...signInView(visit, ways, { email, problem: words.wrongCredentials }), status: 401 };
  }
  if (error.kind !== 'rate-limited') throw error;
  const seconds = Math.ceil(error.details.retryAfter ?? 60);
  const problem = visit.phrasing.count(words.tooManyAttempts, Math.ceil(seconds / 60));
  const headers = { 'Retry-After': String(seconds) };
  return { ...signInView(visit, ways, { email, problem }), status: 429, headers };
}
