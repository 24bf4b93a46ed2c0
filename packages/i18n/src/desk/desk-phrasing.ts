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

export type DeskWords = DeskCatalogue['common'] & DeskCatalogue['health'] & DeskCatalogue['webhooks'];

/** Sections that only one of the desks has. */
type OwnSection = Exclude<keyof DeskCatalogue, 'common' | 'health' | 'webhooks'>;

export type GuideDeskWords = DeskCatalogue['guides'];

export type DialogDeskWords = DeskCatalogue['dialogs'];

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

/** The texts of a desk by language: the shared ones and a section's own. */
export function createDeskPhrasings<Section extends OwnSection>(
  section: Section,
): (language: string) => DeskPhrasing<DeskCatalogue[Section]> {
  const phrasings = new Map(
    Object.entries(CATALOGUES).map(([language, { common, health, webhooks, [section]: own }]) => {
      const words: CommonWords & DeskWords & DeskCatalogue[Section] = {
        ...catalogueOf(language).common,
        ...common,
        ...health,
        ...webhooks,
        ...own,
      };
      return [language, createPhrasing<DeskWords & DeskCatalogue[Section]>(language, words, false)];
    }),
  );
  const [english] = phrasings.values();
  return (language) => {
    const found = phrasings.get(language) ?? english;
    if (!found) throw new Error('There are no texts for desks.');
    return found;
  };
}
