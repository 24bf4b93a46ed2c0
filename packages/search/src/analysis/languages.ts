import { type Stem, stemmerOf } from './stemmers.ts';

export interface Language {
  readonly code: string;
  readonly stem?: Stem;
  /** Whether stems begin with the letter that their words begin with. */
  readonly keepsFirstLetters: boolean;
  /** Letters with marks that are distinct letters: `får` does not mean `far`. */
  readonly ownLetters?: string;
  /** Digraphs for these letters; the first character is the base letter. */
  readonly digraphs?: RegExp;
  /** What is elided before or after a word: `l'`, `'s`. */
  readonly elided?: RegExp;
}

type Spelling = Omit<Language, 'code' | 'stem' | 'keepsFirstLetters'>;

// Other languages have such letters, too (ñ, č, ş), but people type them without marks.
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

/** Other stemmers remove prefixes or write another script. */
const SUFFIX_STEMMERS = new Set([
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'it',
  'nb',
  'nn',
  'no',
  'pt',
  'ru',
  'sv',
]);

/** The language of a tag such as `pt-BR`; an unknown one has only its code. */
export function findLanguage(tag: string): Language {
  const code = tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  const stem = stemmerOf(code);
  const spelling = Object.hasOwn(spellings, code) ? spellings[code] : undefined;
  const keepsFirstLetters = !stem || SUFFIX_STEMMERS.has(code);
  return { code, ...(stem && { stem }), keepsFirstLetters, ...spelling };
}
