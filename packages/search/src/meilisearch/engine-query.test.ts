import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { SearchRequest } from '../port/search-index.ts';
import { filterOf, rankingQuery } from './engine-query.ts';
import { facetToken } from './tokens.ts';

const wordsOf = (query: string, language = 'en') => createAnalyzer(language).query(query).words;

describe('the filter of a search', () => {
  const filter = (query: string, request: Partial<SearchRequest> = {}, language = 'en') =>
    filterOf({ tenant: { id: 7, language }, ...request }, wordsOf(query, language));

  it.each([
    [
      'each word in any form, the last also as a beginning',
      'vacuuming tables',
      'en',
      ['words = svacuum', 'words = stabl OR words STARTS WITH stabl OR words STARTS WITH ftabl'],
    ],
    [
      'a word with letters of its own also without them',
      'får ull',
      'sv',
      [
        'words = sfz006dr OR words = sfar',
        'words = sull OR words STARTS WITH sull OR words STARTS WITH full',
      ],
    ],
    [
      'an identifier also by its parts',
      'ERR_42 x',
      'en',
      ['words = serrz002n42 OR words = serr AND words = s42', 'words = sx'],
    ],
  ])('is for %s', (_, query, language, expected) => {
    expect(filter(query, {}, language)).toEqual(['tenant = 7', 'hidden = false', ...expected]);
  });

  it.each<[string, Partial<SearchRequest>, string[]]>([
    ['hidden documents, too', { hiddenToo: true }, ['tenant = 7']],
    [
      'all facets',
      { facets: { tag: ['a', 'b'] } },
      [
        'tenant = 7',
        'hidden = false',
        `facets = ${facetToken('tag', 'a')}`,
        `facets = ${facetToken('tag', 'b')}`,
      ],
    ],
    [
      'some facets',
      { someFacets: { tag: ['a', 'b'] } },
      ['tenant = 7', 'hidden = false', `facets IN [${facetToken('tag', 'a')}, ${facetToken('tag', 'b')}]`],
    ],
    ['one of no facets', { someFacets: { tag: [] } }, ['tenant = 7', 'hidden = false', 'facets IN []']],
    [
      'documents that are not excluded',
      { exclude: [3, 4] },
      ['tenant = 7', 'hidden = false', 'id NOT IN [3, 4]'],
    ],
  ])('asks for %s', (_, request, expected) => {
    expect(filter('', request)).toEqual(expected);
  });
});

describe('the ranking of a search', () => {
  it.each([
    ['by stems', 'vacuuming tables', 'en', [], '"every" svacuum stabl'],
    ['by the exact form of one word alone', 'vacuuming', 'en', [], '"every" svacuum fvacuuming'],
    ['by letters of their own, then without them', 'får ull', 'sv', [], '"every" sfz006dr sull sfar'],
    [
      'by completions of the last word',
      'table partitio',
      'en',
      ['partit'],
      '"every" stabl spartitio spartit',
    ],
    ['by each once', 'får far', 'sv', ['far'], '"every" sfz006dr sfar'],
    ['by ten at most', 'a b c d e f g h i j k', 'en', [], '"every" sa sb sc sd se sf sg sh si'],
  ])('goes %s', (_, query, language, completions, expected) => {
    expect(rankingQuery(wordsOf(query, language), completions)).toBe(expected);
  });

  it('ignores the form of a corrected word, which was not typed', () => {
    expect(rankingQuery([{ typed: 'vacuuming', form: 'vacuuming', stem: 'vacuum', parts: [] }], [])).toBe(
      '"every" svacuum',
    );
  });
});
