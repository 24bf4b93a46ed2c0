import { createAnalyzer } from '@guidepost/search';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, MAIN_LANGUAGES, type PairKind, readPairs } from './pairs.ts';

const PAIRS = LANGUAGES.map((language) => ({ language, pairs: readPairs(language) }));

function count(language: string, wanted: PairKind): number {
  return readPairs(language).filter(({ kind }) => kind === wanted).length;
}

describe('pairs of word forms', () => {
  it.each(MAIN_LANGUAGES)('are at least sixty inflections, and ten derivations, in %s', (language) => {
    expect(count(language, 'inflection')).toBeGreaterThanOrEqual(60);
    expect(count(language, 'derivation')).toBeGreaterThanOrEqual(10);
  });

  it.each(LANGUAGES)('are at least twenty inflections in %s', (language) => {
    expect(count(language, 'inflection')).toBeGreaterThanOrEqual(20);
  });

  it('are a hundred of words that stay apart', () => {
    const apart = LANGUAGES.map((language) => count(language, 'apart'));
    expect(apart.reduce((sum, some) => sum + some)).toBeGreaterThanOrEqual(100);
  });

  it('stand once, in either order', () => {
    const pairs = PAIRS.flatMap(({ language, pairs }) =>
      pairs.map(({ words }) => [language, ...words.toSorted()].join(' ')),
    );
    expect(pairs.filter((pair, place) => pairs.indexOf(pair) !== place)).toEqual([]);
  });

  it('consist of two words that the analysis reads as one word each, and as different ones', () => {
    const wrong = PAIRS.flatMap(({ language, pairs }) => {
      const formOf = (word: string) => {
        const [read, ...others] = createAnalyzer(language).words(word);
        return read && others.length === 0 && read.end - read.start === word.length ? read.form : undefined;
      };
      return pairs
        .filter(({ words: [one, other] }) => !formOf(one) || !formOf(other) || formOf(one) === formOf(other))
        .map(({ words }) => `${language} ${words.join(' ')}`);
    });
    expect(wrong).toEqual([]);
  });

  it('are written in composed letters, as people type them', () => {
    const words = PAIRS.flatMap(({ pairs }) => pairs.flatMap((pair) => pair.words));
    expect(words.filter((word) => word !== word.normalize('NFC') || word !== word.trim())).toEqual([]);
  });

  it('are held out by turns, within each kind', () => {
    const inflections = readPairs('sv').filter(({ kind }) => kind === 'inflection');
    expect(inflections.slice(0, 4).map(({ isHeldOut }) => isHeldOut)).toEqual([false, true, false, true]);
    const [first] = readPairs('sv').filter(({ kind }) => kind === 'apart');
    expect(first?.isHeldOut).toBe(false);
  });
});
