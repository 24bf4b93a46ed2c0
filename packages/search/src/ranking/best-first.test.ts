import { describe, expect, it } from '@jest/globals';
import { bestFirst } from './best-first.ts';

/** Scores in no order, many of them equal. */
function matchesOf(count: number) {
  const scores = Float32Array.from({ length: count }, (_, number) => ((number * 7_919) % 1_009) / 7);
  const numbers = Uint32Array.from({ length: count }, (_, place) => count - 1 - place);
  return { numbers, scores };
}

function sorted({ numbers, scores }: ReturnType<typeof matchesOf>): number[] {
  return [...numbers].sort((some, other) => (scores[other] ?? 0) - (scores[some] ?? 0) || some - other);
}

describe('the best matches', () => {
  it.each([
    [0, 50],
    [1, 50],
    [50, 50],
    [199, 50],
    [5_000, 1],
    [5_000, 50],
    [20_000, 3_000],
    [50_000, 50_000],
    [50_000, 49_999],
  ])('of %i, the first %i, are in order of score, then number', async (count, wanted) => {
    const matches = matchesOf(count);
    expect(await bestFirst(matches, wanted)).toEqual(sorted(matches).slice(0, wanted));
  });

  it('are sorted with turns of the event loop in between', async () => {
    let turns = 0;
    const next = async () => {
      turns += 1;
    };
    await bestFirst(matchesOf(50_000), 50_000, { isOver: true, next });
    expect(turns).toBeGreaterThan(100);
  });
});
