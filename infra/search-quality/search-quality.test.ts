import { SEARCH_MIGRATIONS } from '@guidepost/search';
import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyWordFullText, embeddedGuidepost, miniSearch, substringSearch } from './contenders.ts';
import { measureSmall } from './small-quality.ts';

describe('search results in a small judged set', () => {
  let opened: MigratedDatabase;

  beforeAll(async () => {
    opened = await openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
  });
  afterAll(() => opened.close());

  it('are close to the best order, and far better than a substring search', async () => {
    const ours = await measureSmall(embeddedGuidepost(opened.database));
    expect(ours).toBeGreaterThan(0.93);
    expect(ours).toBeGreaterThan((await measureSmall(substringSearch(opened.database))) + 0.3);
  });

  it('of searches for any word are better than a substring search', async () => {
    const substring = await measureSmall(substringSearch(opened.database));
    expect(await measureSmall(anyWordFullText(opened.database))).toBeGreaterThan(substring);
    expect(await measureSmall(miniSearch())).toBeGreaterThan(substring);
  });

  it('are found for any word of a question', async () => {
    const tenant = { id: 99, language: 'en' };
    const documents = [
      { id: 1, fields: ['Invoices', '', 'Where the invoices are.'], facets: {} },
      { id: 2, fields: ['Parcels', '', 'Track a parcel.'], facets: {} },
    ];
    for (const { put, find } of [anyWordFullText(opened.database), miniSearch()]) {
      await put(tenant, documents);
      expect(await find(tenant, "where's my parcel's number?")).toContain(2);
      expect(await find(tenant, '¿?')).toEqual([]);
    }
  });
});
