import { stopwords as ar } from '@orama/stopwords/arabic';
import { stopwords as hy } from '@orama/stopwords/armenian';
import { stopwords as bg } from '@orama/stopwords/bulgarian';
import { stopwords as da } from '@orama/stopwords/danish';
import { stopwords as nl } from '@orama/stopwords/dutch';
import { stopwords as en } from '@orama/stopwords/english';
import { stopwords as fi } from '@orama/stopwords/finnish';
import { stopwords as fr } from '@orama/stopwords/french';
import { stopwords as de } from '@orama/stopwords/german';
import { stopwords as el } from '@orama/stopwords/greek';
import { stopwords as hu } from '@orama/stopwords/hungarian';
import { stopwords as hi } from '@orama/stopwords/indian';
import { stopwords as id } from '@orama/stopwords/indonesian';
import { stopwords as ga } from '@orama/stopwords/irish';
import { stopwords as it } from '@orama/stopwords/italian';
import { stopwords as lt } from '@orama/stopwords/lithuanian';
import { stopwords as ne } from '@orama/stopwords/nepali';
import { stopwords as no } from '@orama/stopwords/norwegian';
import { stopwords as pt } from '@orama/stopwords/portuguese';
import { stopwords as ro } from '@orama/stopwords/romanian';
import { stopwords as ru } from '@orama/stopwords/russian';
import { stopwords as sa } from '@orama/stopwords/sanskrit';
import { stopwords as sr } from '@orama/stopwords/serbian';
import { stopwords as sl } from '@orama/stopwords/slovenian';
import { stopwords as es } from '@orama/stopwords/spanish';
import { stopwords as sv } from '@orama/stopwords/swedish';
import { stopwords as ta } from '@orama/stopwords/tamil';
import { stopwords as tr } from '@orama/stopwords/turkish';
import { stopwords as uk } from '@orama/stopwords/ukrainian';
import type { Analyzer } from './analyzer.ts';

/** Words by ISO 639-1 that say little about what a question is about. */
const functionWords: Readonly<Record<string, readonly string[]>> = {
  ar,
  bg,
  da,
  de,
  el,
  en,
  es,
  fi,
  fr,
  ga,
  hi,
  hu,
  hy,
  id,
  it,
  lt,
  nb: no,
  ne,
  nl,
  nn: no,
  no,
  pt,
  ro,
  ru,
  sa,
  sl,
  sr,
  sv,
  ta,
  tr,
  uk,
};

/** What people begin a question with. */
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
    const own = Object.hasOwn(functionWords, language) ? functionWords[language] : undefined;
    const asked = Object.hasOwn(QUESTION_WORDS, language) ? QUESTION_WORDS[language] : undefined;
    forms = new Set(words([...(own ?? []), asked ?? ''].join(' ')).map((word) => word.form));
    known.set(language, forms);
  }
  return forms.has(form);
}
