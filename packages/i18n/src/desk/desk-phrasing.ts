import { type CommonWords, catalogueOf } from '../catalogue.ts';
import { createPhrasing, type Phrasing } from '../phrasing.ts';
import type { DeskCatalogue } from './en.ts';

export type DeskWords = DeskCatalogue['common'] &
  DeskCatalogue['health'] &
  DeskCatalogue['webhooks'] & { problems: DeskCatalogue['problems'] };

export type GuideDeskWords = DeskCatalogue['guides'];

export type DialogDeskWords = DeskCatalogue['dialogs'] & DeskCatalogue['forum'];

export type DeskPhrasing<OwnWords = object> = Phrasing<DeskWords & OwnWords>;

/** By ISO 639-1, loaded when someone at a desk speaks it. To add a language, add a file and a line here. */
export const CATALOGUES: Readonly<Record<string, () => Promise<DeskCatalogue>>> = {
  en: async () => (await import('./en.ts')).DESK_ENGLISH,
  sv: async () => (await import('./sv.ts')).DESK_SWEDISH,
  de: async () => (await import('./de.ts')).DESK_GERMAN,
  fr: async () => (await import('./fr.ts')).DESK_FRENCH,
  es: async () => (await import('./es.ts')).DESK_SPANISH,
  it: async () => (await import('./it.ts')).DESK_ITALIAN,
  pt: async () => (await import('./pt.ts')).DESK_PORTUGUESE,
  nl: async () => (await import('./nl.ts')).DESK_DUTCH,
  da: async () => (await import('./da.ts')).DESK_DANISH,
  nb: async () => (await import('./nb.ts')).DESK_NORWEGIAN,
  fi: async () => (await import('./fi.ts')).DESK_FINNISH,
  pl: async () => (await import('./pl.ts')).DESK_POLISH,
};

/** The languages that desks speak, the default first. */
export const DESK_LANGUAGES: readonly string[] = Object.keys(CATALOGUES);

/** The texts of a desk by language, English ones if it is not supported. @param ownOf those that only this desk has */
export function createDeskPhrasings<Own extends object>(
  ownOf: (catalogue: DeskCatalogue) => Own,
): (language: string) => Promise<DeskPhrasing<Own>> {
  const known = new Map<string, Promise<DeskPhrasing<Own>>>();

  async function make(language: string, load: () => Promise<DeskCatalogue>): Promise<DeskPhrasing<Own>> {
    const catalogue = await load();
    const { common, health, problems, webhooks } = catalogue;
    const words: CommonWords & DeskWords & Own = {
      ...catalogueOf(language).common,
      ...common,
      ...health,
      ...webhooks,
      problems,
      ...ownOf(catalogue),
    };
    return createPhrasing<DeskWords & Own>(language, words, false);
  }

  return function phrasingOf(language) {
    const load = Object.hasOwn(CATALOGUES, language) ? CATALOGUES[language] : undefined;
    if (!load) return phrasingOf('en');
    const phrasing = known.get(language) ?? make(language, load);
    known.set(language, phrasing);
    return phrasing;
  };
}
