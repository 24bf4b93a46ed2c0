import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { createBestFirst } from './best-first.ts';
import { MATCHED_AT_ONCE } from './score-matches.ts';

/** In no order, many of them equal. */
function scoresOf(count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, number) => ((number * 7_919) % 1_009) / 7);
}

function sorted(scores: Float32Array): number[] {
  return [...scores.keys()].sort((some, other) => (scores[other] ?? 0) - (scores[some] ?? 0) || some - other);
}

/** The best of matches that come some at a time. */
async function bestOf(scores: Float32Array, wanted: number, slice: TimeSlice = startTimeSlice()) {
  const best = createBestFirst({ wanted, size: scores.length }, slice);
  for (let begin = 0; begin < scores.length; begin += MATCHED_AT_ONCE) {
    const own = scores.subarray(begin, begin + MATCHED_AT_ONCE);
    const numbers = Uint32Array.from(own.keys(), (place) => begin + place);
    await best.add({ count: own.length, numbers, scores: own });
  }
  return { numbers: await best.numbers(), total: best.total };
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
    [50_000, 1e9],
  ])('of %i, the first %i, are in order of score, then number', async (count, wanted) => {
    const scores = scoresOf(count);
    const { numbers, total } = await bestOf(scores, wanted);
    expect([numbers, total]).toEqual([sorted(scores).slice(0, wanted), count]);
  });

  it('are sorted with turns of the event loop in between', async () => {
    let turns = 0;
    const next = async () => {
      turns += 1;
    };
    await bestOf(scoresOf(50_000), 50_000, { isOver: true, next });
    expect(turns).toBeGreaterThan(100);
  });
});
