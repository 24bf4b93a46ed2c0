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
    ['an unknown parent', [['a', 'x']], undefined],
    ['a category that is its own parent', [['a', 'a']], ['a', 'a']],
    [
      'two',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['a', 'b', 'a'],
    ],
    [
      'a path into a cycle',
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

  it('visits each of 100,000 nested categories once', () => {
    const row = Array.from({ length: 100_000 }, (_, i): [string, string] => [`c${i}`, `c${i + 1}`]);
    expect(findCycle(new Map(row))).toBeUndefined();
  });
});
