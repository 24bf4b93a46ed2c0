import type { HttpError } from '@guidepost/http';
import type { Visit } from '../requests/calls.ts';
import { describeProblem } from '../requests/describe-problem.ts';
import type { NotSaved } from '../requests/forms.ts';
import type { View } from './view.ts';

export function errorView(error: HttpError, { phrasing }: Visit): View {
  const { words } = phrasing;
  const { status } = error;
  return {
    status,
    template: '@error',
    title: words.errorHeading,
    content: {
      heading: status === 404 ? words.notFoundHeading : words.errorHeading,
      message: describeProblem(error, phrasing),
    },
  };
}

/** What someone typed who was signed out meanwhile, to be sent again. */
export function notSavedView({ form, isSignedIn }: NotSaved, { request, phrasing: { words } }: Visit): View {
  const fields = [...form.entries()].filter(([name]) => name !== 'token');
  return {
    status: isSignedIn ? 403 : 401,
    template: '@not-saved',
    title: words.notSaved,
    content: {
      message: isSignedIn ? words.sentFromOldPage : words.signedOutMeanwhile,
      action: request.originalUrl,
      fields,
    },
  };
}
