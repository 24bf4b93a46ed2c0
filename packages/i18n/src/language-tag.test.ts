import { describe, expect, it } from '@jest/globals';
import { fallbacksOf, languageOf, nearestLanguage, parseLanguageTag } from './language-tag.ts';

describe('a language tag', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    [' pt-br ', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
    ['ZH-HANT-tw', 'zh-Hant-TW'],
    ['fil', 'fil'],
    ['ca-valencia', 'ca-valencia'],
    ['iw', 'he'],
  ])('%j is %s', (text, tag) => {
    expect(parseLanguageTag(text)).toBe(tag);
  });

  it.each([
    '',
    'd',
    'swe',
    'qqq',
    'english',
    'de-u-co-phonebk',
    'x-private',
    'i-klingon',
    'de-',
    '-de',
    'de,en',
    'ä',
  ])('%j is none', (text) => {
    expect(parseLanguageTag(text)).toBeUndefined();
  });

  it('has a language', () => {
    expect(['sv', 'pt-BR'].map(languageOf)).toEqual(['sv', 'pt']);
  });
});

describe('a missing translation', () => {
  const LANGUAGES = ['en', 'de', 'pt', 'pt-BR', 'zh-Hans', 'zh-TW', 'sr', 'sr-Latn'];

  it.each([
    ['pt-BR', ['pt', 'en']],
    ['de-CH', ['de', 'en']],
    ['pt', ['en']],
    ['zh-TW', ['en']],
    ['zh-Hans', ['en']],
    ['sr-Latn', ['en']],
    ['en-GB', ['en']],
    ['en', []],
  ])('in %s has the text of %j', (tag, fallbacks) => {
    expect(fallbacksOf(tag, LANGUAGES)).toEqual(fallbacks);
  });

  it('has no text of a main language in another script', () => {
    expect(fallbacksOf('zh-TW', ['zh-CN', 'zh-TW', 'en'])).toEqual([]);
    expect(fallbacksOf('zh-TW', ['zh-CN', 'zh-Hant', 'zh-TW'])).toEqual(['zh-Hant']);
  });
});

describe('a language that is asked for', () => {
  it.each([
    ['de', ['en', 'de'], 'de'],
    ['de-CH', ['en', 'de-AT', 'de'], 'de'],
    ['pt-PT', ['en', 'pt-BR'], 'pt-BR'],
    ['zh-HK', ['en', 'zh-CN', 'zh-Hant'], 'zh-Hant'],
    ['zh-HK', ['en', 'zh-CN'], 'en'],
    ['fi', ['en', 'sv'], 'en'],
  ])('%s of %j is answered in %s', (asked, languages, nearest) => {
    expect(nearestLanguage(asked, languages)).toBe(nearest);
  });
});
