import { createRandom, type Random } from '../../archives/random.ts';
import { createVocabulary, FREQUENT_WORDS, wordsByRank } from '../../archives/vocabulary.ts';

/** A query that stands for its kind. */
export interface NamedQuery {
  what: string;
  query: string;
}

const LANGUAGE = 'en';

/** Most queries are short: the share of those that have at most one, two, three and four words that mean something. */
const SHARES = [0.35, 0.75, 0.93, 1];

/** Of queries: questions, those that nobody has finished typing, those with a slip of the finger. */
const [QUESTIONS, HALF_TYPED, MISSPELT] = [0.25, 0.2, 0.05];

/** So many letters of a word are typed before somebody looks at what is found. */
const TYPED = 4;

/** One query of each kind, of words that stand in many texts or in few by their rank in the vocabulary. */
export function queriesOfEachKind(): NamedQuery[] {
  const words = wordsByRank(LANGUAGE);
  const ranked = (...ranks: number[]) => ranks.map((rank) => words[rank] ?? '').join(' ');
  return [
    { what: 'a rare word', query: ranked(12_000) },
    { what: 'a common word', query: ranked(100) },
    { what: 'two words', query: ranked(150, 400) },
    { what: 'five words', query: ranked(60, 90, 130, 200, 300) },
    { what: 'a word half typed', query: ranked(700).slice(0, TYPED) },
    { what: 'a word misspelt', query: misspell(ranked(900)) },
  ];
}

/**
 * Queries as readers type them, no two alike: words as frequent as they are in texts, but few that mean nothing.
 * @param seed the same one gives the same queries
 */
export function createQueryMix(seed: number): () => string {
  const random = createRandom(seed);
  const next = createWords(random);
  const asked = new Set<string>();
  return () => {
    for (;;) {
      const query = typed([...(random() < QUESTIONS ? [next.frequent()] : []), ...next.meaningful()], random);
      if (asked.has(query)) continue;
      asked.add(query);
      return query;
    }
  };
}

function createWords(random: Random) {
  const nextWord = createVocabulary(LANGUAGE, random);
  const frequentWords = new Set(wordsByRank(LANGUAGE).slice(0, FREQUENT_WORDS));
  const next = (isFrequent: boolean): string => {
    for (;;) {
      const word = nextWord();
      if (frequentWords.has(word) === isFrequent) return word;
    }
  };
  return {
    frequent: () => next(true),
    meaningful() {
      const share = random();
      return Array.from({ length: 1 + SHARES.findIndex((most) => share < most) }, () => next(false));
    },
  };
}

/** The same words, the last one perhaps not yet typed to its end, or with a slip. */
function typed(words: readonly string[], random: Random): string {
  const last = words.at(-1) ?? '';
  const chance = random();
  const atLast =
    chance < HALF_TYPED ? last.slice(0, TYPED) : chance < HALF_TYPED + MISSPELT ? misspell(last) : last;
  return [...words.slice(0, -1), atLast].join(' ');
}

/** With two neighbouring letters in the middle swapped. */
export function misspell(word: string): string {
  const middle = word.length >> 1;
  return `${word.slice(0, middle - 1)}${word.charAt(middle)}${word.charAt(middle - 1)}${word.slice(middle + 1)}`;
}
