import type { DeskWords } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';

/** What is wrong with a form, by field. @throws what is not about a field */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof AppError) || !error.details.fields) throw error;
  const entries = Object.entries(error.details.fields).map(([field, [message = '']]) => [field, message]);
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
