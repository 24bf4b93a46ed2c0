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
  /**
   * What its stemmer puts in place of an ending, or what that begins with, at the end of a stem. There only where it changes
   * nothing else: a stem without it is what its word begins with.
   */
  readonly stemEndings?: RegExp;
}

type Spelling = Omit<Language, 'code' | 'stem' | 'stemEndings'>;

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

const NONE = /(?!)/;

/**
 * As in dying (die), abbeys (abbi), hoping (hope), capability (capabl); joyeuse (joyeux), loyaux (loyal), abstinence
 * (abstinent), abdication (abdiqu), apparemment (apparent); corações (coraça). Of the other languages some lose beginnings
 * (ga, id, nl) or letters before the end (fi); nobody has looked into the rest.
 */
export const STEM_ENDINGS: Readonly<Record<string, RegExp>> = {
  da: NONE,
  de: NONE,
  en: /(?:ie?|[ely])$/,
  es: /t$/,
  fr: /(?:qu?|nt?|[iltx])$/,
  it: /t$/,
  nb: NONE,
  nn: NONE,
  no: NONE,
  pt: /[at]$/,
  sv: NONE,
};

/** The language of an ISO 639-1 code, of which more may be said (`pt-BR`); one that we know nothing of has its code only. */
export function findLanguage(tag: string): Language {
  const code = tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  const stem = Object.hasOwn(stemmers, code) ? stemmers[code] : undefined;
  const spelling = Object.hasOwn(spellings, code) ? spellings[code] : undefined;
  const endings = Object.hasOwn(STEM_ENDINGS, code) ? STEM_ENDINGS[code] : undefined;
  return { code, ...(stem && { stem }), ...(endings && { stemEndings: endings }), ...spelling };
}
