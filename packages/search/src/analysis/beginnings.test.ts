import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from './analyzer.ts';

/** What is passed over in a text by whoever looks for a query. */
function empty(language: string, query: string, text: string): string[] {
  const analyzer = createAnalyzer(language);
  const sought = analyzer.query(query).flatMap((word) => [word, ...word.parts]);
  const words = analyzer.wordsLike(sought)(text);
  return words.filter(({ form }) => form === '').map(({ start, end }) => text.slice(start, end).trim());
}

describe('words like those of a query', () => {
  it.each([
    ['begin like it', 'en', 'server', 'The Servers s send our SITE', ['The', 's send our SITE']],
    ['with their first letter', 'en', 'end', 'Bend bends ends', ['Bend bends']],
    ['but for what the stem ends with instead', 'en', 'dying', 'He dies, did not doze', ['He', 'not']],
    ['or like any of them', 'en', 'opening server', 'The opened servers of our site', ['The', 'of our site']],
    ['or of their parts', 'en', 'plug-in', 'a plug in the wall', ['a', 'the wall']],
    ['or with the same digits', 'en', '42', '4 of 42 and 7', ['4 of', 'and 7']],
    ['or, where it has letters of its own, like it without marks', 'sv', 'åka', 'aka åka år', ['år']],
    ['or with a letter and a mark of its own', 'sv', 'åka', 'a\u030Aka bil', ['bil']],
    ['or like it but for marks', 'en', 'server', 'sérver ŝerver Sérveur écran čaj', ['Sérveur écran čaj']],
    ['or with a letter that is not Latin', 'en', 'server', 'сервер sервер naïve', ['naïve']],
    ['or with one that stands for two', 'de', 'strasse', 'ßa straße große', ['große']],
    ['or with one that another letter follows', 'de', 'öffnen', 'oeffnen ost öffnen', ['ost']],
    ['or with a mark', 'en', '.net', '.NET and more', ['and more']],
    ['or what may go on', 'en', 'email', 'an e-mail, mail', ['an', 'mail']],
    ['or behind one', 'en', 'net', 'a .NET "nets" and more', ['a', 'and more']],
    ['or, behind a sign that is not ASCII', 'en', 'email', 'e\u2011mail e\u00ADmail e’mail e«x x', ['x']],
    ['but not with such a sign', 'en', 'server', '“a” — b… « c »', ['“a” — b… « c »']],
    ['or behind a sign that is not ASCII', 'en', 'server', '2÷server “server” servers×2 a', ['a']],
    ['or behind what is elided', 'fr', 'été', "l'ete d'un livre", ["d'un livre"]],
    ['or in compounds and identifiers', 'en', 'json', 'my settings.json, x', ['my', 'x']],
    [
      'or with a capital in the middle',
      'en',
      'connections',
      'my maxConnections disconnect',
      ['my', 'disconnect'],
    ],
  ])('%s', (_, language, query, text, expected) => {
    expect(empty(language, query, text)).toEqual(expected);
  });

  it('have fewer letters in common with each word, the more there are', () => {
    expect(empty('en', 'connection', 'contact us')).toEqual(['contact us']);
    const query = 'connection server install upgrade restore backup folder printer';
    expect(empty('en', query, 'contact us')).toEqual(['us']);
  });

  it('begin like it but for marks, also where its stem without letters of its own is another', () => {
    const sought = [{ form: 'blåsor', stem: 'blås', folded: 'blox' }];
    expect(
      createAnalyzer('sv')
        .wordsLike(sought)('blåser bloxar')
        .map(({ stem }) => stem),
    ).toEqual(['blås', 'blox']);
  });

  it('may begin with anything when all are sought', () => {
    expect(
      empty('en', 'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9', 'any word'),
    ).toEqual([]);
  });

  it.each(['nl', 'ga', 'tr', 'fi', 'xx'])('may begin with anything in a language such as %s', (language) => {
    expect(empty(language, 'server', 'een twee drie')).toEqual([]);
  });
});
