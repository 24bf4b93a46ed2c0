import { describe, expect, it } from '@jest/globals';
import { growthOf } from './memory.ts';

describe('the growth of a process', () => {
  const every10 = (seconds: number, bytesAt: (seconds: number) => number) =>
    Array.from({ length: seconds / 10 + 1 }, (_, index) => ({
      seconds: index * 10,
      bytes: bytesAt(index * 10),
    }));

  it.each([
    ['a megabyte a minute', 1_800, (seconds: number) => 9e7 + (seconds / 60) * 1e6, 1],
    [
      'nothing, but for a first third in which caches fill up',
      1_800,
      (seconds: number) => Math.min(seconds, 600),
      0,
    ],
    ['nothing, but up and down', 1_800, (seconds: number) => 9e7 + (seconds % 20) * 1e5, 0],
    ['less with time', 1_800, (seconds: number) => 9e7 - (seconds / 60) * 5e5, -0.5],
  ])('is %s', (_, seconds, bytesAt, expected) => {
    expect(growthOf(every10(seconds, bytesAt))).toBeCloseTo(expected, 1);
  });

  it('is not known after a minute', () => {
    expect(growthOf(every10(60, (seconds) => seconds * 1e6))).toBeUndefined();
  });
});
