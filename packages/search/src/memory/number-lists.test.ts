import { describe, expect, it } from '@jest/globals';
import { createNumberLists, type NumberLists } from './number-lists.ts';

function begin(count: number): NumberLists {
  const lists = createNumberLists();
  for (let list = 0; list < count; list += 1) lists.add();
  return lists;
}

/** Fills lists in turns, each to its own length. */
function fill(lists: NumberLists, lengths: readonly number[], first = 0): void {
  for (let place = first; place < Math.max(...lengths); place += 1) {
    for (const [list, length] of lengths.entries()) if (place < length) lists.push(list, list * 1e6 + place);
  }
}

const numbersOf = (list: number, length: number) => Array.from({ length }, (_, place) => list * 1e6 + place);

describe('lists of numbers', () => {
  it('keep what is pushed, however they grow beside each other', () => {
    const lengths = [0, 1, 2, 3, 1_023, 1_024, 1_025, 5_000, ...Array.from({ length: 500 }, (_, n) => n)];
    const lists = begin(lengths.length);
    fill(lists, lengths);
    expect(lengths.map((_, list) => [...lists.of(list)])).toEqual(
      lengths.map((length, list) => numbersOf(list, length)),
    );
  });

  it('begin with numbers, and go on from there', () => {
    const lengths = [0, 1, 2, 3, 4, 5, 1_023, 1_024, 1_025, 5_000];
    const lists = createNumberLists();
    for (const [list, length] of lengths.entries()) lists.add(Uint32Array.from(numbersOf(list, length)));
    fill(
      lists,
      lengths.map((length) => length + 3),
      5_000,
    );
    for (const [list, length] of lengths.entries())
      for (let place = length; place < Math.min(length + 3, 5_000); place += 1)
        lists.push(list, list * 1e6 + place);
    expect(lengths.map((_, list) => [...lists.of(list)])).toEqual(
      lengths.map((length, list) => numbersOf(list, length + 3)),
    );
  });

  it('leave what a search reads as it is, once they are shared', () => {
    const lists = begin(3);
    fill(lists, [4, 1, 0]);
    lists.share();
    const read = lists.of(0);
    fill(lists, [5, 1, 0], 4);
    fill(lists, [5, 4, 4], 1);
    expect([...read]).toEqual(numbersOf(0, 4));
  });

  it('use again what others have outgrown before', () => {
    const lists = begin(2);
    fill(lists, [8, 0]);
    const blocks = [lists.of(0).buffer];
    fill(lists, [8, 4]);
    const part = lists.of(1);
    expect(part.buffer).toBe(blocks[0]);
    expect(part.byteOffset).toBeLessThan(lists.of(0).byteOffset);
  });
});
