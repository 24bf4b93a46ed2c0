import {
  type HeaderFields,
  type HttpError,
  type Representation,
  securityHeaders,
  toHttpError,
} from '@guidepost/http';
import { type DeskPhrasing, type DeskWords, fill } from '@guidepost/i18n';
import { AppError, type ErrorKind } from '@guidepost/service-kit';

type Problem = keyof DeskWords['problems'];

const BY_KIND: Partial<Record<ErrorKind, Problem>> = {
  conflict: 'changedMeanwhile',
  forbidden: 'roleForbids',
  'precondition-failed': 'changedMeanwhile',
  timeout: 'tooSlow',
  'too-large': 'tooLarge',
  unauthorized: 'signedOut',
  'uri-too-long': 'tooLarge',
};

/** Why a request was refused, in the language of the page; as precise as its texts are. */
export function describeProblem(
  error: Pick<HttpError, 'kind' | 'message' | 'headers' | 'reason' | 'values'>,
  { language, words, count }: Pick<DeskPhrasing, 'language' | 'words' | 'count'>,
): string {
  const { kind, reason, values = {} } = error;
  const texts: Readonly<Record<string, unknown>> = { ...words, ...words.problems };
  const text = reason === undefined ? undefined : texts[reason];
  if (typeof text === 'string') return fill(text, values);
  switch (kind) {
    case 'not-found':
      return words.notFound;
    case 'internal':
    case 'unavailable':
      return words.unavailable;
    case 'rate-limited':
      return count(words.tooManyAttempts, Math.ceil(Number(error.headers['Retry-After'] ?? 60) / 60));
    default:
      return language === 'en' ? error.message : words.problems[BY_KIND[kind] ?? 'unclear'];
  }
}

type ProblemPhrasing = Parameters<typeof describeProblem>[1];

/**
 * The mistakes in a form, by field; in the language of the page, if given. @throws any error that is not about a field
 */
export function fieldErrorsOf(error: unknown, phrasing?: ProblemPhrasing): Record<string, string> {
  if (!(error instanceof AppError) || !error.details.fields) throw error;
  const said = phrasing && error.details.reason ? describeProblem(toHttpError(error), phrasing) : undefined;
  const entries = Object.entries(error.details.fields).map(([field, [message = '']]) => [
    field,
    said ?? message,
  ]);
  return Object.fromEntries(entries);
}

/**
 * The mistakes in settings, in the language of the page, by field.
 * @throws any error that is not about a field
 */
export function settingErrorsOf(
  error: unknown,
  { words }: { words: Pick<DeskWords, 'settingRules'> },
): Record<string, string> {
  const rules: Readonly<Record<string, string>> = words.settingRules;
  const values = error instanceof AppError ? error.details.values : undefined;
  const wrong = Object.entries(fieldErrorsOf(error)).map(([field, message]) => [
    field,
    fill(rules[field] ?? message, values ?? {}),
  ]);
  return Object.fromEntries(wrong);
}

/** Why a form was not saved. */
export interface Refusal {
  status: number;
  headers: HeaderFields;
  /** By field. */
  wrong: Record<string, string>;
  /** A problem that is not about a field. */
  problem: string | undefined;
}

/** Why a form was not saved, so that what was typed can be shown again. @throws any other error */
export function refusalOf(error: unknown, phrasing: ProblemPhrasing): Refusal {
  if (!(error instanceof AppError) || error.kind === 'internal') throw error;
  if (error.details.fields) {
    const status = error.kind === 'too-large' ? 413 : 422;
    return { status, headers: {}, wrong: fieldErrorsOf(error, phrasing), problem: undefined };
  }
  const answer = toHttpError(error);
  const { status, headers } = answer;
  return { status, headers, wrong: {}, problem: describeProblem(answer, phrasing) };
}

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
