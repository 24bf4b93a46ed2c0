import type { Database } from '@guidepost/postgres';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createEmbeddedSearch, type EmbeddedSearch, forgetRemoved } from '../embedded/embedded-search.ts';
import { ResidentIndexes } from '../embedded/resident-indexes.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { createLargeIndexes, keepIndexes, purgeKept, readLargest } from './keep-indexes.ts';

const AMPLE = 2 ** 30;
const PATIENT = 30_000;
const TENANT = { id: 1, language: 'en' };
const MANY = 5_000;

let opened: SearchDatabase;
let database: Database;
let search: EmbeddedSearch;

beforeEach(async () => {
  opened = await openSearchDatabase();
  database = opened.database;
  search = createEmbeddedSearch(database);
  await write(0, 'Roses');
  await database.none(
    `insert into search_documents (tenant_id, document_id, words, facets, keys, hidden, revision)
     select tenant_id, n, words, facets, keys, hidden, 1 from search_documents, generate_series(1, $1) n`,
    [MANY - 1],
  );
  await database.none('update search_tenants set visible = visible * $1, memory = memory * $1', [MANY]);
});
afterEach(() => opened.close());

const write = (id: number, title: string) => search.put(TENANT, [{ id, fields: [title], facets: {} }]);
const revisionOf = async () => (await database.one('select search_revision(1) as revision')).revision;
/** Rows of documents that an instance has read. */
type Instance = ResidentIndexes & { pages(): number };

/** An instance of the service. */
function startInstance(): Instance {
  let pages = 0;
  const counted = Object.assign(Object.create(database) as Database, {
    async any(...query: Parameters<Database['any']>) {
      pages += 1;
      return database.any(...query);
    },
  });
  return Object.assign(new ResidentIndexes(counted, { memory: AMPLE }), { pages: () => pages });
}

const open = async (instance: ResidentIndexes) =>
  (await instance.at(TENANT.id, await revisionOf(), PATIENT)).index;
const keep = (indexes: ResidentIndexes) =>
  keepIndexes({ database, indexes, signal: new AbortController().signal });
const age = (interval: string) =>
  database.none('update search_kept_indexes set written_at = written_at - $1::interval', [interval]);
const keptRevision = async () =>
  (await database.oneOrNone('select revision from search_kept_indexes'))?.revision;

describe('large indexes', () => {
  it('are kept by one instance and read by the next, which keeps them when enough has changed', async () => {
    const [first, second, third] = [startInstance(), startInstance(), startInstance()];
    expect((await open(first)).size).toBe(MANY);
    expect(first.pages()).toBe(26);
    expect(await keep(first)).toEqual([1]);
    await write(MANY, 'Tulips');
    await write(MANY + 1, 'Violets');
    await search.remove(TENANT, [1]);
    const index = await open(second);
    expect([second.pages(), index.size, index.get(1), index.get(MANY)?.id]).toEqual([
      1,
      MANY + 1,
      undefined,
      MANY,
    ]);
    await database.none('update search_documents set revision = $1 where document_id > 4400', [
      await revisionOf(),
    ]);
    await age('11 minutes');
    expect(await keep(second)).toEqual([1]);
    expect(await keptRevision()).toBe(await revisionOf());
    expect([(await open(third)).size, third.pages()]).toEqual([MANY + 1, 1]);
  });

  it.each([
    ['fit into the memory', AMPLE, true],
    ['do not', 1_000_000, false],
  ])('are read after a start if they %s', async (_, memory, isRead) => {
    const indexes = new ResidentIndexes(database, { memory });
    await readLargest({ database, indexes, memory, signal: new AbortController().signal });
    expect(indexes.has(TENANT.id)).toBe(isRead);
  });

  it('are read after a start only as long as they fit into the memory together', async () => {
    await database.none(
      `insert into search_tenants (tenant_id, revision, visible, memory) select 2, 1, visible, memory from search_tenants;
       insert into search_documents (tenant_id, document_id, words, facets, keys, hidden, revision)
       select 2, document_id, words, facets, keys, hidden, revision from search_documents`,
    );
    const { memory } = await database.one('select max(memory) as memory from search_tenants');
    const indexes = new ResidentIndexes(database, { memory: 2 * AMPLE });
    const options = { database, indexes, memory: 1.5 * memory, signal: new AbortController().signal };
    for (let times = 0; times < 2; times += 1) {
      await readLargest(options);
      expect([1, 2].filter((id) => indexes.has(id))).toEqual([1]);
    }
  });

  it('are not kept with documents whose removal was forgotten meanwhile', async () => {
    const instance = startInstance();
    const index = await open(instance);
    await search.remove(TENANT, [1, 2]);
    await write(MANY, 'Tulips');
    await write(MANY + 1, 'Tulips');
    await database.none("update search_documents set changed_at = now() - interval '25 hours'");
    await forgetRemoved(database);
    await keep(instance);
    while ((await open(instance)) === index) await revisionOf();
    await keep(instance);
    const next = await open(startInstance());
    expect([next.size, next.get(1)]).toEqual([MANY, undefined]);
  });

  it('are dropped while an engine answers in their place', async () => {
    const instance = startInstance();
    await open(instance);
    const answers = Promise.withResolvers<boolean>();
    const options = { database, indexes: instance, memory: AMPLE, onFailure: answers.reject };
    const worker = createLargeIndexes({
      ...options,
      async areNeeded() {
        answers.resolve(true);
        return false;
      },
    });
    worker.start();
    await answers.promise;
    await worker.stop();
    expect(instance.has(TENANT.id)).toBe(false);
  });

  it.each<[what: string, change: () => Promise<unknown>, isDue: boolean]>([
    ['nothing has changed', () => age('30 days'), false],
    [
      'a tenth has changed, within ten minutes',
      () => database.none('update search_documents set revision = 2; update search_tenants set revision = 2'),
      false,
    ],
    [
      'a tenth has changed since',
      async () => {
        await age('11 minutes');
        await database.none(
          'update search_documents set revision = 2 where document_id <= 500; update search_tenants set revision = 2',
        );
      },
      true,
    ],
    [
      'less than a tenth has changed',
      async () => {
        await age('23 hours');
        await database.none(
          'update search_documents set revision = 2 where document_id < 500; update search_tenants set revision = 2',
        );
      },
      false,
    ],
    [
      'one document has changed, a day ago',
      async () => {
        await age('25 hours');
        await write(1, 'Tulips');
      },
      true,
    ],
    [
      'a part is missing',
      async () => {
        await age('11 minutes');
        await database.none('delete from search_kept_parts where part = 1');
      },
      true,
    ],
    [
      'it is of another format',
      async () => {
        await age('11 minutes');
        await database.none('update search_kept_indexes set format = 0');
      },
      true,
    ],
    [
      'it is of another analysis',
      async () => {
        await age('11 minutes');
        await database.none('update search_kept_indexes set analysis = 0');
      },
      true,
    ],
    [
      'it is that of another database',
      async () => {
        await age('11 minutes');
        await database.none('update search_kept_indexes set lineage = gen_random_uuid()');
      },
      true,
    ],
    ['there is none', () => database.none('delete from search_kept_indexes'), true],
  ])('are written once more, or not: %s', async (_, change, isDue) => {
    const instance = startInstance();
    await open(instance);
    await keep(instance);
    await change();
    expect(await keep(instance)).toEqual(isDue ? [1] : []);
  });

  it('are written by one instance at a time', async () => {
    const [first, second] = [startInstance(), startInstance()];
    await Promise.all([open(first), open(second)]);
    expect((await Promise.all([keep(first), keep(second)])).flat()).toEqual([1]);
  });

  it('are not written if they are small', async () => {
    await search.remove(TENANT, [1]);
    const instance = startInstance();
    await open(instance);
    expect(await keep(instance)).toEqual([]);
  });

  it('are searched on while the disk is full, which is said once', async () => {
    const instance = startInstance();
    await open(instance);
    await database.none(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger refuse before insert on search_kept_parts for each row when (new.part = 1) execute function refuse()`);
    const failed = Promise.withResolvers<unknown>();
    const worker = createLargeIndexes({
      database,
      indexes: instance,
      memory: AMPLE,
      onFailure: failed.resolve,
    });
    worker.start();
    expect(await failed.promise).toMatchObject({ code: '53100' });
    await worker.stop();
    expect(await keptRevision()).toBeUndefined();
    expect((await open(instance)).size).toBe(MANY);
    await write(3, 'Tulips');
    expect((await open(instance)).vocabulary.withForm('tulips')).toHaveLength(1);
  });

  it('are read and kept after a start', async () => {
    const instance = startInstance();
    const failed = Promise.withResolvers<void>();
    const worker = createLargeIndexes({
      database,
      indexes: instance,
      memory: AMPLE,
      onFailure: failed.reject,
    });
    worker.start();
    const kept = (async () => {
      while ((await keptRevision()) === undefined) await revisionOf();
    })();
    await Promise.race([kept, failed.promise]);
    await worker.stop();
    expect(instance.has(1)).toBe(true);
  });

  it('stop being written when the service stops', async () => {
    const instance = startInstance();
    await open(instance);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(keepIndexes({ database, indexes: instance, signal })).rejects.toThrow('stopped');
    expect(await keptRevision()).toBeUndefined();
  });
});

describe('what documents no longer say', () => {
  beforeEach(async () => {
    const instance = startInstance();
    await open(instance);
    await keep(instance);
  });

  it.each<[what: string, change: () => Promise<unknown>, revision: number | undefined]>([
    ['nothing has changed', () => age('30 days'), 1],
    ['the tenant is gone', () => database.none('delete from search_tenants'), undefined],
    [
      'the tenant came again from another database',
      () => database.none('update search_tenants set lineage = gen_random_uuid()'),
      undefined,
    ],
    [
      'a document was removed a day ago',
      async () => {
        await search.remove(TENANT, [4]);
        await database.none(
          "update search_documents set changed_at = now() - interval '25 hours' where words is null",
        );
      },
      undefined,
    ],
    ['a document was removed today', () => search.remove(TENANT, [4]), 1],
    [
      'a document has changed, and no instance has kept the index for two days',
      async () => {
        await write(4, 'Tulips');
        await age('49 hours');
      },
      undefined,
    ],
  ])('goes from kept indexes: %s', async (_, change, revision) => {
    await change();
    await forgetRemoved(database);
    expect(await keptRevision()).toBe(revision);
    const { count } = await database.one('select count(*) from search_kept_parts');
    expect(count > 0).toBe(revision !== undefined);
  });

  it('goes at once when a person is erased', async () => {
    await purgeKept(database);
    expect(await keptRevision()).toBe(1);
    await write(4, 'Tulips');
    await purgeKept(database);
    expect(await keptRevision()).toBeUndefined();
  });
});
