import { DANISH } from './languages/da.ts';
import { GERMAN } from './languages/de.ts';
import { type Catalogue, ENGLISH } from './languages/en.ts';
import { SPANISH } from './languages/es.ts';
import { FINNISH } from './languages/fi.ts';
import { FRENCH } from './languages/fr.ts';
import { ITALIAN } from './languages/it.ts';
import { NORWEGIAN } from './languages/nb.ts';
import { DUTCH } from './languages/nl.ts';
import { POLISH } from './languages/pl.ts';
import { PORTUGUESE } from './languages/pt.ts';
import { SWEDISH } from './languages/sv.ts';

export type CommonWords = Catalogue['common'];

export type GuideWords = Catalogue['guides'];

export type DialogWords = Catalogue['dialogs'];

/** By ISO 639-1. To add a language, add a file and a line here. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  da: DANISH,
  de: GERMAN,
  en: ENGLISH,
  es: SPANISH,
  fi: FINNISH,
  fr: FRENCH,
  it: ITALIAN,
  nb: NORWEGIAN,
  nl: DUTCH,
  pl: POLISH,
  pt: PORTUGUESE,
  sv: SWEDISH,
};

/** The texts of a language, or English ones if it is not supported. */
export function catalogueOf(language: string): Catalogue {
  return (Object.hasOwn(CATALOGUES, language) && CATALOGUES[language]) || ENGLISH;
}
