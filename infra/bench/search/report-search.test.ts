import { describe, expect, it } from '@jest/globals';
import { isWithin } from './report-search.ts';

describe('what a search may cost', () => {
  it.each([
    [2.5, 1, true],
    [2.6, 1, false],
    [6.5, 5, true],
    [6.6, 5, false],
    [13, 10, true],
    [13.1, 10, false],
  ])('%d ms over what takes %d ms by itself: %s', (api, beneath, expected) => {
    expect(isWithin({ api, beneath })).toBe(expected);
  });
});
