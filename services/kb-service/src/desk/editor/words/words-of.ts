import { DANISH } from './danish.ts';
import { DUTCH } from './dutch.ts';
import type { EditorWords } from './editor-words.ts';
import { ENGLISH } from './english.ts';
import { FINNISH } from './finnish.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { NORWEGIAN } from './norwegian.ts';
import { POLISH } from './polish.ts';
import { PORTUGUESE } from './portuguese.ts';
import { SPANISH } from './spanish.ts';
import { SWEDISH } from './swedish.ts';

/** By ISO 639-1. To add a language, add a file and a line here. */
const WORDS: Readonly<Record<string, EditorWords>> = {
  en: ENGLISH,
  sv: SWEDISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
  da: DANISH,
  nb: NORWEGIAN,
  fi: FINNISH,
  pl: POLISH,
};

export function wordsOf(language: string): EditorWords {
  return WORDS[language] ?? ENGLISH;
}
