import { AppError } from '@guidepost/service-kit';

/** What is wrong with a form, by field. @throws what is not about a field */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof AppError) || !error.details.fields) throw error;
  const entries = Object.entries(error.details.fields).map(([field, [message = '']]) => [field, message]);
  return Object.fromEntries(entries);
}
