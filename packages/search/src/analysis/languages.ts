import { createRequire } from 'node:module';
import { stem as english } from 'porter2';

export interface Language {
  readonly code: string;
  readonly stem?: Stem;
  /** Whether stems begin with the letter that their words begin with. */
  readonly keepsFirstLetters: boolean;
  /** Letters with marks that are distinct letters: `får` does not mean `far`. */
  readonly ownLetters?: string;
  /** Digraphs for these letters; the first character is the base letter. */
  readonly digraphs?: RegExp;
  /** Elisions before or after a word: `l'`, `'s`. */
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

const require = createRequire(import.meta.url);

/** Reduces a lower-case word to what its inflections share. */
type Stem = (word: string) => string;

/** As the library's modules export it. */
interface Loaded {
  stemmer: Stem;
}

/** By ISO 639-1. English is Porter 2: @orama/stemmers turns connection into `connec`. */
const LOADERS: Readonly<Record<string, () => Stem>> = {
  ar: () => asIs(require('@orama/stemmers/arabic')),
  bg: () => bulgarian(require('@orama/stemmers/bulgarian')),
  da: () => asIs(require('@orama/stemmers/danish')),
  de: () => asIs(require('@orama/stemmers/german')),
  el: () => asIs(require('@orama/stemmers/greek')),
  en: () => english,
  es: () => asIs(require('@orama/stemmers/spanish')),
  fi: () => asIs(require('@orama/stemmers/finnish')),
  fr: () => french(require('@orama/stemmers/french')),
  ga: () => asIs(require('@orama/stemmers/irish')),
  hi: () => asIs(require('@orama/stemmers/indian')),
  hu: () => asIs(require('@orama/stemmers/hungarian')),
  hy: () => asIs(require('@orama/stemmers/armenian')),
  id: () => asIs(require('@orama/stemmers/indonesian')),
  it: () => asIs(require('@orama/stemmers/italian')),
  ja: () => katakanaWord,
  lt: () => asIs(require('@orama/stemmers/lithuanian')),
  nb: () => asIs(require('@orama/stemmers/norwegian')),
  ne: () => asIs(require('@orama/stemmers/nepali')),
  nl: () => asIs(require('@orama/stemmers/dutch')),
  nn: () => asIs(require('@orama/stemmers/norwegian')),
  no: () => asIs(require('@orama/stemmers/norwegian')),
  pt: () => portuguese(require('@orama/stemmers/portuguese')),
  ro: () => romanian(require('@orama/stemmers/romanian')),
  ru: () => asIs(require('@orama/stemmers/russian')),
  sa: () => asIs(require('@orama/stemmers/sanskrit')),
  sr: () => asIs(require('@orama/stemmers/serbian')),
  sv: () => asIs(require('@orama/stemmers/swedish')),
  ta: () => asIs(require('@orama/stemmers/tamil')),
  tr: () => asIs(require('@orama/stemmers/turkish')),
  uk: () => asIs(require('@orama/stemmers/ukrainian')),
};

/** The languages that have a stemmer, by ISO 639-1. */
export const STEMMED_LANGUAGES: readonly string[] = Object.keys(LOADERS);

const loaded = new Map<string, Stem>();

/** Loads it for the first text in its language: most services speak one or two. @param code ISO 639-1 */
export function stemmerOf(code: string): Stem | undefined {
  const stemmer = loaded.get(code) ?? (Object.hasOwn(LOADERS, code) ? LOADERS[code]?.() : undefined);
  if (stemmer) loaded.set(code, stemmer);
  return stemmer;
}

function asIs({ stemmer }: Loaded): Stem {
  return stemmer;
}

/** The stemmer assigns to the word's letters, so it needs an array. */
function bulgarian({ stemmer }: Loaded): Stem {
  return (word) => {
    const letters = Object.assign(Array.from(word), {
      substring: (start: number, end: number) => letters.slice(start, end).join(''),
    });
    return stemmer(letters as unknown as string);
  };
}

/** The stemmer takes the end of connexions for a verb's and leaves connexion. */
function french({ stemmer }: Loaded): Stem {
  return (word) => stemmer(word.replace(/xions$/, 'xion'));
}

/** The stemmer separates opções from opção in short words. */
function portuguese({ stemmer }: Loaded): Stem {
  return (word) => stemmer(word.replace(/ões$/, 'ão'));
}

/** The long vowel at the end is optional: サーバー, サーバ. */
function katakanaWord(word: string): string {
  return word.replace(/(?<=^[\p{sc=Katakana}ー]{3,})ー$/u, '');
}

/** The stemmer only knows the letters with cedilla, which predate those with comma. */
function romanian({ stemmer }: Loaded): Stem {
  return (word) => stemmer(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'));
}
