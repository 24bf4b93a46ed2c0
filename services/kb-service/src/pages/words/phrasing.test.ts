import { findWordFaults } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { phrasingOf, WORDS } from './phrasing.ts';

const DAY = new Date('2026-11-21T23:59:59Z');

describe('the words of pages', () => {
  it('are there in twelve languages', () => {
    expect(Object.keys(WORDS)).toHaveLength(12);
  });

  it('say the same in each of them', () => {
    expect(findWordFaults(WORDS)).toEqual([]);
  });

  it.each([
    ['pl', 1, '1 poradnik'],
    ['pl', 3, '3 poradniki'],
    ['pl', 5, '5 poradników'],
    ['sv', 1, '1 guide'],
    ['sv', 12_345, '12 345 guider'],
    ['de', 12_345, '12.345 Anleitungen'],
    ['hu', 2, '2 guides'],
  ])('in %s count %d as "%s"', (language, n, text) => {
    const phrasing = phrasingOf(language);
    expect(phrasing.count(phrasing.words.guideCount, n).replace(/\s/g, ' ')).toBe(text);
  });

  it('are counted beforehand for scripts', () => {
    const { countsUpTo, words } = phrasingOf('en');
    expect(countsUpTo(2, words.guideCount)).toEqual(['0 guides', '1 guide', '2 guides']);
  });

  it.each([
    ['en', '21 November 2026'],
    ['sv', '21 november 2026'],
    ['de', '21. November 2026'],
    ['pl', '21 listopada 2026'],
    ['ja', '21 November 2026'],
  ])('in %s write a day as "%s", wherever the server is', (language, text) => {
    expect(phrasingOf(language).date(DAY)).toBe(text);
  });

  it.each([
    ['sv', 'ltr'],
    ['ar', 'rtl'],
    ['he', 'rtl'],
    ['ps', 'rtl'],
  ])('in %s are read from %s', (language, direction) => {
    expect(phrasingOf(language).direction).toBe(direction);
  });
});
