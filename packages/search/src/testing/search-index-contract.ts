import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchIndex, SearchTenant } from '../port.ts';
import { createAsking, DOCUMENTS, ENGLISH, GERMAN, NEIGHBOUR, SWEDISH } from './contract-documents.ts';
import { describeDocuments } from './document-contract.ts';
import { HOSTILE_QUERIES } from './hostile-queries.ts';

const NOTHING = { ids: [], total: 0, corrections: [], otherWords: [], missing: [] };

export interface OpenIndex {
  index: SearchIndex;
  close(): Promise<void>;
}

/** The contract of every search engine behind the port. */
export function describeSearchIndex(name: string, open: () => Promise<OpenIndex>): void {
  describe(`the search index on ${name}`, () => {
    let index: SearchIndex;
    let opened: OpenIndex;

    beforeAll(async () => {
      opened = await open();
      index = opened.index;
      await index.prepare();
      for (const { tenant, documents } of DOCUMENTS) await index.put(tenant, documents);
    });

    afterAll(() => opened.close());

    const asking = createAsking(() => index);
    const { search, find, sorted } = asking;

    it('may be prepared again', async () => {
      await index.prepare();
      expect(await find('vacuum')).not.toEqual([]);
    });

    describe('finds', () => {
      it.each<[string, string, number[], SearchTenant]>([
        ['a word', 'slot', [1, 2], ENGLISH],
        ['base forms by other forms', 'vacuuming', [3, 4], ENGLISH],
        ['other forms by base forms', 'vacuum', [3, 4], ENGLISH],
        ['whatever the case', 'VACUUM', [3, 4], ENGLISH],
        ['any word', 'replication vacuum', [1, 2, 3, 4], ENGLISH],
        ['words among others that no document has', 'xyzzy slot', [1, 2], ENGLISH],
        ['a question', 'How do I drop a slot?', [1, 2], ENGLISH],
        ['words from different fields', 'autovacuum dead', [4], ENGLISH],
        ['the last word by its beginning', 'replicati', [1, 2], ENGLISH],
        ['only the last word by its beginning', 'vac slot', [1, 2], ENGLISH],
        ['no function word where another word is found', 'what the vacuum', [3, 4], ENGLISH],
        ['no function word, however rare it is', 'who is the daemon', [4], ENGLISH],
        ['function words where there is nothing else', 'who is', [1, 5], ENGLISH],
        ['an identifier as a whole', 'pg_stat_activity', [5], ENGLISH],
        ['an identifier by its parts', 'stat activity', [5], ENGLISH],
        ['a file name', 'settings.json', [6], ENGLISH],
        ['a code', 'ERR_42', [6], ENGLISH],
        ['a name with signs', 'C++', [6], ENGLISH],
        ['words with accents without them', 'cafe', [7], ENGLISH],
        ['words without accents with them', 'naïve', [7], ENGLISH],
        ['Swedish forms', 'fakturorna du', [21, 22, 23], SWEDISH],
        ['a compound by its first part', 'faktura', [21, 22, 23], SWEDISH],
        ['a compound by its last part', 'adress', [23, 26], SWEDISH],
        ['the parts of a compound that no document has', 'ullkrage', [24, 26], SWEDISH],
        ['inflections that stemmers miss', 'cykel', [27], SWEDISH],
        ['letters of their own first', 'får', [24, 25], SWEDISH],
        ['letters of their own by those who cannot type them', 'far', [24, 25], SWEDISH],
        ['German forms', 'Häuser', [41], GERMAN],
        ['German without umlauts', 'Hauser', [41], GERMAN],
        ['ß as ss', 'strasse', [42], GERMAN],
        ['words of a text without spaces', '検索', [8], ENGLISH],
      ])('%s: %s', async (_, query, ids, tenant) => {
        expect(await sorted(query, { tenant })).toEqual(ids);
      });

      it('phrases of many words', async () => {
        const query =
          'the slot keeps the log that a standby which is away has not read yet and must not lose';
        expect((await find(query))[0]).toBe(1);
      });

      it.each(['', '   ', '???', '"" - &', '🙂'])(
        'nothing when nothing is left of a query: "%s"',
        async (query) => {
          expect(await search(query)).toEqual(NOTHING);
        },
      );

      it('no documents that have but a fifth of what the best word says', async () => {
        expect(await search('chapter 7', { tenant: NEIGHBOUR })).toMatchObject({ ids: [1_007], total: 1 });
        expect(await search('chapter secret', { tenant: NEIGHBOUR })).toMatchObject({ ids: [1], total: 1 });
      });

      it.each<[string, string, number[]]>([
        ['in their order', '"replication slots"', [2]],
        ['in no other order', '"slots replication"', []],
        ['in their form', '"replication slot"', []],
        ['function words included', '"the vacuum daemon"', [4]],
        ['next to each other', '"replication slots unused"', []],
        ['within one field', '"autovacuum vacuum"', []],
        ['whatever the case', '"REPLICATION SLOTS"', [2]],
        ['of whom one is an identifier', '"settings.json beside the C++ program"', [6]],
        ['whatever else is found', 'vacuum "replication slots"', [2]],
        ['with curly marks', '“replication slots”', [2]],
        ['several times', '"replication slots" "are dropped"', [2]],
        ['but not after a mark that nothing closes', '"slots replication', [1, 2]],
      ])('quoted words as they stand: %s: %s', async (_, query, ids) => {
        const result = await search(query);
        expect(result.ids.toSorted((a, b) => a - b)).toEqual(ids);
        expect(result.total).toBe(ids.length);
      });

      it.each<[string, string, number[], [string, string][]]>([
        ['a letter missing', 'pg_stat_activty', [5], [['pg_stat_activty', 'pg_stat_activity']]],
        ['a letter too many', 'replicationn slots', [1, 2], [['replicationn', 'replication']]],
        ['letters swapped', 'repilcation', [1, 2], [['repilcation', 'replication']]],
        ['letters swapped in a short word', 'vaucum', [3, 4], [['vaucum', 'vacuum']]],
        ['a letter missing, three left', 'vew', [5], [['vew', 'view']]],
        ['but not of three letters that may be two words', 'slt', [], []],
        [
          'two words wrong',
          'replicaton slotss',
          [1, 2],
          [
            ['replicaton', 'replication'],
            ['slotss', 'slots'],
          ],
        ],
        [
          'although another word is found',
          'Replicaton vacuum',
          [1, 2, 3, 4],
          [['Replicaton', 'replication']],
        ],
        ['although another word is unknown', 'replicaton xyzzy', [1, 2], [['replicaton', 'replication']]],
      ])('the nearest spelling of an unknown word: %s', async (_, query, ids, corrections) => {
        const result = await search(query);
        expect(result.ids.toSorted((a, b) => a - b)).toEqual(ids);
        expect(result.corrections).toEqual(corrections.map(([typed, meant]) => ({ typed, meant })));
        expect(result.otherWords).toEqual(expect.arrayContaining(corrections.map(([, meant]) => meant)));
      });

      it.each([
        ['one that no document has', 'replication xyzzy', ['xyzzy']],
        ['not one with a known spelling', 'replicaton xyzzyx vacuum', ['xyzzyx']],
        ['not a function word', 'whom xyzzy replication', ['xyzzy']],
        ['none if nothing is found', 'xyzzy', []],
      ])('missing words: %s', async (_, query, missing) => {
        expect((await search(query)).missing).toEqual(missing);
      });

      it.each([
        ['when there is one', 'slat', [9]],
        ['by its parts, although no word begins like it', 'setting.json', [6]],
        ['if a letter less would make it a function word', 'thee', []],
        ['if a fragment would be nearest', 'lottery', []],
      ])('the word that was typed %s, and no other spelling: %s', async (_, query, ids) => {
        expect(await search(query)).toEqual({
          ids,
          total: ids.length,
          corrections: [],
          otherWords: [],
          missing: [],
        });
      });

      it('words of documents that express the query in other words, for highlighting', async () => {
        expect((await search('cykel', { tenant: SWEDISH })).otherWords).toEqual(['cyklar']);
        expect((await search('adress', { tenant: SWEDISH })).otherWords).toEqual(['fakturaadress']);
      });
    });

    describe('ranks', () => {
      it.each<[string, string, number[], SearchTenant]>([
        ['a title above the text', 'slot', [2, 1], ENGLISH],
        ['all words above some', 'replication slots dropped', [2, 1], ENGLISH],
        ['all words above some, whatever the order', 'log slots', [1, 2], ENGLISH],
        ['words that stand together above words apart', 'replication slots', [2, 1], ENGLISH],
        ['the exact form above other forms', 'vacuuming', [3, 4], ENGLISH],
        ['the word above what it begins', 'auto', [10, 4], ENGLISH],
        ['what a half typed word may become by how much there is of it', 'slo', [2, 1], ENGLISH],
        ['own letters above folded ones', 'får', [24, 25], SWEDISH],
        ['own letters above folded ones, the other way', 'far', [25, 24], SWEDISH],
      ])('%s: %s', async (_, query, ids, tenant) => {
        expect((await find(query, { tenant })).slice(0, 2)).toEqual(ids);
      });
    });

    describe('pages', () => {
      it('show each match once, with the exact total on each', async () => {
        const met: number[] = [];
        for (let offset = 0; offset < 60; offset += 7) {
          const { ids, total } = await search('chapter', { tenant: NEIGHBOUR, offset, limit: 7 });
          expect(total).toBe(60);
          met.push(...ids);
        }
        expect(met).toHaveLength(60);
        expect(new Set(met).size).toBe(60);
      });

      it('begin anywhere', async () => {
        const whole = await search('chapter', { tenant: NEIGHBOUR });
        const within = await search('chapter', { tenant: NEIGHBOUR, offset: 3, limit: 7 });
        expect(within).toEqual({
          ids: whole.ids.slice(3, 10),
          total: 60,
          corrections: [],
          otherWords: [],
          missing: [],
        });
      });

      it.each([60, 1_000, 1_000_000])('are empty from %i on, and still know the total', async (offset) => {
        expect(await search('chapter', { tenant: NEIGHBOUR, offset })).toMatchObject({ ids: [], total: 60 });
      });

      it('of nothing have the total alone', async () => {
        expect(await search('chapter', { tenant: NEIGHBOUR, limit: 0 })).toMatchObject({
          ids: [],
          total: 60,
        });
      });
    });

    describe('filters', () => {
      it.each([
        [{ category: [1] }, [1]],
        [{ category: ['1'] }, [1]],
        [{ tag: ['new'] }, [1, 2]],
        [{ category: [1], tag: ['new'] }, [1]],
        [{ category: [1, 2] }, []],
        [{ category: [99] }, []],
        [{ nothing: [1] }, []],
        [{ category: ["1' or 1=1"] }, []],
        [{}, [1, 2]],
      ])('%j leave %j', async (facets, ids) => {
        const result = await search('replication', { facets });
        expect(result.ids.toSorted((a, b) => a - b)).toEqual(ids);
        expect(result.total).toBe(ids.length);
      });

      it.each([
        [{ tag: ['new'] }, [1, 2]],
        [{ tag: ['old', 'nothing'] }, [2]],
        [{ category: [1], tag: ['old'] }, [1, 2]],
        [{ tag: ['nothing'] }, []],
        [{ tag: ["new' or 1=1"] }, []],
        [{ tag: [] }, []],
        [{}, []],
      ])('some of %j leave %j', async (someFacets, ids) => {
        const result = await search('replication', { someFacets });
        expect(result.ids.toSorted((a, b) => a - b)).toEqual(ids);
        expect(result.total).toBe(ids.length);
      });

      it('some and all of them go together', async () => {
        const someFacets = { tag: ['new', 'old'] };
        expect(await find('replication', { facets: { category: [2] }, someFacets })).toEqual([2]);
      });

      it('leave out what is about to be removed, from the total too', async () => {
        expect(await search('replication', { exclude: [1, 77] })).toMatchObject({ ids: [2], total: 1 });
      });

      it.each([
        ['is about to be removed', { exclude: [4] }, [3]],
        ['is left out', { facets: { category: [1] } }, [1]],
      ])('suggest no word of what %s', async (_, request, ids) => {
        const query = 'daemom vacuum slot standby';
        expect((await search(query)).corrections).toEqual([{ typed: 'daemom', meant: 'daemon' }]);
        const result = await search(query, request);
        expect(result.ids).toEqual(expect.arrayContaining(ids));
        expect(result.corrections).toEqual([]);
      });
    });

    describe('between tenants', () => {
      it('stands a wall, also for equal ids', async () => {
        expect(await find('secret', { tenant: ENGLISH })).toEqual([]);
        expect(await find('secret', { tenant: NEIGHBOUR })).toEqual([1]);
      });

      it('stands a wall for spelling: no word of another tenant is suggested', async () => {
        expect(await search('secrett')).toEqual(NOTHING);
      });

      it('removing from one leaves the other alone', async () => {
        await index.remove(SWEDISH, [1]);
        expect(await find('slot')).toContain(1);
      });
    });

    describe('hostile queries', () => {
      it.each(HOSTILE_QUERIES)('%j finds without an error, and nothing of other tenants', async (query) => {
        const { ids } = await search(query);
        expect(ids.every((id) => id <= 10)).toBe(true);
      });
    });

    describeDocuments(asking);
  });
}
