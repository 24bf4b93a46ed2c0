import type { Database } from '@guidepost/postgres';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLargeIndexes } from '../kept/keep-indexes.ts';
import type { TenantIndex } from '../memory/tenant-index.ts';
import { addSynonyms } from '../synonyms/tenant-synonyms.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { createEmbeddedSearch, type EmbeddedSearch, forgetRemoved } from './embedded-search.ts';
import { ResidentIndexes } from './resident-indexes.ts';

const AMPLE = 2 ** 30;
const PATIENT = 30_000;

let opened: SearchDatabase;
let database: Database;
/** Another instance, which writes. */
let other: EmbeddedSearch;
let indexes: ResidentIndexes;

beforeEach(async () => {
  opened = await openSearchDatabase();
  database = opened.database;
  other = createEmbeddedSearch(database);
  indexes = new ResidentIndexes(database, { memory: AMPLE });
});
afterEach(() => opened.close());

const tenant = (id: number) => ({ id, language: 'en' });
const write = (id: number, title: string, tenantId = 1) =>
  other.put(tenant(tenantId), [{ id, fields: [title], facets: {} }]);
const revisionOf = async (tenantId = 1) =>
  (await database.one('select search_revision($1) as revision', [tenantId])).revision;
const open = async (tenantId = 1, from = indexes) =>
  (await from.at(tenantId, await revisionOf(tenantId), PATIENT)).index;

/** The words of each document. */
function held(index: TenantIndex | undefined): Record<number, string> {
  if (!index) return {};
  const documents = index.ids.flatMap((_, number) => index.at(number) ?? []);
  const words = ({ terms }: { terms: Uint32Array }) =>
    Array.from(terms, (term) => index.vocabulary.forms[term]);
  return Object.fromEntries(documents.map((document) => [document.id, words(document).join(' ')]));
}

describe('an index of this process', () => {
  it('is loaded when its tenant is first searched', async () => {
    await write(1, 'Roses');
    await write(2, 'Red tulips');
    await write(3, 'Violets', 2);
    expect(held(await open())).toEqual({ 1: 'roses', 2: 'red tulips' });
    expect(held(await open(2))).toEqual({ 3: 'violets' });
  });

  it('is empty for a tenant without documents', async () => {
    expect(held(await open(404))).toEqual({});
  });

  it('catches up with what another instance writes and removes', async () => {
    await write(1, 'Roses');
    await write(2, 'Tulips');
    const index = await open();
    await write(1, 'Violets');
    await write(3, 'Daisies');
    await other.remove(tenant(1), [2, 404]);
    expect(await open()).toBe(index);
    expect(held(index)).toEqual({ 1: 'violets', 3: 'daisies' });
    expect(index.visible).toBe(2);
  });

  it('has all of several hundred documents, also of one batch', async () => {
    const documents = Array.from({ length: 450 }, (_, id) => ({ id, fields: [`rose ${id}`], facets: {} }));
    await other.put(tenant(1), documents);
    await write(449, 'Tulips');
    const index = await open();
    expect([index.size, index.get(448)?.lengths, index.get(449)?.lengths]).toEqual([450, [2], [1]]);
  });

  it('leaves to a search what it is reading, while documents are added', async () => {
    await write(1, 'Roses');
    const { vocabulary } = await open();
    const [roses = -1] = vocabulary.withForm('roses');
    const read = vocabulary.postings(roses);
    const before = [...read];
    await write(2, 'Roses tulips violets');
    await open();
    expect(vocabulary.postings(roses)).toHaveLength(2);
    expect([...read]).toEqual(before);
  });

  it('is loaded once for concurrent searches', async () => {
    await write(1, 'Roses');
    let readings = 0;
    const counting = new ResidentIndexes(
      watched(async () => {
        readings += 1;
      }),
      { memory: AMPLE },
    );
    const found = await Promise.all([1, 2, 3, 4].map(() => open(1, counting)));
    expect(new Set(found).size).toBe(1);
    expect(held(await open(1, counting))).toEqual({ 1: 'roses' });
    expect(readings).toBe(1);
  });

  it('is unavailable while its first loading takes too long, and then complete', async () => {
    await write(1, 'Roses');
    const hold = Promise.withResolvers<void>();
    const slow = new ResidentIndexes(
      watched(() => hold.promise),
      { memory: AMPLE, longestFirst: 1 },
    );
    const revision = await revisionOf();
    await expect(slow.at(1, revision, 0)).rejects.toMatchObject({ kind: 'unavailable' });
    hold.resolve();
    expect(held((await slow.at(1, revision, PATIENT)).index)).toEqual({ 1: 'roses' });
  });

  it('is loaded after a start if it is large', async () => {
    await write(1, 'Roses', 1);
    await write(1, 'Tulips', 2);
    await database.none(
      `insert into search_documents (tenant_id, document_id, words, facets, keys, hidden, revision)
       select 2, n, words, facets, keys, hidden, 1 from search_documents, generate_series(2, 5000) n where tenant_id = 2;
       update search_tenants set visible = 5000 where tenant_id = 2`,
    );
    let pages = 0;
    const loaded = Promise.withResolvers<void>();
    const counted = watched(async () => {
      pages += 1;
      if (pages === 26) loaded.resolve();
    });
    const warm = new ResidentIndexes(counted, { memory: AMPLE });
    const worker = createLargeIndexes({ database, indexes: warm, memory: AMPLE, onFailure: loaded.reject });
    worker.start();
    await loaded.promise;
    expect((await open(2, warm)).size).toBe(5_000);
    await worker.stop();
    // 26 pages of 200, and none of the small one until it is searched.
    expect(pages).toBe(26);
  });

  it('has the vectors of a document that was written while it was loaded', async () => {
    await write(1, 'Roses');
    let pages = 0;
    const slow = new ResidentIndexes(
      watched(async () => {
        pages += 1;
        if (pages > 1) return;
        await write(2, 'Tulips');
        await database.none(
          `insert into search_vectors (tenant_id, document_id, space, hashes, vectors, document_revision, revision)
           select tenant_id, 2, 'model', repeat('h', 8)::bytea, repeat('v', 4)::bytea, revision, revision
           from search_tenants`,
        );
      }),
      { memory: AMPLE, hasVectors: true },
    );
    await slow.at(1, 1, PATIENT);
    const { index, vectors } = await slow.at(1, await revisionOf(), PATIENT);
    expect([held(index)[2], vectors.get(2)?.space]).toEqual(['tulips', 'model']);
  });

  it('has what was written and removed while it was loaded', async () => {
    const documents = Array.from({ length: 250 }, (_, id) => ({ id, fields: ['rose'], facets: {} }));
    await other.put(tenant(1), documents);
    let pages = 0;
    const slow = new ResidentIndexes(
      watched(async () => {
        pages += 1;
        if (pages > 1) return;
        await other.remove(tenant(1), [0, 249]);
        await write(1, 'Tulips');
        await write(1_000, 'Violets');
      }),
      { memory: AMPLE },
    );
    const index = await open(1, slow);
    expect([index.size, index.get(0), index.get(249)]).toEqual([249, undefined, undefined]);
    expect(held(index)).toMatchObject({ 1: 'tulips', 2: 'rose', 1000: 'violets' });
  });

  it('is kept for a search that began before the last change', async () => {
    await write(1, 'Roses');
    const before = await revisionOf();
    await write(2, 'Tulips');
    const index = await open();
    expect((await indexes.at(1, before, PATIENT)).index).toBe(index);
  });

  it('keeps its synonyms as they are until they change', async () => {
    await write(1, 'Roses');
    await addSynonyms(database, tenant(1), [
      ['rose', 'tulip'],
      ['a', 'b'],
    ]);
    const synonyms = async () => (await indexes.at(1, await revisionOf(), PATIENT)).synonyms;
    const before = await synonyms();
    await write(2, 'Tulips');
    expect(await synonyms()).toBe(before);
    await addSynonyms(database, tenant(1), [['c', 'd']]);
    expect((await synonyms()).groups).toHaveLength(3);
  });

  it('is loaded again after the database was restored to an earlier revision', async () => {
    await write(1, 'Roses');
    const revision = await revisionOf();
    await write(2, 'Tulips');
    expect(held(await open())).toEqual({ 1: 'roses', 2: 'tulips' });
    await database.none('delete from search_documents where revision > $1', [revision]);
    await database.none('update search_tenants set revision = $1', [revision]);
    expect(held(await open())).toEqual({ 1: 'roses' });
    await write(3, 'Violets');
    expect(held(await open())).toEqual({ 1: 'roses', 3: 'violets' });
  });

  it('answers as it was when catching up takes longer than the patience, and knows what is excluded', async () => {
    const hold = Promise.withResolvers<void>();
    let isSlow = false;
    const slow = new ResidentIndexes(
      watched(async () => {
        if (isSlow) await hold.promise;
      }),
      { memory: AMPLE },
    );
    for (const [id, title] of ['Roses', 'Tulips', 'Violets'].entries()) await write(id, title);
    const index = await open(1, slow);
    await write(3, 'Daisies');
    await other.remove(tenant(1), [1]);
    await other.put(tenant(1), [{ id: 2, fields: ['Violets'], facets: {}, hidden: true }]);
    const revision = await revisionOf();
    isSlow = true;
    const found = await slow.at(1, revision, 1);
    expect(held(found.index)).toEqual({ 0: 'roses', 1: 'tulips', 2: 'violets' });
    expect(found.excluded).toEqual({ removed: [1], hidden: [2] });
    hold.resolve();
    expect((await slow.at(1, revision, PATIENT)).excluded).toEqual({ removed: [], hidden: [] });
    expect(held(index)).toEqual({ 0: 'roses', 2: 'violets', 3: 'daisies' });
  });

  it('answers as it was when catching up fails, says so once for each reading, and tries again', async () => {
    const failures: unknown[] = [];
    let isFailing = false;
    const failing = new ResidentIndexes(
      watched(async () => {
        if (isFailing) throw new Error('the disk is on fire');
      }),
      { memory: AMPLE, onFailure: (error) => failures.push(error) },
    );
    await write(1, 'Roses');
    await open(1, failing);
    await other.remove(tenant(1), [1]);
    const revision = await revisionOf();
    isFailing = true;
    const found = await Promise.all([1, 2, 3].map(() => failing.at(1, revision, PATIENT)));
    for (const { index, excluded } of found)
      expect([held(index), excluded.removed]).toEqual([{ 1: 'roses' }, [1]]);
    expect(failures).toHaveLength(1);
    isFailing = false;
    expect(held(await open(1, failing))).toEqual({});
  });

  it('is loaded by the next search if the database failed', async () => {
    await write(1, 'Roses');
    await database.none('alter table search_documents rename to away');
    await expect(open()).rejects.toThrow('search_documents');
    await database.none('alter table away rename to search_documents');
    expect(held(await open())).toEqual({ 1: 'roses' });
  });

  it('is brought up to date after any time without a search', async () => {
    await write(1, 'Roses');
    await write(2, 'Tulips');
    const index = await open();
    await write(3, 'Violets');
    await other.remove(tenant(1), [1]);
    await database.none("update search_documents set changed_at = now() - interval '23 hours'");
    await forgetRemoved(database);
    expect(await open()).toBe(index);
    expect(held(index)).toEqual({ 2: 'tulips', 3: 'violets' });
  });

  it('is read again in the background when a removed document was forgotten that it had', async () => {
    await write(1, 'Roses');
    await write(2, 'Tulips');
    const index = await open();
    await other.remove(tenant(1), [1]);
    await database.none("update search_documents set changed_at = now() - interval '25 hours'");
    await forgetRemoved(database);
    expect(await open()).toBe(index);
    await write(3, 'Violets');
    expect(held(await open())).toMatchObject({ 2: 'tulips', 3: 'violets' });
    while ((await open()) === index) await revisionOf();
    const fresh = await open();
    expect(held(fresh)).toEqual({ 2: 'tulips', 3: 'violets' });
    await write(4, 'Daisies');
    expect(await open()).toBe(fresh);
  });

  it('is not read again for removed documents that it has learnt of', async () => {
    await write(1, 'Roses');
    await write(2, 'Tulips');
    await other.remove(tenant(1), [2]);
    const index = await open();
    await database.none("update search_documents set changed_at = now() - interval '25 hours'");
    await forgetRemoved(database);
    await write(3, 'Violets');
    expect(await open()).toBe(index);
    await write(4, 'Daisies');
    expect(await open()).toBe(index);
  });

  it('is rebuilt when most of it is of documents that were replaced', async () => {
    const documents = Array.from({ length: 400 }, (_, id) => ({ id, fields: ['rose'], facets: {} }));
    await other.put(tenant(1), documents);
    const index = await open();
    for (let times = 0; times < 4; times += 1) {
      expect(await open()).toBe(index);
      await other.put(tenant(1), documents);
      await open();
    }
    let rebuilt = await open();
    while (rebuilt === index) rebuilt = await open();
    expect([rebuilt.size, rebuilt.numbers]).toEqual([400, 400]);
  });
});

describe('an index that is rebuilt', () => {
  /** An index of 400 documents, each written four times; `read` is called with each page. */
  async function openWasteful(read: (page: number) => Promise<void>) {
    const documents = Array.from({ length: 400 }, (_, id) => ({ id, fields: ['rose'], facets: {} }));
    let pages = 0;
    const from = new ResidentIndexes(
      watched(async () => {
        pages += 1;
        await read(pages);
      }),
      { memory: AMPLE },
    );
    await other.put(tenant(1), documents);
    const index = await open(1, from);
    for (let times = 0; times < 4; times += 1) {
      await other.put(tenant(1), documents);
      await open(1, from);
    }
    return { from, index, pages: () => pages };
  }

  it('is searched as it was meanwhile, and rebuilt once', async () => {
    const [begun, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Three pages each for five readings.
    const { from, index, pages } = await openWasteful(async (page) => {
      if (page <= 15) return;
      begun.resolve();
      await hold.promise;
    });
    await begun.promise;
    expect(await open(1, from)).toBe(index);
    expect(pages()).toBe(16);
    hold.resolve();
    while ((await open(1, from)) === index) await revisionOf();
    expect(pages()).toBe(18);
  });
});

describe('when memory is short', () => {
  const openAll = async (from: ResidentIndexes, ...tenants: number[]) => {
    const found: TenantIndex[] = [];
    for (const id of tenants) found.push(await open(id, from));
    return found;
  };

  beforeEach(async () => {
    for (const id of [1, 2, 3]) await write(id, 'Roses', id);
  });

  it('drops the index used least recently', async () => {
    const [{ bytes }] = (await openAll(indexes, 1)) as [TenantIndex];
    const two = new ResidentIndexes(database, { memory: bytes * 2.5 });
    const [first, second] = await openAll(two, 1, 2, 1, 3);
    const [firstAgain, secondAgain] = await openAll(two, 1, 2);
    expect(firstAgain).toBe(first);
    expect(secondAgain).not.toBe(second);
    expect(held(secondAgain)).toEqual({ 2: 'roses' });
  });

  it('keeps indexes that are being read', async () => {
    const [begun, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let pages = 0;
    const none = new ResidentIndexes(
      watched(async () => {
        pages += 1;
        begun.resolve();
        if (pages === 1) await hold.promise;
      }),
      { memory: 0 },
    );
    const reading = open(1, none);
    await begun.promise;
    await open(2, none);
    hold.resolve();
    const index = await reading;
    expect(await open(1, none)).toBe(index);
    expect(pages).toBe(2);
  });

  it('keeps the one in use, however large', async () => {
    const none = new ResidentIndexes(database, { memory: 0 });
    const [first, again, second] = await openAll(none, 1, 1, 2);
    expect(again).toBe(first);
    expect(held(second)).toEqual({ 2: 'roses' });
    expect((await openAll(none, 1))[0]).not.toBe(first);
  });
});

describe('an index that is asked for without waiting', () => {
  const find = async (from: ResidentIndexes, patience: number) => {
    const found = await from.find(1, await revisionOf(), patience);
    return typeof found === 'string' ? found : held(found.index);
  };

  it('is being read, and then found', async () => {
    await write(1, 'Roses');
    const hold = Promise.withResolvers<void>();
    const slow = new ResidentIndexes(
      watched(() => hold.promise),
      { memory: AMPLE },
    );
    expect([await find(slow, 0), await find(slow, 1)]).toEqual(['being read', 'being read']);
    hold.resolve();
    expect(await find(slow, PATIENT)).toEqual({ 1: 'roses' });
  });

  it('is read on if it is dropped meanwhile, and once for all who ask', async () => {
    await write(1, 'Roses');
    const hold = Promise.withResolvers<void>();
    let pages = 0;
    const slow = new ResidentIndexes(
      watched(async () => {
        pages += 1;
        await hold.promise;
      }),
      { memory: AMPLE },
    );
    for (let times = 0; times < 3; times += 1) {
      expect(await find(slow, 1)).toBe('being read');
      slow.drop(1);
    }
    hold.resolve();
    expect([await find(slow, PATIENT), pages]).toEqual([{ 1: 'roses' }, 1]);
    slow.drop(1);
    expect(slow.has(1)).toBe(false);
  });

  it('is being read again if that failed, which is reported', async () => {
    await write(1, 'Roses');
    const failures: unknown[] = [];
    let isFailing = true;
    const failing = new ResidentIndexes(
      watched(async () => {
        if (isFailing) throw new Error('the disk is on fire');
      }),
      { memory: AMPLE, onFailure: (error) => failures.push(error) },
    );
    expect([await find(failing, PATIENT), failures.length]).toEqual(['being read', 1]);
    isFailing = false;
    expect(await find(failing, PATIENT)).toEqual({ 1: 'roses' });
  });

  it('is empty for a tenant without documents', async () => {
    expect(await find(indexes, 0)).toEqual({});
  });

  it.each([
    ['by its documents', async () => {}],
    [
      'as it was when it was kept',
      async () => {
        await database.none(
          `insert into search_kept_indexes (tenant_id, format, analysis, lineage, revision, documents, memory, parts)
           select tenant_id, 1, 1, lineage, 1, 1, 1200, 0 from search_tenants`,
        );
      },
    ],
  ])('is too large for the memory, %s', async (_, prepare) => {
    await write(1, 'Roses and tulips');
    await prepare();
    let pages = 0;
    const counted = watched(async () => {
      pages += 1;
    });
    const small = new ResidentIndexes(counted, { memory: 100 });
    expect([await find(small, PATIENT), await find(small, PATIENT), pages]).toEqual([
      'too large',
      'too large',
      0,
    ]);
    expect(await find(new ResidentIndexes(database, { memory: 10_000 }), PATIENT)).toEqual({
      1: 'roses and tulips',
    });
  });

  it('is dropped when it has grown too large, and not read again at once', async () => {
    await write(1, 'Roses');
    const { bytes } = await open();
    const small = new ResidentIndexes(database, { memory: bytes + 1_000 });
    expect(await find(small, PATIENT)).toEqual({ 1: 'roses' });
    const documents = Array.from({ length: 20 }, (_, id) => ({ id, fields: [`rose ${id}`], facets: {} }));
    await other.put(tenant(1), documents);
    expect(await find(small, PATIENT)).toMatchObject({ 7: 'rose 7' });
    expect([await find(small, PATIENT), await find(small, PATIENT)]).toEqual(['too large', 'too large']);
    expect(small.has(1)).toBe(false);
  });
});

/** The database, with something done after each page that is read of it. */
function watched(afterPage: () => Promise<void>): Database {
  return Object.assign(Object.create(database) as Database, {
    async any(...query: Parameters<Database['any']>) {
      const rows = await database.any(...query);
      await afterPage();
      return rows;
    },
  });
}
