import { describe, expect, it } from '@jest/globals';
import { FREQUENT_WORDS, wordsByRank } from '../../archives/vocabulary.ts';
import { createQueryMix, misspell, queriesOfEachKind } from './queries.ts';

const VOCABULARY = wordsByRank('en');
const KNOWN = new Set(VOCABULARY);
const FREQUENT = new Set(VOCABULARY.slice(0, FREQUENT_WORDS));

const take = (count: number, seed = 1) => Array.from({ length: count }, createQueryMix(seed));

describe('the queries of each kind', () => {
  const queries = new Map(queriesOfEachKind().map(({ what, query }) => [what, query]));

  it.each([
    ['a rare word', 1],
    ['a common word', 1],
    ['two words', 2],
    ['five words', 5],
  ])('%s is made of words that texts hold', (what, count) => {
    const words = queries.get(what)?.split(' ') ?? [];
    expect(words).toHaveLength(count);
    expect(words.filter((word) => !KNOWN.has(word))).toEqual([]);
  });

  it('a word half typed is the beginning of one', () => {
    const begun = queries.get('a word half typed') ?? '';
    expect(KNOWN.has(begun)).toBe(false);
    expect(VOCABULARY.some((word) => word.startsWith(begun))).toBe(true);
  });

  it('a word misspelt is neither one nor the beginning of one, and has the letters of one', () => {
    const misspelt = queries.get('a word misspelt') ?? '';
    expect(VOCABULARY.some((word) => word.startsWith(misspelt))).toBe(false);
    expect(VOCABULARY.map(sorted)).toContain(sorted(misspelt));
  });
});

describe('the mix of queries', () => {
  it('is the same for the same seed, and another one for another', () => {
    expect(take(200)).toEqual(take(200));
    expect(take(200, 2)).not.toEqual(take(200));
  });

  it('asks nothing twice', () => {
    expect(new Set(take(2_000)).size).toBe(2_000);
  });

  it('has mostly one or two words, never more than five, and always one that means something', () => {
    const queries = take(2_000).map((query) => query.split(' '));
    const short = queries.filter(({ length }) => length <= 2);
    expect(short.length).toBeGreaterThan(queries.length / 2);
    expect(Math.max(...queries.map(({ length }) => length))).toBe(5);
    expect(queries.filter((words) => words.every((word) => FREQUENT.has(word)))).toEqual([]);
  });

  it('has words that are known, but for some at the end', () => {
    const queries = take(2_000).map((query) => query.split(' '));
    expect(queries.flatMap((words) => words.slice(0, -1)).filter((word) => !KNOWN.has(word))).toEqual([]);
    const unknown = queries.filter((words) => !KNOWN.has(words.at(-1) ?? '')).length / queries.length;
    expect(unknown).toBeGreaterThan(0.1);
    expect(unknown).toBeLessThan(0.3);
  });
});

describe('a slip of the finger', () => {
  it.each([
    ['corden', 'codren'],
    ['ab', 'ba'],
    ['words', 'wrods'],
  ])('makes of %s %s', (word, expected) => {
    expect(misspell(word)).toBe(expected);
  });
});

function sorted(word: string): string {
  return word.split('').sort().join('');
}
