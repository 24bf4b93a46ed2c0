import { type Stem, stemmers } from './stemmers.ts';

/** What the analysis has to know about a language. */
export interface Language {
  /** Its ISO 639-1 code. */
  readonly code: string;
  readonly stem?: Stem;
  /** Letters with marks that are letters of their own: who types `får` does not mean `far`. */
  readonly ownLetters?: string;
  /** Pairs of letters that stand for one of those; the first of the two is what is left of it without its mark. */
  readonly digraphs?: RegExp;
  /** What stands before or behind a word with an apostrophe, and is none of it: `l'`, `'s`. */
  readonly elided?: RegExp;
}

type Spelling = Omit<Language, 'code' | 'stem'>;

// Other languages have letters of their own too (ñ, č, ş), but their readers are used to typing without.
const NORDIC: Spelling = { ownLetters: 'åäöøæ' };
const DANISH: Spelling = { ...NORDIC, digraphs: /aa|oe/g };

const ITALIAN_ELISION =
  /^(?:[cdlmstv]|un|gl|(?:a|da|de|ne|su|co)ll|(?:a|da|de|ne|su)gl|(?:be|que)ll|quest|sant|anch|senz|tutt|dov)['’＇]/iu;

const spellings: Readonly<Record<string, Spelling>> = {
  ca: { elided: /^[dlmnst]['’＇]/iu },
  da: DANISH,
  de: { ownLetters: 'äöü', digraphs: /ae|oe|(?<![aeq])ue/g },
  en: { elided: /['’＇]s$/iu },
  fi: NORDIC,
  fr: { elided: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’＇]/iu },
  ga: { elided: /^[bdm]['’＇]/iu },
  it: { elided: ITALIAN_ELISION },
  nb: DANISH,
  nl: { elided: /['’＇]s$/iu },
  nn: DANISH,
  no: DANISH,
  pt: { elided: /^d['’＇]/iu },
  sv: NORDIC,
  tr: { elided: /['’＇].*$/su },
};

/** The language of an ISO 639-1 code, of which more may be said (`pt-BR`); one that we know nothing of has its code only. */
export function findLanguage(tag: string): Language {
  const code = tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  const stem = Object.hasOwn(stemmers, code) ? stemmers[code] : undefined;
  const spelling = Object.hasOwn(spellings, code) ? spellings[code] : undefined;
  return { code, ...(stem && { stem }), ...spelling };
}
