import { describe, expect, it } from '@jest/globals';
import type { Line } from './archive-file.ts';
import { type Batch, inBatches } from './batches.ts';

async function* linesOf(count: number, bytes: number): AsyncGenerator<Line, void> {
  for (let number = 1; number <= count; number += 1) yield { number, bytes: new Uint8Array(bytes) };
}

describe('batches', () => {
  it.each([
    ['a thousand lines', 2_001, 10, [1_000, 2_000, 2_001]],
    ['fewer lines if they are long', 5, 3_000_000, [3, 5]],
    ['nothing', 0, 0, []],
  ])('consist of %s', async (_, count, bytes, ends) => {
    const batches: Batch[] = [];
    for await (const batch of inBatches(linesOf(count, bytes))) batches.push(batch);
    expect(batches.map(({ last }) => last)).toEqual(ends);
    expect(batches.flatMap(({ lines }) => lines)).toHaveLength(count);
  });
});
