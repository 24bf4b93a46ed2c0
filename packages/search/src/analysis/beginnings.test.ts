import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from './analyzer.ts';

/** The words of a text that are left empty by whoever looks for a query. */
function empty(language: string, query: string, text: string): string[] {
  const analyzer = createAnalyzer(language);
  const sought = analyzer.query(query).flatMap((word) => [word, ...word.parts]);
  const words = analyzer.wordsLike(sought)(text);
  return words.filter(({ form }) => form === '').map(({ start, end }) => text.slice(start, end));
}

describe('words like those of a query', () => {
  it.each([
    ['begin with the same letter', 'en', 'server', 'The Servers of our SITE', ['The', 'of', 'our']],
    ['or with that of any of them', 'en', 'open server', 'The servers of our site', ['The']],
    ['or of their parts', 'en', 'plug-in', 'a plug in the wall', ['a', 'the', 'wall']],
    ['or with the same digit', 'en', '42', '4 of 7', ['of', '7']],
    [
      'or, where these have letters of their own, with those without marks',
      'sv',
      'åka',
      'aka år bil',
      ['bil'],
    ],
    ['or with a letter and a mark of its own', 'sv', 'åka', 'a\u030Aka bil', ['bil']],
    ['or with a letter of another alphabet', 'en', 'server', 'сервер écran box', ['box']],
    ['or with a mark', 'en', 'net', '.NET and more', ['and', 'more']],
    ['behind what is elided', 'fr', 'été', "l'ete d'un livre", ['un', 'livre']],
    ['or stand in compounds and identifiers', 'en', 'json', 'my settings.json', ['my', 'settings']],
  ])('%s', (_, language, query, text, expected) => {
    expect(empty(language, query, text)).toEqual(expected);
  });

  it.each(['nl', 'ga', 'tr', 'xx'])('may begin with anything in a language such as %s', (language) => {
    expect(empty(language, 'server', 'een twee drie')).toEqual([]);
  });

  it('are as they always are, and where they always are', () => {
    const analyzer = createAnalyzer('en');
    const text = "Toolkit's settings.json, plug-ins: the SERVERS set it";
    const like = analyzer.wordsLike(analyzer.query('setting'))(text);
    const expected = analyzer
      .words(text)
      .map((word, index) => (like[index]?.form === '' ? { ...word, form: '', stem: '' } : word));
    expect(like).toEqual(expected);
    expect(like.filter(({ form }) => form !== '').map(({ stem }) => stem)).toEqual([
      'settings.json',
      'set',
      'plugin',
      'server',
      'set',
    ]);
  });
});
