import { describe, expect, it } from '@jest/globals';
import { countSlips } from './slips.ts';

describe('the distance between two words', () => {
  it.each([
    ['', '', 0],
    ['slot', 'slot', 0],
    ['', 'slot', 4],
    ['slot', '', 4],
    ['slt', 'slot', 1],
    ['slott', 'slot', 1],
    ['slat', 'slot', 1],
    ['solt', 'slot', 1],
    ['lsot', 'slot', 1],
    ['slto', 'slot', 1],
    ['vacuumng', 'vacuuming', 1],
    ['vacuumng', 'vacuum', 2],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
    ['😀a', 'a😀', 1],
  ])('%s, %s: %i', (typed, meant, slips) => {
    expect(countSlips(typed, meant)).toBe(slips);
  });
});
