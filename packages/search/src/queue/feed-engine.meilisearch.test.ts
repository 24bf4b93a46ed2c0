import { meilisearchForTests } from '@guidepost/local-servers/testing';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EngineIndex, FedParts, TenantChanges } from '../port.ts';
import { ENGLISH, NEIGHBOUR } from '../testing/contract-documents.ts';
import { type FedEngine, openFedEngine } from '../testing/fed-engine.ts';
import type { EngineFeed } from './engine-batch.ts';
import { renewIndexes, requireIndex } from './engine-indexes.ts';
import { feedEngine, feedWholeEngine } from './feed-engine.ts';
import { feedIndex } from './feed-index.ts';

let fed: FedEngine;

beforeAll(async () => {
  fed = await openFedEngine(meilisearchForTests());
});
afterEach(() => fed.clear());
afterAll(() => fed.close());

const account = () => fed.engineFeed();
const feedOnce = async (changed?: (index: EngineIndex) => Partial<EngineIndex>) =>
  feedEngine(fed.engineFeed(changed), await requireIndex(account()), GOES_ON);
const GOES_ON = new AbortController().signal;
const KILLED = new Error('killed');

describe('an engine’s backlog', () => {
  it('is empty without an engine', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    expect(await fed.waiting()).toEqual([]);
  });

  it('starts with everything in the local index', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    await requireIndex(account());
    expect(await fed.waiting()).toEqual([1]);
  });

  it('receives later changes of the local index', async () => {
    await requireIndex(account());
    await fed.write(1, 'Roses');
    expect(await fed.waiting()).toEqual([]);
    await fed.handOver();
    expect(await fed.waiting()).toEqual([1]);
  });

  it('includes documents that the local index rejects', async () => {
    await requireIndex(account());
    await fed.write(1, { fields: ['Roses'], facets: { tag: ['\u0000'] } });
    await fed.handOver();
    expect(fed.heard).toEqual(['embedded set 1 aside']);
    expect(await fed.waiting()).toEqual([1]);
  });

  it('loses no change that is indexed locally while the engine is registered', async () => {
    await fed.write(1, 'Roses');
    const feed = fed.indexFeed();
    let registered: Promise<unknown> = Promise.resolve();
    await feedIndex({
      ...feed,
      index: {
        ...feed.index,
        async put(tenant, documents) {
          await feed.index.put(tenant, documents);
          registered = requireIndex(account());
          await untilBlocked(fed.database);
        },
      },
    });
    await registered;
    expect(await fed.waiting()).toEqual([1]);
  });
});

describe('a fed engine', () => {
  it('finds earlier and later documents once it is ready', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    await fed.fill();
    expect(fed.heard).toEqual(['ready']);
    await fed.write(2, 'More roses');
    await fed.handOver();
    await fed.fill();
    expect(await fed.find('roses')).toEqual([1, 2]);
    expect(await fed.waiting()).toEqual([]);
    expect(fed.heard).toEqual(['ready']);
  });

  it('is ready even when empty', async () => {
    await fed.fill();
    expect(fed.heard).toEqual(['ready']);
    expect(await fed.find('roses')).toEqual([]);
  });

  it('is not ready before its backlog is empty', async () => {
    for (const id of [1, 2]) await fed.write(id, 'Roses');
    await fed.handOver();
    const feed = fed.engineFeed();
    await feedEngine(
      {
        ...feed,
        load: async (tenantId, [first = 0, ...later]) => ({ ...(await feed.load(tenantId, [first])), later }),
      },
      await requireIndex(feed),
      GOES_ON,
    );
    expect(fed.heard).toEqual([]);
    expect(await fed.waiting()).toEqual([2]);
    await fed.fill();
    expect(fed.heard).toEqual(['ready']);
  });

  it('no longer finds removed documents', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    await fed.fill();
    await fed.write(1, undefined);
    await fed.handOver();
    await fed.fill();
    expect(await fed.find('roses')).toEqual([]);
  });

  it('receives many documents of several tenants in parts', async () => {
    await requireIndex(account());
    const long = 'rose '.repeat(2_000);
    for (let id = 1; id <= 600; id += 1) fed.records.set(id, { fields: [id % 100 === 0 ? 'Rose' : long] });
    await fed.database.none(
      `insert into search_queue (tenant_id, document_id)
       select t, d from generate_series(1, 600) d, unnest($1::bigint[]) t`,
      [[ENGLISH.id, NEIGHBOUR.id]],
    );
    await fed.handOver();
    const parts: number[] = [];
    await feedEngine(
      fed.engineFeed((index) => ({ feed: (all, position) => index.feed(counted(all, parts), position) })),
      await requireIndex(account()),
      GOES_ON,
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, documents) => sum + documents, 0)).toBe(1_200);
    expect(await fed.waiting()).toEqual([]);
    expect(await fed.find('rose')).toHaveLength(600);
  });

  it('receives eight parts at a time, however long the texts are', async () => {
    const feed = fed.engineFeed(() => ({
      async feed(parts) {
        for await (const part of parts) counts.push(part.flatMap(({ documents }) => documents).length);
      },
    }));
    const counts: number[] = [];
    await requireIndex(feed);
    for (let id = 1; id <= 1_000; id += 1) fed.records.set(id, { fields: ['Rose'] });
    await fed.database.none(
      'insert into search_queue (tenant_id, document_id) select $1, d from generate_series(1, 1000) d',
      [ENGLISH.id],
    );
    await fed.handOver();
    const fields = ['x'.repeat(50_000)];
    const load: EngineFeed['load'] = async (id, ids) => ({
      tenant: { ...ENGLISH, id },
      documents: ids.map((one) => ({ id: one, fields, facets: {} })),
    });
    const sent = await feedEngine({ ...feed, load }, await requireIndex(feed), GOES_ON);
    expect(sent).toEqual({ changes: 800, complete: false });
    expect(counts).toEqual(Array.from({ length: 8 }, () => 100));
    expect(await fed.waiting()).toHaveLength(200);
  });

  it('receives documents again that change while being sent', async () => {
    await fed.write(1, 'Before');
    await fed.handOver();
    await feedOnce((index) => ({
      async feed(...batch) {
        await index.feed(...batch);
        await fed.write(1, 'Meanwhile');
        await fed.handOver();
      },
    }));
    expect(await fed.waiting()).toEqual([1]);
    await fed.fill();
    expect(await fed.find('meanwhile')).toEqual([1]);
    expect(await fed.find('before')).toEqual([]);
  });

  it('is fed by one instance at a time, independent of the local index', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    let other: unknown = 'not asked';
    await feedOnce((index) => ({
      async feed(...batch) {
        other = await feedOnce();
        await fed.write(2, 'Violets');
        expect(await feedIndex(fed.indexFeed())).toBe(1);
        await index.feed(...batch);
      },
    }));
    expect(other).toBeUndefined();
    await fed.fill();
    expect([await fed.find('roses'), await fed.find('violets')]).toEqual([[1], [2]]);
  });
});

async function* counted(parts: FedParts, counts: number[]): AsyncGenerator<readonly TenantChanges[]> {
  for await (const part of parts) {
    counts.push(part.flatMap(({ documents }) => documents).length);
    yield part;
  }
}

describe('a document that the engine rejects', () => {
  /** A key that the engine does not allow, since our documents are all valid. */
  const spoil = (index: EngineIndex): Partial<EngineIndex> => ({
    feed: (parts, position) => index.feed(spoiled(parts), position),
  });
  async function* spoiled(parts: FedParts): AsyncGenerator<TenantChanges[]> {
    for await (const part of parts)
      yield part.map((ofTenant) => ({
        ...ofTenant,
        documents: ofTenant.documents.map((one) => (one.fields[0] === 'Poison' ? { ...one, id: 0.5 } : one)),
      }));
  }
  const fill = () => feedWholeEngine(fed.engineFeed(spoil));

  it('is set aside until it changes, while others are delivered', async () => {
    await requireIndex(account());
    for (const id of [1, 2, 4, 5]) await fed.write(id, 'Roses');
    await fed.write(3, 'Poison');
    await fed.handOver();
    await fill();
    expect(fed.heard).toEqual(['set 3 aside', 'ready']);
    expect(await fed.find('roses')).toEqual([1, 2, 4, 5]);
    expect(await fed.waiting()).toEqual([3]);
    await fed.write(3, 'Roses');
    await fed.handOver();
    await fill();
    expect(await fed.find('roses')).toEqual([1, 2, 3, 4, 5]);
    expect(await fed.waiting()).toEqual([]);
  });
});

describe('a killed feeder', () => {
  it.each<[string, (index: EngineIndex) => Partial<EngineIndex>]>([
    ['before the engine has received the batch', () => ({ feed: () => Promise.reject(KILLED) })],
    [
      'after the engine has received it',
      (index) => ({
        async feed(...batch) {
          await index.feed(...batch);
          throw KILLED;
        },
      }),
    ],
    ['before the index is created', () => ({ prepare: () => Promise.reject(KILLED) })],
  ])('%s leaves the rest to the next one, without a rebuild', async (_, changed) => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    await expect(feedOnce(changed)).rejects.toThrow(KILLED);
    await fed.write(2, 'Roses');
    await fed.handOver();
    await expect(feedOnce(changed).then(() => Promise.reject(KILLED))).rejects.toThrow(KILLED);
    await fed.fill();
    expect(await fed.find('roses')).toEqual([1, 2]);
    expect(fed.heard).toEqual(['ready']);
  });

  it('that only lost its lock has its late batch sent again', async () => {
    await fed.write(1, 'Before');
    await fed.handOver();
    const cut = feedOnce((index) => ({
      async feed(...batch) {
        await fed.database.any(
          `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
           where d.datname = current_database() and l.locktype = 'advisory'`,
        );
        await fed.write(1, 'After');
        await fed.handOver();
        await fed.fill();
        await fed.write(2, 'Roses');
        await fed.handOver();
        // Runs between the other feeder's check and its batch.
        await feedOnce((other) => ({
          async feed(...next) {
            await index.feed(...batch);
            await other.feed(...next);
          },
        }));
      },
    }));
    await expect(cut).rejects.toThrow();
    await fed.fill();
    expect([await fed.find('before'), await fed.find('after')]).toEqual([[], [1]]);
    expect(fed.heard).toEqual(['ready']);
  });
});

describe('an engine that has lost data', () => {
  const fillWith = async (...ids: number[]) => {
    for (const id of ids) await fed.write(id, 'Roses');
    await fed.handOver();
    await fed.fill();
  };
  const drop = async () => fed.engine.index(await fed.indexName()).drop();

  it.each([
    ['has lost the index', drop],
    ['was restored from a backup', async () => fed.engine.index(await fed.indexName()).feed([], 1)],
    [
      'was fed by a copy of the database',
      async () => fed.engine.index(await fed.indexName()).feed([], Number.MAX_SAFE_INTEGER),
    ],
    ['is to be rebuilt', () => renewIndexes(fed.database)],
  ])('is rebuilt under another name since it %s', async (_, spoil) => {
    await fillWith(1, 2);
    const name = await fed.indexName();
    await spoil();
    await fed.fill();
    expect(fed.heard).toEqual(['ready', 'refill', 'ready']);
    expect(await fed.find('roses')).toEqual([1, 2]);
    expect(await fed.indexName()).not.toBe(name);
    expect(await fed.engine.index(name).position()).toBeUndefined();
  });

  it('is noticed even if it loses the index between check and batch, without blaming the batch', async () => {
    await fillWith(1, 2);
    await fed.write(3, 'Roses');
    await fed.handOver();
    const batch = feedOnce((index) => ({
      async feed(...changes) {
        await drop();
        await index.feed(...changes);
      },
    }));
    await expect(batch).rejects.toMatchObject({ kind: 'unavailable' });
    await fed.fill();
    expect(fed.heard).toEqual(['ready', 'refill', 'ready']);
    expect(await fed.find('roses')).toEqual([1, 2, 3]);
    expect(await fed.waiting()).toEqual([]);
  });

  it('is noticed when it loses a new, still empty index', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    await feedOnce((index) => ({
      async feed(...batch) {
        await index.drop();
        await index.feed(...batch);
      },
    })).catch(() => {});
    await fed.fill();
    expect(await fed.find('roses')).toEqual([1]);
    expect(fed.heard).toEqual(['ready']);
  });

  it.each<[string, (feed: EngineFeed, renew: () => Promise<void>) => EngineFeed]>([
    [
      'made',
      (feed, renew) => ({
        ...feed,
        async load(...wanted) {
          await renew();
          return feed.load(...wanted);
        },
      }),
    ],
    [
      'sent',
      (_, renew) =>
        fed.engineFeed((index) => ({
          async feed(...batch) {
            await renew();
            await index.feed(...batch);
          },
        })),
    ],
  ])('is rebuilt on request even while a batch is %s', async (_, changed) => {
    await fillWith(1);
    await fed.write(2, 'Roses');
    await fed.handOver();
    let times = 0;
    const renewOnce = async () => {
      times += 1;
      if (times === 1) await renewIndexes(fed.database);
    };
    await feedWholeEngine(changed(account(), renewOnce));
    expect(fed.heard).toEqual(['ready', 'refill', 'ready']);
    expect(await fed.find('roses')).toEqual([1, 2]);
  });

  it('is not ready meanwhile, even before the index is dropped', async () => {
    await fillWith(1);
    await drop();
    const isReady = async () => (await requireIndex(account())).ready;
    let wasReady = true;
    await feedOnce((index) => ({
      async drop() {
        wasReady = await isReady();
        await index.drop();
      },
    }));
    expect([wasReady, await isReady()]).toEqual([false, false]);
  });

  it('is rebuilt even if the feeder that started it is killed', async () => {
    await fillWith(1, 2);
    await drop();
    await expect(feedOnce(() => ({ drop: () => Promise.reject(KILLED) }))).rejects.toThrow(KILLED);
    await expect(
      feedOnce(() => ({
        drop: async () => {
          await fed.database.none('alter table search_backlog rename to away');
        },
      })),
    ).rejects.toThrow('search_backlog');
    await fed.database.none('alter table away rename to search_backlog');
    await feedOnce();
    await expect(feedOnce(() => ({ prepare: () => Promise.reject(KILLED) }))).rejects.toThrow(KILLED);
    await fed.fill();
    expect(await fed.find('roses')).toEqual([1, 2]);
  });

  it('is rebuilt with restored documents and without removed ones', async () => {
    await fillWith(1, 2);
    await fed.write(1, undefined);
    await fed.handOver();
    await fed.fill();
    await drop();
    await fed.fill();
    expect(await fed.find('roses')).toEqual([2]);
  });
});
