import { describe, expect, it } from '@jest/globals';
import type { TenantIndex } from '../memory/tenant-index.ts';
import type { SearchResult } from '../port.ts';
import { documentOf, indexTexts } from '../testing/indexed-texts.ts';

const TEXTS = ['Red roses', 'Red roses', 'Red roses', 'Tulips'];

/** More than a search of a few documents has. */
const TURNS = 60;

/** The results of searches during which a change happens, each a turn of the event loop later than the one before. */
async function searchDuring(query: string, change: (index: TenantIndex) => void): Promise<SearchResult[]> {
  const results: SearchResult[] = [];
  for (let turns = 0; turns < TURNS; turns += 1) {
    const { index, search } = indexTexts('en', TEXTS);
    index.put(documentOf(2, ['Red roses, written before']));
    const searching = search(query);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    change(index);
    results.push(await searching);
  }
  return results;
}

describe.each(['roses', 'red roses', '"red roses"', 'roses "red" "roses"'])('a search for %s', (query) => {
  it('finds a document once that is rewritten meanwhile', async () => {
    const results = await searchDuring(query, (index) => index.put(documentOf(2, ['More red roses'])));
    for (const { ids, total } of results) expect([ids.toSorted(), total]).toEqual([[1, 2, 3], 3]);
  });

  it('finds a document at most once that is rewritten twice, and gone in between', async () => {
    const results = await searchDuring(query, (index) => {
      index.put(documentOf(2, ['Red roses again']));
      index.remove(2);
      index.put(documentOf(2, ['Red roses once more']));
    });
    for (const { ids, total } of results) expect([ids.toSorted(), total]).toEqual([[1, 2, 3], 3]);
  });

  it.each<[string, (index: TenantIndex) => void]>([
    ['removed', (index) => index.remove(2)],
    ['hidden', (index) => index.put(documentOf(2, ['Red roses'], { hidden: true }))],
  ])('never finds a document that was %s before it ended', async (_, change) => {
    const results = await searchDuring(query, change);
    // A search that is over by then is not affected.
    const either = [
      [1, 3],
      [1, 2, 3],
    ];
    for (const [turns, { ids, total }] of results.entries()) {
      expect(turns < 4 ? either.slice(0, 1) : either).toContainEqual(ids.toSorted());
      expect(total).toBe(ids.length);
    }
  });
});
