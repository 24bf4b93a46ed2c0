import { createStemmer, type IsoCode } from 'multilingual-stemmer';

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

/** Letters between the parts of a compound (Arbeit-s-zeit, Blume-n-topf). */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  da: ['', 's', 'e'],
  de: ['', 's', 'es', 'n', 'en', 'er', 'e'],
  fi: ['', 'n'],
  nb: ['', 's', 'e'],
  nl: ['', 's', 'e', 'en'],
  nn: ['', 's', 'e'],
  no: ['', 's', 'e'],
  sv: ['', 's', 'e', 'o', 'u'],
};

/** Letters that may stand between the parts of a compound; none in languages that write compounds as several words. */
export function linksIn(code: string): readonly string[] {
  return Object.hasOwn(LINKS, code) ? (LINKS[code] ?? []) : [];
}

/** Reduces a lower-case word to what its inflections share. */
type Stem = (word: string) => string;

/** Snowball's stemmers that are used as they are, by ISO 639-1. */
const SNOWBALL = 'ar ca cs da de el en eo es et fa fi ga hi hy id it lt ne nl no pl ro ru sr st sv yi'.split(
  ' ',
) as IsoCode[];

const LOADERS: Readonly<Record<string, () => Stem>> = {
  ...Object.fromEntries(SNOWBALL.map((code) => [code, () => createStemmer(code)])),
  eu: () => basque(createStemmer('eu')),
  fr: () => french(createStemmer('fr')),
  hu: () => repeated(createStemmer('hu')),
  ja: () => katakanaWord,
  nb: () => createStemmer('no'),
  nn: () => createStemmer('no'),
  pt: () => portuguese(createStemmer('pt')),
  ta: () => repeated(createStemmer('ta')),
  tr: () => turkish(createStemmer('tr')),
};

/** The languages that have a stemmer, by ISO 639-1. */
export const STEMMED_LANGUAGES: readonly string[] = Object.keys(LOADERS).sort();

const loaded = new Map<string, Stem>();

/** Loads it for the first text in its language: most services speak one or two. @param code ISO 639-1 */
export function stemmerOf(code: string): Stem | undefined {
  const stemmer = loaded.get(code) ?? (Object.hasOwn(LOADERS, code) ? LOADERS[code]?.() : undefined);
  if (stemmer) loaded.set(code, stemmer);
  return stemmer;
}

/** The stemmer removes one ending, and more from the rest: faturalar becomes fatura, but fatura becomes fat. */
function repeated(stem: Stem): Stem {
  return (word) => {
    let before = word;
    for (let after = stem(before); after !== before; after = stem(before)) before = after;
    return before;
  };
}

/** Endings of the infinitive, the present and the future. */
const TURKISH_VERB = /(?<=^.{2,})(?:m[ae]k|[ıiuü]yor|y?acak|y?ecek)$/u;
const TURKISH_NOUNS = new Set(
  'basamak çakmak damak ekmek emek ırmak kaymak parmak tokmak yamak yemek'.split(' '),
);

/** The stemmer knows the endings of nouns, and of verbs the past only. */
function turkish(stem: Stem): Stem {
  return repeated((word) => {
    const noun = stem(word);
    return TURKISH_NOUNS.has(noun) ? noun : noun.replace(TURKISH_VERB, '');
  });
}

/** Endings of case with the article, then of verbs. */
const BASQUE_ENDING =
  /(?<=^.{3,})(?:arekin|ekin|arentzat|entzat|aren|en|ari|ei|etan|etara|etatik|ean|an|etik|tik|era|rako|eko|ko|ak|ek|az|ez|t?zen|ten|[td]u|[ae])$/u;

/** The stemmer keeps etxea from etxe. */
function basque(stem: Stem): Stem {
  const bare = repeated((word) => word.replace(BASQUE_ENDING, ''));
  return (word) => stem(bare(word));
}

/** The stemmer takes the end of connexions for a verb's and leaves connexion. */
function french(stem: Stem): Stem {
  return (word) => stem(word.replace(/xions$/, 'xion'));
}

/** The stemmer separates opções from opção in short words. */
function portuguese(stem: Stem): Stem {
  return (word) => stem(word.replace(/ões$/, 'ão'));
}

/** The long vowel at the end is optional: サーバー, サーバ. */
function katakanaWord(word: string): string {
  return word.replace(/(?<=^[\p{sc=Katakana}ー]{3,})ー$/u, '');
}
