import { startTimeSlice } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { SignTable, signsOf } from './sign-table.ts';

const bytes = (...numbers: number[]) => Int8Array.from(numbers);
const order = async (table: SignTable, query: Int8Array) => {
  const byDistance = await table.byDistance(signsOf(query), startTimeSlice());
  return Object.entries(byDistance).map(([distance, ids]) => [Number(distance), ...ids]);
};

describe('a table of signs', () => {
  it('orders documents by the signs in which their nearest passage differs', async () => {
    const table = new SignTable(3);
    table.put(1, bytes(1, 1, -1), 1);
    table.put(2, bytes(-1, -1, -1, 1, 1, 1), 2);
    table.put(3, bytes(-1, 0, 0), 1);
    table.put(4, bytes(1, 1, -5), 1);
    expect(await order(table, bytes(1, 1, 1))).toEqual([
      [0, 2],
      [1, 1, 4],
      [3, 3],
    ]);
    expect(table.passages).toBe(5);
  });

  it.each([1, 31, 32, 33, 384, 1_000])('counts all of %d signs', async (dimension) => {
    const table = new SignTable(dimension);
    table.put(1, new Int8Array(dimension).fill(1), 1);
    table.put(2, new Int8Array(dimension).fill(-1), 1);
    expect(await order(table, new Int8Array(dimension).fill(1))).toEqual([
      [0, 1],
      [dimension, 2],
    ]);
  });

  it('forgets removed documents, also of thousands', async () => {
    const table = new SignTable(2);
    for (let id = 1; id <= 5_000; id += 1) table.put(id, bytes(1, 1, id % 2 === 0 ? 1 : -1, -1), 2);
    for (let id = 1; id <= 4_998; id += 1) table.remove(id);
    table.remove(1);
    table.put(7, bytes(-1, -1), 1);
    expect(await order(table, bytes(1, 1))).toEqual([
      [0, 4_999, 5_000],
      [2, 7],
    ]);
    expect(table.passages).toBe(5);
    expect(table.bytes).toBeLessThan(30_000);
    table.remove(4_999);
    expect(await order(table, bytes(-1, 1))).toEqual([[1, 5_000, 7]]);
  });

  it('is empty at first', async () => {
    expect(await order(new SignTable(2), bytes(1, 1))).toEqual([]);
  });
});
