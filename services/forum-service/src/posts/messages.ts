import { catalogueOf, fill } from '@guidepost/i18n';
import type { FieldMistake } from '../model/field-mistake.ts';

/** A sentence for the person who filled in the field; in English where the language is not among ours. */
export function describeMistake({ message, maximum }: FieldMistake, language: string): string {
  const text = catalogueOf(language).messages[message];
  return maximum === undefined
    ? text
    : fill(text, { maximum: new Intl.NumberFormat(language).format(maximum) });
}
