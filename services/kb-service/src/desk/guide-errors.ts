import { fieldErrorsOf, settingErrorsOf } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { KbCall } from './kb-tenant.ts';

/**
 * What is wrong with a guide, a category or a tag, in the language of the page, by field.
 * @throws what is not about a field
 */
export function guideErrorsOf(
  error: unknown,
  { words }: Pick<KbCall['phrasing'], 'words'>,
): Record<string, string> {
  const { settingRules, guideRules } = words;
  const rules: Record<string, string> = { ...guideRules, multipleGuidesName: settingRules.name };
  const isTaken = error instanceof AppError && error.kind === 'conflict';
  const wrong = Object.keys(fieldErrorsOf(error)).flatMap((field) => {
    const rule = field === 'slug' && isTaken ? guideRules.slugTaken : rules[field];
    return rule ? [[field, rule] as const] : [];
  });
  return { ...settingErrorsOf(error, { words }), ...Object.fromEntries(wrong) };
}
