import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import type { SearchTenant } from '../port.ts';
import { createSearchInRows, openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { createWordLookups } from './word-lookups.ts';

const HOSTILE: SearchTenant = { id: 1, language: 'sv' };
const NEIGHBOUR: SearchTenant = { id: 2, language: 'sv' };

let opened: SearchDatabase;
beforeAll(async () => {
  opened = await openSearchDatabase();
  const { put } = createEmbeddedSearch(opened.database);
  const words = Array.from({ length: 40_000 }, (_, number) => `rosen${number.toString(36)}bad`);
  await put(HOSTILE, [{ id: 1, fields: ['Rosor', words.join(' ')], facets: {} }]);
  await put(NEIGHBOUR, [{ id: 1, fields: ['Rosor', 'rosenbad'], facets: {} }]);
});
afterAll(() => opened.close());

describe('a hostile vocabulary of one tenant', () => {
  it.each([
    ['a word at the beginning of all words', 'rosen'],
    ['a word at the end of all words', 'bad'],
    ['a word that is nearly all words', 'rosen11bad'],
    ['500 words', Array.from({ length: 500 }, (_, number) => `rosenx${number}bad`).join(' ')],
    ['a word of 10,000 letters', 'x'.repeat(10_000)],
  ])('is searched for %s', async (_, text) => {
    const index = createSearchInRows(opened.database);
    for (const tenant of [HOSTILE, NEIGHBOUR]) {
      const query = createAnalyzer('sv').query(text);
      const { ids } = await index.search({ tenant, query, offset: 0, limit: 10 });
      expect(ids.every((id) => id === 1)).toBe(true);
    }
  });

  it('gives no lookup more than some thousand words', async () => {
    const lookups = createWordLookups(opened.database);
    const asked = { id: HOSTILE.id, revision: 1 };
    const all = [
      { by: 'beginning', text: 'rosen', most: 500 },
      { by: 'end', text: 'bad', most: 500 },
      { by: 'similar', text: 'rosen1bad', slips: 2, hiddenToo: false },
    ] as const;
    await lookups.fetch(asked, all);
    for (const lookup of all) {
      const { words = [] } = lookups.known(asked, lookup) ?? {};
      expect(words.length).toBeGreaterThan(100);
      expect(words.length).toBeLessThan(5_000);
    }
  });

  it('leaves the words of others as they are', async () => {
    const query = createAnalyzer('sv').query('roesnbad');
    const result = await createSearchInRows(opened.database).search({
      tenant: NEIGHBOUR,
      query,
      offset: 0,
      limit: 10,
    });
    expect(result).toMatchObject({ ids: [1], corrections: [{ typed: 'roesnbad', meant: 'rosenbad' }] });
  });
});
