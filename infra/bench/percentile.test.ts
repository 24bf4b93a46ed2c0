import { describe, expect, it } from '@jest/globals';
import { percentile } from './percentile.ts';

describe('a percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it.each([
    [0, 1],
    [0.5, 50],
    [0.95, 95],
    [1, 100],
  ])('%d of a hundred numbers in any order', (share, expected) => {
    expect(percentile(hundred, share)).toBe(expected);
  });

  it('is one of the numbers, however few they are', () => {
    expect(percentile([3, 1, 2], 0.95)).toBe(3);
    expect(percentile([3, 1, 2], 0.5)).toBe(2);
    expect(percentile([7], 0.5)).toBe(7);
  });

  it('of nothing is no number', () => {
    expect(percentile([], 0.95)).toBeNaN();
  });
});
