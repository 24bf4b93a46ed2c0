import { createPhrasings, type PhrasingOf } from '@guidepost/pages';
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
import type { DialogWords } from './words.ts';

/** By ISO 639-1. */
export const WORDS: Readonly<Record<string, DialogWords>> = {
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

/** How the pages of a forum speak in a language. */
export const phrasingOf: PhrasingOf<DialogWords> = createPhrasings(WORDS);
