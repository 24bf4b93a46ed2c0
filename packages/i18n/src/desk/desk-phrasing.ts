import { type CommonWords, catalogueOf } from '../catalogue.ts';
import { createPhrasing, type Phrasing } from '../phrasing.ts';
import { DESK_DANISH } from './da.ts';
import { DESK_GERMAN } from './de.ts';
import { DESK_ENGLISH, type DeskCatalogue } from './en.ts';
import { DESK_SPANISH } from './es.ts';
import { DESK_FINNISH } from './fi.ts';
import { DESK_FRENCH } from './fr.ts';
import { DESK_ITALIAN } from './it.ts';
import { DESK_NORWEGIAN } from './nb.ts';
import { DESK_DUTCH } from './nl.ts';
import { DESK_POLISH } from './pl.ts';
import { DESK_PORTUGUESE } from './pt.ts';
import { DESK_SWEDISH } from './sv.ts';

export type DeskWords = DeskCatalogue['common'] &
  DeskCatalogue['health'] &
  DeskCatalogue['webhooks'] & { problems: DeskCatalogue['problems'] };

export type GuideDeskWords = DeskCatalogue['guides'];

export type DialogDeskWords = DeskCatalogue['dialogs'] & DeskCatalogue['forum'];

export type DeskPhrasing<OwnWords = object> = Phrasing<DeskWords & OwnWords>;

/** By ISO 639-1. To add a language, add a file and a line here. */
export const CATALOGUES: Readonly<Record<string, DeskCatalogue>> = {
  en: DESK_ENGLISH,
  sv: DESK_SWEDISH,
  de: DESK_GERMAN,
  fr: DESK_FRENCH,
  es: DESK_SPANISH,
  it: DESK_ITALIAN,
  pt: DESK_PORTUGUESE,
  nl: DESK_DUTCH,
  da: DESK_DANISH,
  nb: DESK_NORWEGIAN,
  fi: DESK_FINNISH,
  pl: DESK_POLISH,
};

/** The languages that desks speak, the default first. */
export const DESK_LANGUAGES: readonly string[] = Object.keys(CATALOGUES);

/** The texts of a desk by language. @param ownOf those that only this desk has */
export function createDeskPhrasings<Own extends object>(
  ownOf: (catalogue: DeskCatalogue) => Own,
): (language: string) => DeskPhrasing<Own> {
  const phrasings = new Map(
    Object.entries(CATALOGUES).map(([language, catalogue]) => {
      const { common, health, problems, webhooks } = catalogue;
      const words: CommonWords & DeskWords & Own = {
        ...catalogueOf(language).common,
        ...common,
        ...health,
        ...webhooks,
        problems,
        ...ownOf(catalogue),
      };
      return [language, createPhrasing<DeskWords & Own>(language, words, false)];
    }),
  );
  const [english] = phrasings.values();
  return (language) => {
    const found = phrasings.get(language) ?? english;
    if (!found) throw new Error('There are no texts for desks.');
    return found;
  };
}
