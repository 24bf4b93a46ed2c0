import { readFileSync } from 'node:fs';

/** Reproducible numbers in [0, 1) (mulberry32). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>(items: readonly [Item, ...Item[]], random: Random): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** About -3 to 3, mostly near 0. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Ranks from 0, distributed by Zipf's law, like words of a language. */
export function createZipf(size: number): (random: Random) => number {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= size; rank += 1) {
    sum += 1 / rank;
    sums.push(sum);
  }
  return (random) => firstAtLeast(sums, random() * sum);
}

function firstAtLeast(sums: readonly number[], target: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Language {
  frequent: string;
  /** Make the words that are rarer than those of help centres. */
  syllables: string;
}

const SIZE = 20_000;

const LANGUAGES = {
  en: {
    frequent:
      'the to and I a is it of in for my not on that with have you but when this if be was are can what does how so at no from get after works now order bike any all would there new',
    syllables: 'ba cor den fi gol han ki lum mo nar pel ri sto tun ver zas',
  },
  sv: {
    frequent:
      'och jag att det i en på är som inte har för med den till av om så men ett kan när min man vad eller cykel hur får nu ut från hej efter var ska ni',
    syllables: 'bå kor den fö gäl han ki lum mö nar pel ri stå tun väg sas',
  },
  de: {
    frequent:
      'die ich und das der ist nicht es ein in mit zu auf den habe für wie aber wenn von im sich man oder noch auch mein was bei nach kann wird Fahrrad mir schon',
    syllables: 'bau kör den fei gel hän schi lung mo nar pfel rie stu tün ver zeu',
  },
  fr: {
    frequent:
      "je de le la et est pas que un à les en pour mon une il sur ne dans avec vous mais ce qui du des au ou quand après même comment c'est vélo si",
    syllables: 'bé cor den fi gol han qui lum mo nar pel ri sto tun vè zas',
  },
  es: {
    frequent:
      'de que no el la y en un a me es lo se con por para mi una los si del pero al como más cuando ya bicicleta hay muy está o qué sin tengo',
    syllables: 'ba cor den fi gol ñan ki lum mó nar pel rí sto tun ver zas',
  },
} satisfies Record<LanguageCode, Language>;

/** The most used language comes first. */
export const LANGUAGE_CODES = ['en', 'sv', 'de', 'fr', 'es'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

const SYNONYMS = new URL('../../packages/search/synonyms/', import.meta.url);

/** Words that help centres use, from the synonyms that ship with search, in no order. */
function realWords(language: LanguageCode): string[] {
  const groups = readFileSync(new URL(`${language}.txt`, SYNONYMS), 'utf8').replaceAll(/^#.*$/gm, '');
  const words = new Set(groups.toLowerCase().match(/\p{L}+/gu));
  const random = createRandom(words.size);
  return [...words]
    .map((word) => ({ word, place: random() }))
    .sort((some, other) => some.place - other.place)
    .map(({ word }) => word);
}

function wordsByRank(language: LanguageCode): string[] {
  const { frequent, syllables } = LANGUAGES[language];
  const words = [...new Set([...frequent.split(' '), ...realWords(language)])];
  const parts = syllables.split(' ');
  for (let rank = words.length; rank < SIZE; rank += 1) words.push(spell(rank, parts));
  return words;
}

export function createVocabulary(language: LanguageCode, random: Random): () => string {
  const words = wordsByRank(language);
  const nextRank = createZipf(words.length);
  return () => words[nextRank(random)] ?? '';
}

function spell(rank: number, syllables: readonly string[]): string {
  const word: string[] = [];
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word.push(syllables[rest % syllables.length] ?? '');
  }
  return word.join('');
}
