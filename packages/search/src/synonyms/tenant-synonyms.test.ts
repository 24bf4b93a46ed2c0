import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import type { SearchIndex } from '../port.ts';
import { type Asking, createAsking, ENGLISH, NEIGHBOUR } from '../testing/contract-documents.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import {
  addSynonyms,
  deleteSynonyms,
  listSynonyms,
  parseSynonymFile,
  removeSynonyms,
  useEverydaySynonyms,
} from './tenant-synonyms.ts';

let opened: SearchDatabase;
let index: SearchIndex;
let find: Asking['find'];

beforeAll(async () => {
  opened = await openSearchDatabase();
  index = createEmbeddedSearch(opened.database);
  ({ find } = createAsking(() => index));
  const documents = ['Gizmo', 'A red widget', 'The widget is red', 'Log in', 'Violets'].map(
    (title, place) => ({
      id: place + 1,
      fields: [title],
      facets: {},
    }),
  );
  for (const tenant of [ENGLISH, NEIGHBOUR]) await index.put(tenant, documents);
});
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.database.none('truncate search_synonyms');
  await useEverydaySynonyms(opened.database, ENGLISH.id, true);
});

const add = (...groups: string[][]) => addSynonyms(opened.database, ENGLISH, groups);
const list = () => listSynonyms(opened.database, ENGLISH.id);

describe('the synonyms of a tenant', () => {
  it('find each other at once, after the word itself', async () => {
    expect(await find('gizmo')).toEqual([1]);
    await add(['gizmo', 'widget']);
    expect(await find('gizmo')).toEqual([1, 2, 3]);
    expect((await find('widgets')).toSorted()).toEqual([1, 2, 3]);
  });

  it('may be phrases, whose words stand together', async () => {
    await add(['gizmo', 'red widget']);
    expect(await find('gizmo')).toEqual([1, 2]);
  });

  it('find no more once they are removed', async () => {
    await add(['gizmo', 'widget']);
    await removeSynonyms(opened.database, ENGLISH, [' widget', 'gizmo']);
    expect([await find('gizmo'), await list()]).toEqual([[1], []]);
  });

  it('leave with the tenant', async () => {
    await add(['gizmo', 'widget'], ['rose', 'tulip']);
    await deleteSynonyms(opened.database, ENGLISH.id);
    expect(await list()).toEqual([]);
  });

  it('are of one tenant alone', async () => {
    await add(['gizmo', 'widget']);
    expect(await find('gizmo', { tenant: NEIGHBOUR })).toEqual([1]);
    expect(await listSynonyms(opened.database, NEIGHBOUR.id)).toEqual([]);
  });

  it('may go in circles', async () => {
    await add(['gizmo', 'widget'], ['widget', 'violets'], ['violets', 'gizmo']);
    expect((await find('gizmo')).toSorted()).toEqual([1, 2, 3, 5]);
  });

  it('stand beside everyday synonyms, which can be turned off', async () => {
    expect(await find('login')).toEqual([4]);
    await useEverydaySynonyms(opened.database, ENGLISH.id, false);
    expect(await find('login')).toEqual([]);
    expect(await find('login', { tenant: NEIGHBOUR })).toEqual([4]);
    await add(['login', 'gizmo']);
    expect(await find('login')).toEqual([1]);
  });

  it('are stored once, in order', async () => {
    expect(await add(['widget', 'gizmo'], ['b', 'a'])).toBe(2);
    expect(await add(['gizmo', 'widget'], [' a ', 'b', 'b'], ['c', 'd'])).toBe(1);
    expect(await list()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['gizmo', 'widget'],
    ]);
  });

  it('may differ in case beside others, which counts once', async () => {
    await add(['login', 'sign in', 'Login'], ['C#', 'C++', 'C']);
    expect(await list()).toEqual([
      ['C', 'C#', 'C++'],
      ['Login', 'sign in'],
    ]);
  });

  it.each([
    ['of one word', ['gizmo']],
    ['of the same word', ['gizmo', ' gizmo ']],
    ['of the same word in capitals', ['gizmo', 'Gizmo', 'GIZMO']],
    ['that would be a comment in a file', ['gizmo', '#gizmo2']],
    ['of which a comma in a file would make two', ['gizmo', 'red, round']],
    ['of nothing to search for', ['gizmo', '???']],
    ['of nothing', ['gizmo', '']],
    ['of too many words', Array.from({ length: 21 }, (_, word) => `w${word}`)],
    ['of too long words', ['gizmo', 'x'.repeat(101)]],
  ])('are refused %s, with all that were added beside them', async (_, group) => {
    await expect(add(['a', 'b'], group)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await list()).toEqual([]);
  });

  it('that are unknown cannot be removed', async () => {
    await expect(removeSynonyms(opened.database, ENGLISH, ['gizmo', 'widget'])).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});

describe('a file of synonyms', () => {
  it.each([
    ['', []],
    ['a, b', [['a', ' b']]],
    [
      'a, b\r\n\r\n  c,d  \n',
      [
        ['a', ' b'],
        ['c', 'd'],
      ],
    ],
    ['# a comment\na, b\n  # another', [['a', ' b']]],
    ['alone', [['alone']]],
  ])('has a group on each line: %j', (text, groups) => {
    expect(parseSynonymFile(text)).toEqual(groups);
  });
});
