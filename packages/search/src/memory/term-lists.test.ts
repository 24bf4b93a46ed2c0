import { describe, expect, it } from '@jest/globals';
import { randomWords } from '../testing/random-texts.ts';
import { createTermLists } from './term-lists.ts';

describe('lists of terms by key', () => {
  it('have the terms of each key in order, and none of an unknown one', () => {
    const words = randomWords();
    const keys = words.map((word) => word.slice(0, 2));
    const lists = createTermLists((term) => keys[term] ?? '');
    const expected = new Map<string, number[]>();
    for (const [term, key] of keys.entries()) {
      const known = expected.get(key) ?? [];
      expect(lists.add(key, term)).toBe(known.at(-1) ?? -1);
      expected.set(key, [...known, term]);
    }
    for (const [key, terms] of expected) expect(lists.of(key)).toEqual(terms);
    expect([...lists.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    expect(lists.of('never')).toEqual([]);
    expect(lists.before(0)).toBe(-1);
  });
});
