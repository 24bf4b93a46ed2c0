import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { describeSearchIndex } from '../testing/search-index-contract.ts';
import {
  createEmbeddedSearch,
  type EmbeddedSearch,
  forgetRemoved,
  queueOutdated,
} from './embedded-search.ts';

describeSearchIndex('the embedded engine', async () => {
  const { database, close } = await openSearchDatabase();
  return { index: createEmbeddedSearch(database), close };
});

describe('the embedded engine', () => {
  const TENANT = { id: 1, language: 'en' };
  let opened: SearchDatabase;
  let search: EmbeddedSearch;

  beforeAll(async () => {
    opened = await openSearchDatabase();
    search = createEmbeddedSearch(opened.database);
    const titles = ['The vacuum daemon', 'Vacuuming every day', 'Roses'];
    const documents = titles.map((title, place) => ({ id: place + 1, fields: [title], facets: {} }));
    await search.put(TENANT, documents);
  });
  afterAll(() => opened.close());

  const explain = (query: string, id: number) =>
    search.explain({ tenant: TENANT, query: createAnalyzer('en').query(query) }, id);

  it('explains the place of a result by the words that count', async () => {
    expect(await explain('the vacuum', 1)).toMatchObject({
      place: 1,
      total: 2,
      words: [
        { typed: 'the', finds: false, counted: ['the'] },
        { typed: 'vacuum', finds: true, counted: ['vacuum'] },
      ],
    });
  });

  it('explains the place of a result after others', async () => {
    expect(await explain('vacuum', 2)).toMatchObject({
      place: 2,
      total: 2,
      words: [{ typed: 'vacuum', counted: ['vacuuming'] }],
    });
  });

  it('explains that a document is no result', async () => {
    expect(await explain('vacuum', 3)).toMatchObject({
      place: null,
      total: 2,
      words: [{ typed: 'vacuum', weight: 0, counted: [] }],
    });
  });

  it('explains the place of a visible document as everyone finds it, of a hidden one among all', async () => {
    const hidden = { fields: ['Vacuum, vacuum, vacuum'], facets: {}, hidden: true };
    await search.put(
      TENANT,
      [4, 5].map((id) => ({ id, ...hidden })),
    );
    expect(await explain('vacuum', 2)).toMatchObject({ place: 2, total: 2 });
    expect(await explain('vacuum', 5)).toMatchObject({ place: 2, total: 4 });
    await search.remove(TENANT, [4, 5]);
    await opened.database.none('delete from search_documents where document_id in (4, 5)');
  });

  it('explains the place of a result after a thousand others', async () => {
    const tenant = { id: 2, language: 'en' };
    const documents = Array.from({ length: 1_200 }, (_, id) => ({ id, fields: ['rose'], facets: {} }));
    await search.put(tenant, documents);
    const query = createAnalyzer('en').query('rose');
    expect(await search.explain({ tenant, query }, 1_100)).toMatchObject({ place: 1_101, total: 1_200 });
    await opened.database.none('delete from search_documents where tenant_id = 2');
  });

  it('explains nothing of a document that is not indexed', async () => {
    expect(await explain('vacuum', 404)).toBeUndefined();
  });

  it('indexes documents again that an earlier version analysed, and no others', async () => {
    const { database } = opened;
    const tenant = { id: 3, language: 'en' };
    await search.put(
      tenant,
      [1, 2, 3].map((id) => ({ id, fields: ['Roses'], facets: {} })),
    );
    await database.none('update search_documents set analysis = 0 where tenant_id = 3 and document_id > 1');
    await search.remove(tenant, [3]);
    const queued = () => database.any('select tenant_id, document_id from search_queue');
    for (let times = 0; times < 2; times += 1) {
      await queueOutdated(database);
      expect(await queued()).toEqual([{ tenant_id: 3, document_id: 2 }]);
    }
    await search.put(tenant, [{ id: 2, fields: ['Roses'], facets: {} }]);
    await database.none('truncate search_queue');
    await queueOutdated(database);
    expect(await queued()).toEqual([]);
    await search.remove(tenant, [1, 2, 3]);
    await database.none('delete from search_documents where tenant_id = 3');
  });

  it('keeps notes of removed documents for a day, without a word of them', async () => {
    const { database } = opened;
    await search.remove(TENANT, [2, 3]);
    const { removed } = await database.one('select search_revision(1) as removed');
    const notes = () =>
      database.any('select document_id as id, facets from search_documents where words is null order by 1');
    await forgetRemoved(database);
    expect(await notes()).toEqual([
      { id: 2, facets: [] },
      { id: 3, facets: [] },
    ]);
    await database.none(
      "update search_documents set changed_at = now() - interval '25 hours' where document_id < 3",
    );
    await forgetRemoved(database);
    expect(await notes()).toEqual([{ id: 3, facets: [] }]);
    const { forgotten } = await database.one('select forgotten from search_tenants where tenant_id = 1');
    expect(forgotten).toBe(removed);
    const { count } = await database.one('select count(*) from search_documents where words is not null');
    expect(count).toBe(1);
  });
});
