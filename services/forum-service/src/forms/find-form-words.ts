import type { FormWords } from './form-words.ts';
import { DA } from './words/da.ts';
import { DE } from './words/de.ts';
import { EN } from './words/en.ts';
import { ES } from './words/es.ts';
import { FI } from './words/fi.ts';
import { FR } from './words/fr.ts';
import { IT } from './words/it.ts';
import { NB } from './words/nb.ts';
import { NL } from './words/nl.ts';
import { PL } from './words/pl.ts';
import { PT } from './words/pt.ts';
import { SV } from './words/sv.ts';

const LANGUAGES: ReadonlyMap<string, FormWords> = new Map(
  Object.entries({
    da: DA,
    de: DE,
    en: EN,
    es: ES,
    fi: FI,
    fr: FR,
    it: IT,
    nb: NB,
    nl: NL,
    pl: PL,
    pt: PT,
    sv: SV,
  }),
);

/** The words of a language, or English ones, with the language that they are in. */
export function findFormWords(language: string): { language: string; words: FormWords } {
  const words = LANGUAGES.get(language);
  return words ? { language, words } : { language: 'en', words: EN };
}
