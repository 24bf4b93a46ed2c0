import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

  it('says in how many documents each word stands, under the empty word how many there are', async () => {
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

  it('keeps nothing of a tenant whose documents are gone', async () => {
    await write(2, 1, 'rose');
    await write(3, 1, 'rose');
    await index.remove({ id: 2, language: '' }, [1]);
    expect(await counts(2)).toEqual([]);
    expect(await counts(3)).toHaveLength(3);
  });
});
