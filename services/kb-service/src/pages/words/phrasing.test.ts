import { describe, expect, it } from '@jest/globals';
import { phrasingOf, WORDS } from './phrasing.ts';

const DAY = new Date('2026-11-21T23:59:59Z');

type Words = ReturnType<typeof phrasingOf>['words'];

/** What stands in braces, and the forms of a plural each by itself. */
function places(words: Words): Record<string, string[]> {
  const textsOf = (text: Words[keyof Words]) => (typeof text === 'string' ? [text] : Object.values(text));
  return Object.fromEntries(
    Object.entries(words).map(([key, text]) => [
      key,
      [...new Set(textsOf(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].toSorted(),
    ]),
  );
}

describe('the words of pages', () => {
  it('are there in twelve languages', () => {
    expect(Object.keys(WORDS)).toHaveLength(12);
  });

  describe.each(Object.keys(WORDS))('in %s', (language) => {
    const { words } = phrasingOf(language);

    it('have the same places for the same values', () => {
      expect(places(words)).toEqual(places(phrasingOf('en').words));
    });

    it('have a form for every number', () => {
      const phrasing = phrasingOf(language);
      for (const n of [0, 1, 2, 5, 22, 101, 1_000_000]) {
        for (const forms of Object.values(words).filter((text) => typeof text !== 'string')) {
          expect(phrasing.count(forms, n)).toMatch(/\d/);
          expect(phrasing.count(forms, n)).not.toMatch(/[{}]/);
        }
      }
    });

    it('are texts without markup or white space around them', () => {
      for (const text of Object.values(words).flatMap((one) =>
        typeof one === 'string' ? [one] : Object.values(one),
      ))
        expect(text).toMatch(/^[^<>&\s]([^<>&]*[^<>&\s])?$/);
    });
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
