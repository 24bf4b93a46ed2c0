import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import { encodeWords } from '../memory/indexed-words.ts';
import { forgetCounts, openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { wordsOf } from '../testing/indexed-texts.ts';
import { seededRandom } from '../testing/random-texts.ts';
import { documentKeys } from './word-keys.ts';
import { writeDocuments } from './write-documents.ts';

const TENANT = { id: 1, language: 'en' };

let opened: SearchDatabase;
beforeAll(async () => {
  opened = await openSearchDatabase();
});
afterAll(() => opened.close());
afterEach(() => opened.database.none('truncate search_documents, search_words, search_tenants'));

const put = (id: number, text: string | string[], hidden = false) =>
  createEmbeddedSearch(opened.database).put(TENANT, [{ id, fields: [text].flat(), facets: {}, hidden }]);
const remove = (...ids: number[]) => createEmbeddedSearch(opened.database).remove(TENANT, ids);

/** How many visible and hidden documents have each word, as `word 2+1`. */
async function counts(): Promise<string[]> {
  const rows = await opened.database.any<{ spelling: string; documents: number; hidden: number }>(
    'select spelling, documents, hidden from search_words where tenant_id = 1 order by spelling',
  );
  return rows.map(({ spelling, documents, hidden }) => `${spelling.split('\t')[0]} ${documents}+${hidden}`);
}

function sums(): Promise<unknown> {
  return opened.database.one('select visible, visible_words, words from search_tenants where tenant_id = 1');
}

describe('the words of a tenant', () => {
  it.each<[string, () => Promise<void>, string[], [visible: number, visibleWords: number]]>([
    [
      'are counted once for each document',
      () => put(1, 'rose rose violet'),
      ['rose 1+0', 'violet 1+0'],
      [1, 3],
    ],
    [
      'change when a document is replaced',
      async () => {
        await put(1, 'rose violet');
        await put(1, 'rose tulip');
      },
      ['rose 1+0', 'tulip 1+0'],
      [1, 2],
    ],
    [
      'stay when a document is replaced by the same',
      async () => {
        await put(1, 'rose');
        await put(1, 'rose');
      },
      ['rose 1+0'],
      [1, 1],
    ],
    [
      'move when a document is hidden, and when it is shown again',
      async () => {
        await put(1, 'rose');
        await put(2, 'rose violet');
        await put(1, 'rose', true);
        await put(2, 'rose violet', true);
        await put(2, 'rose violet');
      },
      ['rose 1+1', 'violet 1+0'],
      [1, 2],
    ],
    [
      'go with their last document',
      async () => {
        await put(1, 'rose violet');
        await put(2, 'rose');
        await remove(1, 1, 404);
        await remove(1);
      },
      ['rose 1+0'],
      [1, 1],
    ],
  ])('%s', async (_, change, expected, [visible, visibleWords]) => {
    await change();
    expect(await counts()).toEqual(expected);
    expect(await sums()).toEqual({ visible, visible_words: visibleWords, words: expected.length });
  });

  it('are right after many changes by two writers at once', async () => {
    const random = seededRandom(7);
    const text = () => Array.from({ length: 6 }, () => `w${Math.floor(random() * 20)}x`).join(' ');
    const change = async () => {
      const id = Math.floor(random() * 12);
      await (random() < 0.25 ? remove(id) : put(id, text(), random() < 0.3));
    };
    const writer = async () => {
      for (let times = 0; times < 40; times += 1) await change();
    };
    await Promise.all([writer(), writer()]);
    const [found, tenant] = [await counts(), await sums()];
    const documents = await opened.database.any<{ id: number }>(
      'select document_id as id from search_documents where words is not null',
    );
    expect(documents.length).toBeGreaterThan(3);
    const rows = await opened.database.any(
      'select document_id, words, facets, keys, hidden from search_documents where words is not null',
    );
    await opened.database.none('truncate search_documents, search_words, search_tenants');
    const written = rows.map(({ document_id: id, ...row }) => ({ id, ...row }));
    await writeDocuments(opened.database, TENANT.id, written);
    expect([await counts(), await sums()]).toEqual([found, tenant]);
  });

  it('are counted as documents are written that are from before there were counts', async () => {
    await put(1, 'rose');
    await put(2, 'rose violet');
    await forgetCounts(opened.database);
    expect([await counts(), await sums()]).toEqual([[], { visible: 0, visible_words: 0, words: 0 }]);
    await remove(1);
    await put(2, 'rose violet');
    expect([await counts(), await sums()]).toEqual([
      ['rose 1+0', 'violet 1+0'],
      { visible: 1, visible_words: 2, words: 2 },
    ]);
  });

  it('are bounded: further ones are left out, without harm to others and when they go', async () => {
    const written = (id: number, text: string) => {
      const words = wordsOf([text], createAnalyzer('en'));
      return { id, hidden: false, facets: [], words: encodeWords(words), keys: documentKeys(1, words) };
    };
    const write = (id: number, text: string) =>
      writeDocuments(opened.database, TENANT.id, [written(id, text)], { mostWords: 3 });
    await write(1, 'anise basil');
    await write(2, 'basil chives dill');
    expect(await counts()).toEqual(
      ['anise 1+0', 'basil 2+0', 'chive 1+0'].map((one) => one.replace('chive ', 'chives ')),
    );
    await remove(2, 1);
    expect([await counts(), await sums()]).toEqual([[], { visible: 0, visible_words: 0, words: 0 }]);
    await createEmbeddedSearch(opened.database).put({ id: 2, language: 'en' }, [
      { id: 1, fields: ['rose'], facets: {} },
    ]);
    expect(await opened.database.any('select tenant_id from search_words')).toEqual([{ tenant_id: 2 }]);
  });

  it.each([
    ['a word of 10,000 letters', 'x'.repeat(10_000)],
    ['a spelling too long for an index', `${'ﷺ'.repeat(100)}`],
  ])('may be hostile: %s', async (_, text) => {
    await put(1, `rose ${text}`);
    expect(await counts()).toContain('rose 1+0');
    await remove(1);
    expect(await counts()).toEqual([]);
  });
});
