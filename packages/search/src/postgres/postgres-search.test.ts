import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { SearchIndex } from '../port/search-index.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/search-database.ts';
import { describeSearchIndex } from '../testing/search-index-contract.ts';
import { createPostgresSearch } from './postgres-search.ts';

describeSearchIndex('PostgreSQL', async () => {
  const { database, close } = await openSearchDatabase();
  return { index: createPostgresSearch(database), close };
});

describe('the table of words', () => {
  let opened: SearchDatabase;
  let index: SearchIndex;

  beforeAll(async () => {
    opened = await openSearchDatabase();
    index = createPostgresSearch(opened.database);
  });
  afterAll(() => opened.close());

  const write = (tenant: number, id: number, title: string) =>
    index.put({ id: tenant, language: 'en' }, [{ id, fields: [title], facets: {} }]);
  const counts = (tenant: number) =>
    opened.database.any('select word, documents from search_words where tenant_id = $1 order by word', [
      tenant,
    ]);

  it('counts documents per word, and all of them under the empty word', async () => {
    await write(1, 1, 'rose');
    await write(1, 2, 'tulip');
    await write(1, 2, 'rose');
    expect(await counts(1)).toEqual([
      { word: '', documents: 2 },
      { word: '=rose', documents: 2 },
      { word: '=tulip', documents: 0 },
      { word: 'rose', documents: 2 },
      { word: 'tulip', documents: 0 },
    ]);
  });

  it('keeps nothing of a tenant without documents', async () => {
    await write(2, 1, 'rose');
    await write(3, 1, 'rose');
    await index.remove({ id: 2, language: '' }, [1]);
    expect(await counts(2)).toEqual([]);
    expect(await counts(3)).toHaveLength(3);
  });
});

describe('two swapped letters', () => {
  let opened: SearchDatabase;
  let index: SearchIndex;

  const TITLES: Record<string, string[]> = {
    sv: ['Byt lösenord', 'Långa lösenord', 'Konto'],
    en: ['A brain', 'Another bairn', 'The third bairn', 'The trial from Erfurt', 'Order 10240', 'A trail'],
    xx: ['Lettres apart', 'A letter apart'],
    ja: ['スパ'],
  };
  const tenantOf = (language: string) => ({ id: Object.keys(TITLES).indexOf(language) + 1, language });

  beforeAll(async () => {
    opened = await openSearchDatabase();
    index = createPostgresSearch(opened.database);
    for (const [language, titles] of Object.entries(TITLES)) {
      const documents = titles.map((title, place) => ({ id: place + 1, fields: [title], facets: {} }));
      await index.put(tenantOf(language), documents);
    }
  });
  afterAll(() => opened.close());

  const search = (language: string, text: string) =>
    index.search({
      tenant: tenantOf(language),
      query: createAnalyzer(language).query(text),
      offset: 0,
      limit: 10,
    });

  it.each([
    ['inside', 'sv', 'lösenrod', 'lösenord', [1, 2]],
    ['at the beginning', 'sv', 'ölsenord', 'lösenord', [1, 2]],
    ['at the end', 'sv', 'lösenodr', 'lösenord', [1, 2]],
    ['whatever the case', 'sv', 'LÖSENROD', 'lösenord', [1, 2]],
    ['by those who cannot type all letters', 'sv', 'losenrod', 'losenord', [1, 2]],
    ['of another form than the texts have', 'sv', 'lösenroden', 'lösenorden', [1, 2]],
    ['of one word among others', 'sv', 'byt lösenrod', 'lösenord', [1]],
    ['of several words, for the most frequent', 'en', 'barin', 'bairn', [2, 3]],
    ['rather than another slip', 'xx', 'lettre apart', 'letter', [2]],
  ])('are swapped back: %s', async (_, language, query, correction, ids) => {
    const result = await search(language, query);
    expect(result.corrections).toEqual([correction]);
    expect(result.ids.toSorted((a, b) => a - b)).toEqual(ids);
  });

  it.each([
    ['the word is known', 'en', 'trial brain', []],
    ['the word has fewer than five letters', 'en', 'form', []],
    ['it is a number', 'en', '10420', []],
    ['only a part of a word would be known, where no spaces are written', 'ja', 'パスワード', []],
  ])('stay when %s', async (_, language, query, ids) => {
    const result = await search(language, query);
    expect(result.corrections).toEqual([]);
    expect(result.ids.toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe('words adjacent in the query', () => {
  const RARELY = 'red rose. ';
  let opened: SearchDatabase;
  let index: SearchIndex;

  beforeAll(async () => {
    opened = await openSearchDatabase();
    index = createPostgresSearch(opened.database);
  });
  afterAll(() => opened.close());

  /** Two documents with equal word counts, once adjacent and several times. */
  async function write(tenant: number, times: number): Promise<void> {
    const apart = (count: number) => `${'red or '.repeat(count)}${'rose or '.repeat(count)}`;
    const texts = [RARELY + apart(times + 2), RARELY.repeat(3) + apart(times)];
    const documents = texts.map((text, place) => ({ id: place + 1, fields: ['', text], facets: {} }));
    await index.put({ id: tenant, language: 'xx' }, documents);
  }
  const find = async (tenant: number, text: string) =>
    (
      await index.search({
        tenant: { id: tenant, language: 'xx' },
        query: createAnalyzer('xx').query(text),
        offset: 0,
        limit: 10,
      })
    ).ids;

  it.each([
    ['two words', 'red rose'],
    ['the parts of an identifier', 'red-rose'],
  ])('count each adjacent occurrence: %s', async (_, query) => {
    await write(1, 5);
    expect(await find(1, query)).toEqual([2, 1]);
  });

  it.each([
    ['two words', 'red rose'],
    ['the parts of an identifier', 'red-rose'],
  ])('are estimated among hundreds, since counting is quadratic: %s', async (_, query) => {
    await write(2, 100);
    expect(await find(2, query)).toEqual([1, 2]);
  });

  it('rank above words that are never adjacent, even among hundreds', async () => {
    const texts = [
      `${'red or '.repeat(101)}${'rose or '.repeat(101)}`,
      `${'red or '.repeat(100)}red rose ${'or rose '.repeat(100)}`,
    ];
    const documents = texts.map((text, place) => ({ id: place + 1, fields: ['', text], facets: {} }));
    await index.put({ id: 3, language: 'xx' }, documents);
    expect(await find(3, 'red rose')).toEqual([2, 1]);
  });
});
