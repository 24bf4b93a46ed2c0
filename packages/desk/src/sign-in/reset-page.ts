import { fill } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { View } from '../layout/view.ts';
import type { DeskPage, Visit } from '../requests/calls.ts';
import { fieldErrorsOf } from '../requests/problems.ts';
import { type SignInOptions, visitorOf } from './sign-in-pages.ts';

/** Asks for a link to a new password. Its answer is the same for every address, known or not (S32). */
export function resetPage(options: SignInOptions): DeskPage<Visit> {
  const { resets } = options.staff;
  return {
    async read(visit) {
      return resetView(visit, { isOffered: resets.isOffered });
    },
    async post({ form, ...visit }) {
      const email = form.first('email') ?? '';
      try {
        await resets.ask({ email, sender: visitorOf(visit, options).sender });
      } catch (error) {
        return refusedView(visit, email, error);
      }
      const { words } = visit.phrasing;
      return resetView(visit, { sent: fill(words.resetSent, { email: email.trim() }) });
    },
  };
}

function resetView({ phrasing: { words } }: Visit, content: object): View {
  return {
    template: '@reset',
    title: words.forgottenPassword,
    content: { isOffered: true, sent: undefined, problem: undefined, email: '', wrong: {}, ...content },
  };
}

/** @throws what is not about the form */
function refusedView(visit: Visit, email: string, error: unknown): View {
  if (!(error instanceof AppError) || error.kind !== 'rate-limited') {
    return { ...resetView(visit, { email, wrong: fieldErrorsOf(error, visit.phrasing) }), status: 422 };
  }
  const { words, language } = visit.phrasing;
  const seconds = error.details.retryAfter ?? 60;
  const problem = fill(words.resetTooOften, { when: waitInWords(seconds, language) });
  const headers = { 'Retry-After': String(seconds) };
  return { ...resetView(visit, { email, problem }), status: 429, headers };
}

/** Such as `in 14 hours`, rounded up. */
function waitInWords(seconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
}
