import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createMatcher } from './marks.ts';

function marked(language: string, query: string, text: string, reported: string[] = []): string[] {
  const analyzer = createAnalyzer(language);
  const matches = createMatcher(
    analyzer.query(query).words,
    reported.flatMap((text) => analyzer.words(text)),
  );
  return analyzer
    .words(text)
    .filter(matches)
    .map(({ start, end }) => text.slice(start, end));
}

describe('a word is marked', () => {
  it.each([
    ['in the same form', 'en', 'server down', 'The server', ['server']],
    ['in another form', 'en', 'connect x', 'connections, connecting', ['connections', 'connecting']],
    ['in capitals and with accents', 'en', 'cafe x', 'CAFÉ', ['CAFÉ']],
    ['without its own letters', 'sv', 'goteborg x', 'Göteborgs', ['Göteborgs']],
    ['with own letters where none stand', 'sv', 'göteborg x', 'Goteborg', ['Goteborg']],
    ['when it begins like the last word', 'en', 'x dat', 'date, database', ['date', 'database']],
    ['when it begins like the last word but for own letters', 'sv', 'x goteb', 'Göteborg', ['Göteborg']],
    ['as a whole and as a part', 'en', 'json', 'settings.json', ['json']],
  ])('%s', (_title, language, query, text, expected) => {
    expect(marked(language, query, text)).toEqual(expected);
  });

  it('when the engine reported its form or stem', () => {
    expect(marked('en', 'conection x', 'my connections', ['connections'])).toEqual(['connections']);
    expect(marked('en', 'conection x', 'my connections', ['connect'])).toEqual(['connections']);
    expect(marked('en', 'conection x', 'connects', ['connections'])).toEqual(['connects']);
  });

  it('with or without the language’s own letters when the engine reported it folded', () => {
    expect(marked('sv', 'losenrod x', 'Ett lösenord', ['losenord'])).toEqual(['lösenord']);
  });
});

describe('a word is not marked', () => {
  it.each([
    ['that begins like another word than the last', 'en', 'dat x', 'database'],
    ['that only holds the last word', 'en', 'base', 'database'],
    ['when nothing is asked for', 'en', '???', 'database'],
    ['that is another letter', 'sv', 'får x', 'för'],
  ])('%s', (_title, language, query, text) => {
    expect(marked(language, query, text)).toEqual([]);
  });
});

it('returns the query word it matches', () => {
  const analyzer = createAnalyzer('en');
  const answer = createMatcher(analyzer.query('settings dat').words, analyzer.words('servr'));
  expect(analyzer.words('setting database servr other').map(answer)).toEqual([
    'set',
    'dat',
    'servr',
    undefined,
  ]);
});
