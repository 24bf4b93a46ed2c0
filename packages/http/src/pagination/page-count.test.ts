import { describe, expect, it } from '@jest/globals';
import { pageCount } from '../parameters.ts';

describe('pageCount', () => {
  it.each([
    [0, 10, 0],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
  ])('of %d items by %d is %d', (total, size, expected) => {
    expect(pageCount(total, size)).toBe(expected);
  });
});
