import { describe, expect, it } from '@jest/globals';
import type { CandidateRequest, EngineWord } from '../port.ts';
import { facetToken } from './engine-document.ts';
import { filterOf, rankingQuery } from './meilisearch-index.ts';

const word = (stems: string[], forms: string[] = []): EngineWord => ({ stems, forms });

describe('the filter of a search', () => {
  const filter = (words: EngineWord[], request: Partial<CandidateRequest> = {}) =>
    filterOf({ tenant: { id: 7, language: 'en' }, words, ...request });

  it.each<[string, EngineWord[], string]>([
    ['any word', [word(['vacuum']), word(['tabl'])], 'words IN [svacuum, stabl]'],
    [
      'any stem or form of a word',
      [word(['vacuum', 'tidi'], ['cleaned'])],
      'words IN [svacuum, stidi, fcleaned]',
    ],
    ['letters of their own', [word(['får'])], 'words IN [sfz006dr]'],
    ['each expression once', [word(['rose']), word(['rose', 'tulip'])], 'words IN [srose, stulip]'],
    ['nothing without words', [], 'words IN []'],
    ['nothing but words', [word([`x] OR tenant = 2 OR words IN ["`])], `words IN [${'sx'}`],
  ])('is for %s', (_, words, expected) => {
    const [tenant, hidden, found] = filter(words);
    expect([tenant, hidden]).toEqual(['tenant = 7', 'hidden = false']);
    expect(found?.slice(0, expected.length)).toBe(expected);
    expect(found).toMatch(/^words IN \[[a-z0-9, ]*\]$/);
  });

  it.each<[string, Partial<CandidateRequest>, string[]]>([
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
    expect(filter([word(['rose'])], request)).toEqual([...expected, 'words IN [srose]']);
  });
});

describe('the ranking of a search', () => {
  it.each<[string, EngineWord[], string]>([
    ['by stems', [word(['vacuum']), word(['tabl'])], '"every" svacuum stabl'],
    ['by forms', [word([], ['vacuuming'])], '"every" fvacuuming'],
    [
      'by the first expression of each word, then by the second of each',
      [word(['fakt', 'räkn'], ['fakturor']), word(['bet'])],
      '"every" sfakt sbet srz006ckn ffakturor',
    ],
    ['by each once', [word(['rose', 'tulip']), word(['tulip', 'rose'])], '"every" srose stulip'],
    ['by ten at most', [word('abcdefghijk'.split(''))], '"every" sa sb sc sd se sf sg sh si'],
    ['by nothing without words', [], '"every"'],
  ])('goes %s', (_, words, expected) => {
    expect(rankingQuery(words)).toBe(expected);
  });
});
