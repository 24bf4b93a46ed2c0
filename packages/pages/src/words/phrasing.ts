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
import { type CommonWords, fill, type Plural } from './words.ts';

/** How pages speak: the words of a language, its plurals and its dates. */
export interface Phrasing<OwnWords = object> {
  words: CommonWords & OwnWords;
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

const COMMON_WORDS: Readonly<Record<string, CommonWords>> = {
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

/** Every language by ISO 639-1; one that has no words here gets English ones, with its own dates. */
export type PhrasingOf<OwnWords> = (language: string) => Phrasing<OwnWords>;

/** @param own what a service says besides what all pages say, by ISO 639-1; English is among them */
export function createPhrasings<OwnWords extends object>(
  own: Readonly<Record<string, OwnWords>>,
): PhrasingOf<OwnWords> {
  const wordsOf = (language: string) => {
    const [common, words] = [COMMON_WORDS[language], own[language]];
    return common && words && { ...common, ...words };
  };
  const english = wordsOf('en');
  if (!english) throw new Error('Pages need words in English at least.');
  const made = new Map<string, Phrasing<OwnWords>>();
  return (language) => {
    const words = wordsOf(language);
    const known = made.get(language) ?? createPhrasing(language, words ?? english, words === undefined);
    made.set(language, known);
    return known;
  };
}

function createPhrasing<OwnWords>(
  language: string,
  words: CommonWords & OwnWords,
  isForeign: boolean,
): Phrasing<OwnWords> {
  const spoken = isForeign ? 'en' : language;
  const plurals = new Intl.PluralRules(spoken);
  const numbers = new Intl.NumberFormat(spoken);
  const dates = new Intl.DateTimeFormat(spoken === 'en' ? 'en-GB' : spoken, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const count = (forms: Plural, n: number) =>
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
