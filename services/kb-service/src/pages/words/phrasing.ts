import { DANISH } from './da.ts';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FINNISH } from './fi.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';
import { NORWEGIAN } from './nb.ts';
import { DUTCH } from './nl.ts';
import { POLISH } from './pl.ts';
import { PORTUGUESE } from './pt.ts';
import { SWEDISH } from './sv.ts';
import { fill, type Plural, type Words } from './words.ts';

/** How pages speak: the words of a language, its plurals and its dates. */
export interface Phrasing {
  words: Words;
  /** `3 guides` */
  count(forms: Plural, n: number): string;
  /** `['0 guides', '1 guide', '2 guides']`, for a script that knows no plurals. */
  countsUpTo(most: number, forms: Plural): string[];
  /** `21 November 2026` */
  date(date: Date): string;
  /** The direction that the language is written in. */
  direction: 'ltr' | 'rtl';
  /** Whether the words are English ones for want of any in the language. */
  isForeign: boolean;
}

/** By ISO 639-1. */
export const WORDS: Readonly<Record<string, Words>> = {
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

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

const made = new Map<string, Phrasing>();

/** @param language ISO 639-1; one that has no words here gets English ones, with its own dates */
export function phrasingOf(language: string): Phrasing {
  const known = made.get(language) ?? createPhrasing(language);
  made.set(language, known);
  return known;
}

function createPhrasing(language: string): Phrasing {
  const words = WORDS[language] ?? ENGLISH;
  const isForeign = words === ENGLISH && language !== 'en';
  const spoken = isForeign ? 'en' : language;
  const plurals = new Intl.PluralRules(spoken);
  const numbers = new Intl.NumberFormat(spoken);
  const dates = new Intl.DateTimeFormat(spoken === 'en' ? 'en-GB' : spoken, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const count: Phrasing['count'] = (forms, n) =>
    fill(forms[plurals.select(n)] ?? forms.other, { n: numbers.format(n) });
  return {
    words,
    count,
    countsUpTo: (most, forms) => Array.from({ length: most + 1 }, (_, n) => count(forms, n)),
    date: (date) => dates.format(date),
    direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
    isForeign,
  };
}
