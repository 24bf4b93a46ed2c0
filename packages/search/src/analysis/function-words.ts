import { createRequire } from 'node:module';
import type { Analyzer } from './analyzer.ts';

const require = createRequire(import.meta.url);

/** Words by ISO 639-1 that say little about what a question is about, loaded for the first text in their language. */
const LOADERS: Readonly<Record<string, () => { stopwords: readonly string[] }>> = {
  ar: () => require('@orama/stopwords/arabic'),
  bg: () => require('@orama/stopwords/bulgarian'),
  da: () => require('@orama/stopwords/danish'),
  de: () => require('@orama/stopwords/german'),
  el: () => require('@orama/stopwords/greek'),
  en: () => require('@orama/stopwords/english'),
  es: () => require('@orama/stopwords/spanish'),
  fi: () => require('@orama/stopwords/finnish'),
  fr: () => require('@orama/stopwords/french'),
  ga: () => require('@orama/stopwords/irish'),
  hi: () => require('@orama/stopwords/indian'),
  hu: () => require('@orama/stopwords/hungarian'),
  hy: () => require('@orama/stopwords/armenian'),
  id: () => require('@orama/stopwords/indonesian'),
  it: () => require('@orama/stopwords/italian'),
  lt: () => require('@orama/stopwords/lithuanian'),
  nb: () => require('@orama/stopwords/norwegian'),
  ne: () => require('@orama/stopwords/nepali'),
  nl: () => require('@orama/stopwords/dutch'),
  nn: () => require('@orama/stopwords/norwegian'),
  no: () => require('@orama/stopwords/norwegian'),
  pt: () => require('@orama/stopwords/portuguese'),
  ro: () => require('@orama/stopwords/romanian'),
  ru: () => require('@orama/stopwords/russian'),
  sa: () => require('@orama/stopwords/sanskrit'),
  sl: () => require('@orama/stopwords/slovenian'),
  sr: () => require('@orama/stopwords/serbian'),
  sv: () => require('@orama/stopwords/swedish'),
  ta: () => require('@orama/stopwords/tamil'),
  tr: () => require('@orama/stopwords/turkish'),
  uk: () => require('@orama/stopwords/ukrainian'),
};

/** Words with which people begin a question. */
const QUESTION_WORDS: Readonly<Record<string, string>> = {
  da: 'hvordan gør får vil gerne hjælp brug kan muligt',
  de: 'wie kann möchte will gibt geht machen mache bekomme brauche bitte',
  en: 'a get gets getting want wants need needs please way make tell let like know possible anyone somebody',
  es: 'cómo puedo quiero hacer hago necesito favor',
  fi: 'miten voin haluan saan pitää',
  fr: 'comment faire fait peut peux puis veux voudrais dois faut besoin est-ce',
  nb: 'hvordan gjør får vil gjerne hjelp kan mulig',
  nl: 'hoe kan wil krijg moet graag nodig',
  sv: 'hur gör göra kan får få vill behöver måste går finns säga ska skall tack snälla gärna möjligt',
};

const known = new Map<string, ReadonlySet<string>>();

/** Whether a word form says little about what a text is about. */
export function isFunctionWord({ language, words }: Analyzer, form: string): boolean {
  let forms = known.get(language);
  if (!forms) {
    const own = Object.hasOwn(LOADERS, language) ? LOADERS[language]?.().stopwords : undefined;
    const asked = Object.hasOwn(QUESTION_WORDS, language) ? QUESTION_WORDS[language] : undefined;
    forms = new Set(words([...(own ?? []), asked ?? ''].join(' ')).map((word) => word.form));
    known.set(language, forms);
  }
  return forms.has(form);
}
