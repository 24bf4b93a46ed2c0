import { type HttpError, type Representation, securityHeaders } from '@guidepost/http';
import type { DeskPhrasing } from '@guidepost/i18n';
import { describeProblem } from './describe-problem.ts';

const HEADERS = Object.freeze({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  ...securityHeaders(),
});

/** An answer to a script of the desk. */
export function scriptAnswer(status: number, body: object): Representation {
  return { status, headers: HEADERS, body: JSON.stringify(body) };
}

export function representScriptError(error: HttpError, phrasing: DeskPhrasing): Representation {
  const { status, kind, headers, fields } = error;
  const message = describeProblem(error, phrasing);
  const answer = scriptAnswer(status, { error: { kind, message, ...(fields && { fields }) } });
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
