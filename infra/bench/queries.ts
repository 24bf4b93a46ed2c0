import { createRandom, createVocabulary, type LanguageCode } from '../archives/words.ts';

/** Cumulative shares of queries with up to one, two, three, four and eight words. */
const SHARES = [0.3, 0.6, 0.75, 0.8, 1];
const LENGTHS = [1, 2, 3, 4, 8];

const HALF_TYPED = 0.2;
const TYPED = 4;

/** Realistic, distinct queries with the word frequencies of texts. */
export function createQueries(count: number, language: LanguageCode = 'en'): string[] {
  const random = createRandom(5);
  const nextWord = createVocabulary(language, random);
  const queries = new Set<string>();
  while (queries.size < count) {
    const share = random();
    const length = LENGTHS[SHARES.findIndex((most) => share < most)];
    const words = Array.from({ length: length ?? 1 }, nextWord);
    const last = words.pop() ?? '';
    queries.add([...words, random() < HALF_TYPED ? last.slice(0, TYPED) : last].join(' '));
  }
  return [...queries];
}
