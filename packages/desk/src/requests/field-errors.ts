import { type HeaderFields, toHttpError } from '@guidepost/http';
import type { DeskWords } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import { describeProblem } from './describe-problem.ts';

type ProblemPhrasing = Parameters<typeof describeProblem>[1];

/** What is wrong with a form, by field; in the language of the page, if given. @throws what is not about a field */
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
 * What is wrong with settings, in the language of the page, by field.
 * @throws what is not about a field
 */
export function settingErrorsOf(
  error: unknown,
  { words }: { words: Pick<DeskWords, 'settingRules'> },
): Record<string, string> {
  const rules: Readonly<Record<string, string>> = words.settingRules;
  const wrong = Object.entries(fieldErrorsOf(error)).map(([field, message]) => [
    field,
    rules[field] ?? message,
  ]);
  return Object.fromEntries(wrong);
}

/** Why a form was not saved. */
export interface Refusal {
  status: number;
  headers: HeaderFields;
  /** By field. */
  wrong: Record<string, string>;
  /** What is not about a field. */
  problem: string | undefined;
}

/** Why a form was not saved, so that what was typed can be shown again. @throws what is no AppError */
export function refusalOf(error: unknown, phrasing: ProblemPhrasing): Refusal {
  if (!(error instanceof AppError) || error.kind === 'internal') throw error;
  if (error.details.fields) {
    return { status: 422, headers: {}, wrong: fieldErrorsOf(error, phrasing), problem: undefined };
  }
  const answer = toHttpError(error);
  const { status, headers } = answer;
  return { status, headers, wrong: {}, problem: describeProblem(answer, phrasing) };
}
