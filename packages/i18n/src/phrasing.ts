import { catalogueOf, readTexts, spokenInsteadOf } from './catalogue.ts';
import { languageOf } from './language-tag.ts';
import { type Catalogue, type DeskWords, fill, type PageWords, type Plural, type Texts } from './texts.ts';

/** The texts, plurals and dates of a language. */
export interface Phrasing<OwnWords = object> {
  /** The language of the texts, by ISO 639-1. */
  language: string;
  words: PageWords & OwnWords;
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

/** Scripts by ISO 15924 that are written from right to left. */
const RIGHT_TO_LEFT = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

/** The direction in which a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** The phrasing of a language by BCP 47; English texts, in the right direction, if it is not supported. */
export type PhrasingOf<OwnWords> = (language: string) => Phrasing<OwnWords>;

/** @param section the service's own texts, added to those that all pages have */
export function createPhrasings<Section extends 'guides' | 'forum'>(
  section: Section,
): PhrasingOf<Catalogue[Section]> {
  const made = new Map<string, Phrasing<Catalogue[Section]>>();
  return (language) => {
    const { pages, [section]: own } = catalogueOf(language);
    const known = made.get(language) ?? createPhrasing(language, { ...pages, ...own });
    made.set(language, known);
    return known;
  };
}

/** The texts, plurals and dates of a desk. */
export type DeskPhrasing<OwnWords = object> = Phrasing<DeskWords & OwnWords>;

interface OwnDeskWords {
  actions: object;
}

/**
 * The phrasings of a desk. The texts of a language are read when someone at a desk first speaks it.
 * @param ownOf the texts that only this desk has
 */
export function createDeskPhrasings<Own extends OwnDeskWords>(
  ownOf: (texts: Texts) => Own,
): (language: string) => DeskPhrasing<Own> {
  const made = new Map<string, DeskPhrasing<Own>>();
  return (language) => {
    const spoken = spokenInsteadOf(language);
    const known = made.get(spoken) ?? createPhrasing(spoken, deskWords(readTexts(spoken), ownOf));
    made.set(spoken, known);
    return known;
  };
}

function deskWords<Own extends OwnDeskWords>(texts: Texts, ownOf: (texts: Texts) => Own) {
  const { common, health, problems, webhooks } = texts.desk;
  const own = ownOf(texts);
  const actions = { ...common.actions, ...own.actions };
  return { ...texts.pages, ...common, ...health, ...webhooks, problems, ...own, actions };
}

function createPhrasing<OwnWords>(language: string, words: PageWords & OwnWords): Phrasing<OwnWords> {
  const spoken = spokenInsteadOf(language);
  const plurals = new Intl.PluralRules(spoken);
  const numbers = new Intl.NumberFormat(spoken);
  const locale = spoken === 'en' ? 'en-GB' : spoken;
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, TIME);
  const count = (forms: Plural, n: number) =>
    fill(forms[plurals.select(n)] ?? forms.other, { count: numbers.format(n) });
  return {
    language: spoken,
    words,
    count,
    countsUpTo: (most, forms) => Array.from({ length: most + 1 }, (_, n) => count(forms, n)),
    date: (date) => dates.format(date),
    time: (date) => times.format(date),
    direction: directionOf(language),
    isForeign: spoken !== languageOf(language),
  };
}
