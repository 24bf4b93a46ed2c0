import { CATALOGUES, type CommonWords, catalogueOf } from './catalogue.ts';
import { fill } from './fill.ts';
import type { Catalogue } from './languages/en.ts';
import type { Plural } from './plural.ts';

/** The texts, plurals and dates of a language. */
export interface Phrasing<OwnWords = object> {
  /** Of the texts, by ISO 639-1. */
  language: string;
  words: CommonWords & OwnWords;
  /** `3 guides` */
  count(forms: Plural, n: number): string;
  /** `['0 guides', '1 guide', '2 guides']`, for scripts without plural rules. */
  countsUpTo(most: number, forms: Plural): string[];
  /** `21 November 2026` */
  date(date: Date): string;
  /** `21 November 2026 at 09:05 UTC` */
  time(date: Date): string;
  direction: 'ltr' | 'rtl';
  /** Whether the texts fall back to English. */
  isForeign: boolean;
}

const TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone: 'UTC',
};

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The phrasing of a language by ISO 639-1; English texts, in the right direction, if it is not supported. */
export type PhrasingOf<OwnWords> = (language: string) => Phrasing<OwnWords>;

/** @param section the service's own texts, added to the common ones */
export function createPhrasings<Section extends 'guides' | 'dialogs'>(
  section: Section,
): PhrasingOf<Catalogue[Section]> {
  const made = new Map<string, Phrasing<Catalogue[Section]>>();
  return (language) => {
    const { common, [section]: own } = catalogueOf(language);
    const isForeign = !Object.hasOwn(CATALOGUES, language);
    const known = made.get(language) ?? createPhrasing(language, { ...common, ...own }, isForeign);
    made.set(language, known);
    return known;
  };
}

/** @param language ISO 639-1; plurals and dates are English if `isForeign` */
export function createPhrasing<OwnWords>(
  language: string,
  words: CommonWords & OwnWords,
  isForeign: boolean,
): Phrasing<OwnWords> {
  const spoken = isForeign ? 'en' : language;
  const plurals = new Intl.PluralRules(spoken);
  const numbers = new Intl.NumberFormat(spoken);
  const locale = spoken === 'en' ? 'en-GB' : spoken;
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, TIME);
  const count = (forms: Plural, n: number) =>
    fill(forms[plurals.select(n)] ?? forms.other, { n: numbers.format(n) });
  return {
    language: spoken,
    words,
    count,
    countsUpTo: (most, forms) => Array.from({ length: most + 1 }, (_, n) => count(forms, n)),
    date: (date) => dates.format(date),
    time: (date) => times.format(date),
    direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
    isForeign,
  };
}
