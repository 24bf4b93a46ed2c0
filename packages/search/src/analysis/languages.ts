import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as sanskrit } from '@orama/stemmers/sanskrit';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { stem as english } from 'porter2';

/** What the analysis has to know about a language. */
export interface Language {
  /** Its ISO 639-1 code. */
  readonly code: string;
  /** From a word in lower case to what its inflections share. */
  readonly stem?: (word: string) => string;
  /** Letters with marks that are letters of their own: who types `far` does not mean `får`. */
  readonly ownLetters?: string;
  /** What stands before or behind a word with an apostrophe, and is none of it: `l'`, `'s`. */
  readonly elided?: RegExp;
}

const NORDIC = 'åäöøæ';
const FRENCH_ELISION = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’＇]/iu;
const ITALIAN_ELISION =
  /^(?:[cdlmstv]|un|gl|(?:a|da|de|ne|su|co)ll|(?:a|da|de|ne|su)gl|(?:be|que)ll|quest|sant|anch|senz|tutt|dov)['’＇]/iu;

// The English stemmer of @orama/stemmers makes `connec` of connection and `connect` of connecting.
const LANGUAGES: readonly Language[] = [
  { code: 'ar', stem: arabic },
  { code: 'bg', stem: bulgarian },
  { code: 'ca', elided: /^[dlmnst]['’＇]/iu },
  { code: 'da', stem: danish, ownLetters: NORDIC },
  { code: 'de', stem: german, ownLetters: 'äöü' },
  { code: 'el', stem: greek },
  { code: 'en', stem: english, elided: /['’＇]s$/iu },
  { code: 'es', stem: spanish },
  { code: 'fi', stem: finnish, ownLetters: NORDIC },
  { code: 'fr', stem: french, elided: FRENCH_ELISION },
  { code: 'ga', stem: irish },
  { code: 'hi', stem: hindi },
  { code: 'hu', stem: hungarian },
  { code: 'hy', stem: armenian },
  { code: 'id', stem: indonesian },
  { code: 'it', stem: italian, elided: ITALIAN_ELISION },
  { code: 'lt', stem: lithuanian },
  { code: 'nb', stem: norwegian, ownLetters: NORDIC },
  { code: 'ne', stem: nepali },
  { code: 'nl', stem: dutch },
  { code: 'nn', stem: norwegian, ownLetters: NORDIC },
  { code: 'no', stem: norwegian, ownLetters: NORDIC },
  { code: 'pt', stem: portuguese },
  { code: 'ro', stem: romanian },
  { code: 'ru', stem: russian },
  { code: 'sa', stem: sanskrit },
  { code: 'sr', stem: serbian },
  { code: 'sv', stem: swedish, ownLetters: NORDIC },
  { code: 'ta', stem: tamil },
  { code: 'tr', stem: turkish, elided: /['’＇].*$/u },
  { code: 'uk', stem: ukrainian },
];

const byCode = new Map(LANGUAGES.map((language) => [language.code, language]));

/** The language of an ISO 639-1 code, of which more may be said (`pt-BR`); one that we know nothing of has its code only. */
export function findLanguage(code: string): Language {
  const primary = code.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return byCode.get(primary) ?? { code: primary };
}
