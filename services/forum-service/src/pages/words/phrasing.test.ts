import { findWordFaults } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { phrasingOf, WORDS } from './phrasing.ts';

describe('the words of a forum', () => {
  it('are there in twelve languages', () => {
    expect(Object.keys(WORDS)).toHaveLength(12);
  });

  it('say the same in each of them', () => {
    expect(findWordFaults(WORDS)).toEqual([]);
  });

  it.each([
    ['pl', 1, '1 komentarz'],
    ['pl', 3, '3 komentarze'],
    ['pl', 5, '5 komentarzy'],
    ['sv', 1, '1 kommentar'],
    ['de', 12_345, '12.345 Kommentare'],
    ['hu', 2, '2 comments'],
  ])('in %s count %d as "%s"', (language, n, text) => {
    const phrasing = phrasingOf(language);
    expect(phrasing.count(phrasing.words.commentCount, n)).toBe(text);
  });
});
