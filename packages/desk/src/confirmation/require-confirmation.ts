import { fill } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { FormCall, Visit } from '../requests/calls.ts';

/**
 * Checks the name that people type to confirm a change that cannot be undone. @throws AppError `invalid` for the field
 * `confirm`
 */
export function requireConfirmation<Call extends Visit>(
  { form, phrasing }: FormCall<Call>,
  name: string,
): void {
  if (form.first('confirm')?.trim() === name) return;
  const message = fill(phrasing.words.differs, { name });
  throw new AppError('invalid', message, { fields: { confirm: [message] } });
}
