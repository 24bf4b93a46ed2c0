import { describe, expect, it } from '@jest/globals';
import { fill } from './fill.ts';
import { createPhrasings } from './phrasing.ts';

const DAY = new Date('2026-11-21T23:59:59Z');

const phrasingOf = createPhrasings('dialogs');

describe('a phrasing', () => {
  it.each([
    ['pl', 1, '1 komentarz'],
    ['pl', 3, '3 komentarze'],
    ['pl', 5, '5 komentarzy'],
    ['sv', 1, '1 kommentar'],
    ['sv', 12_345, '12 345 kommentarer'],
    ['de', 12_345, '12.345 Kommentare'],
    ['hu', 2, '2 comments'],
  ])('in %s counts %d as "%s"', (language, n, text) => {
    const phrasing = phrasingOf(language);
    expect(phrasing.count(phrasing.words.commentCount, n).replace(/\s/g, ' ')).toBe(text);
  });

  it('is created once for each language', () => {
    expect(phrasingOf('sv')).toBe(phrasingOf('sv'));
  });

  it('precomputes counts for scripts', () => {
    const { countsUpTo, words } = createPhrasings('guides')('en');
    expect(countsUpTo(2, words.guideCount)).toEqual(['0 guides', '1 guide', '2 guides']);
  });

  it.each([
    ['en', '21 November 2026'],
    ['sv', '21 november 2026'],
    ['de', '21. November 2026'],
    ['pl', '21 listopada 2026'],
    ['ja', '21 November 2026'],
  ])('in %s writes a day as "%s", wherever the server is', (language, text) => {
    expect(phrasingOf(language).date(DAY)).toBe(text);
  });

  it.each([
    ['sv', 'ltr'],
    ['ar', 'rtl'],
    ['he', 'rtl'],
    ['ps', 'rtl'],
  ])('in %s is read from %s', (language, direction) => {
    expect(phrasingOf(language).direction).toBe(direction);
  });
});

it('fills in named values, but no inherited properties', () => {
  expect(fill('{a} {b} {toString}', { a: 1, b: '{a}' })).toBe('1 {a} {toString}');
});
