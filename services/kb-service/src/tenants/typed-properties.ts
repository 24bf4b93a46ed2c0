import { parseLanguageTag } from '@guidepost/i18n/language-tag';
import { parseAccentColor } from '@guidepost/pages/accent-color';
import { AppError, LONGEST_NAME, parseName } from '@guidepost/service-kit';
import { ACCESS_MODES } from '../model/knowledge-base.ts';
import type { Properties } from './overviews.ts';

/** The typed values of a form, by property. */
export type TypedProperties = Readonly<Record<keyof Properties, string>>;

/** Properties as they are stored. @throws AppError `invalid` with a message for each field that is wrong */
export function readProperties(typed: TypedProperties): Properties {
  const wrong: Record<string, string[]> = {};
  const read = <Value>(
    field: keyof Properties,
    value: Value | undefined,
    rule: string,
  ): Value | undefined => {
    if (value === undefined) wrong[field] = [rule];
    return value;
  };
  const nameRule = `It must have 1 to ${LONGEST_NAME} characters.`;
  const properties = {
    name: read('name', parseName(typed.name), nameRule),
    organization_name: read('organization_name', parseName(typed.organization_name), nameRule),
    language: read(
      'language',
      parseLanguageTag(typed.language),
      'It must be a language tag such as en or pt-BR.',
    ),
    access: read(
      'access',
      ACCESS_MODES.find((mode) => mode === typed.access),
      'Choose who may read.',
    ),
    accent_color: read(
      'accent_color',
      parseAccentColor(typed.accent_color),
      'It must be a colour such as #0a7d5c.',
    ),
  };
  if (Object.keys(wrong).length === 0) return properties as Properties;
  throw new AppError('invalid', Object.values(wrong).flat().join(' '), { fields: wrong });
}
