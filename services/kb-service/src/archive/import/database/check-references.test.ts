import { describe, expect, it } from '@jest/globals';
import { findCycle } from './check-references.ts';

describe('findCycle', () => {
  it.each([
    ['none', [], undefined],
    [
      'a tree',
      [
        ['a', undefined],
        ['b', 'a'],
        ['c', 'a'],
        ['d', 'c'],
      ],
      undefined,
    ],
    ['a parent that is not known', [['a', 'x']], undefined],
    ['a category above itself', [['a', 'a']], ['a', 'a']],
    [
      'two',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['a', 'b', 'a'],
    ],
    [
      'a way that leads into a round',
      [
        ['start', 'b'],
        ['b', 'c'],
        ['c', 'b'],
      ],
      ['b', 'c', 'b'],
    ],
  ] as [string, [string, string | undefined][], string[] | undefined][])('%s', (_, parents, cycle) => {
    expect(findCycle(new Map(parents))).toEqual(cycle);
  });

  it('takes one look at each of 100,000 categories in a row', () => {
    const row = Array.from({ length: 100_000 }, (_, i): [string, string] => [`c${i}`, `c${i + 1}`]);
    expect(findCycle(new Map(row))).toBeUndefined();
  });
});
