import { meilisearchForTests } from '@guidepost/local-servers/testing';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EngineIndex } from '../port/search-engine.ts';
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

describe('what waits for an engine', () => {
  it('is nothing where there is none', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    expect(await fed.waiting()).toEqual([]);
  });

  it('is all that the database’s own index holds, when the engine comes to it', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    await requireIndex(account());
    expect(await fed.waiting()).toEqual([1]);
  });

  it('is what the database’s own index has heard of since', async () => {
    await requireIndex(account());
    await fed.write(1, 'Roses');
    expect(await fed.waiting()).toEqual([]);
    await fed.handOver();
    expect(await fed.waiting()).toEqual([1]);
  });

  it('is also what that one does not take', async () => {
    await requireIndex(account());
    await fed.write(1, { fields: ['Roses'], facets: { tag: ['\u0000'] } });
    await fed.handOver();
    expect(fed.heard).toEqual(['postgresql set 1 aside']);
    expect(await fed.waiting()).toEqual([1]);
  });

  it('loses nothing of what is brought into the database’s own index while the engine comes to it', async () => {
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

describe('an engine that is fed', () => {
  it('finds what was there before it and what came later, and is ready then', async () => {
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

  it('is ready with nothing in it, too', async () => {
    await fed.fill();
    expect(fed.heard).toEqual(['ready']);
    expect(await fed.find('roses')).toEqual([]);
  });

  it('is not ready before it has all that waited', async () => {
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

  it('finds no longer what is gone', async () => {
    await fed.write(1, 'Roses');
    await fed.handOver();
    await fed.fill();
    await fed.write(1, undefined);
    await fed.handOver();
    await fed.fill();
    expect(await fed.find('roses')).toEqual([]);
  });

  it('gets more than one batch, of several tenants', async () => {
    await requireIndex(account());
    for (let id = 1; id <= 600; id += 1) fed.records.set(id, { fields: ['Rose'] });
    await fed.database.none(
      `insert into search_queue (tenant_id, document_id)
       select t, d from generate_series(1, 600) d, unnest($1::bigint[]) t`,
      [[ENGLISH.id, NEIGHBOUR.id]],
    );
    await fed.handOver();
    const batches: number[] = [];
    await feedWholeEngine(fed.engineFeed(), { onBatch: (changes) => batches.push(changes) });
    expect(batches).toEqual([1_000, 200]);
    expect(await fed.find('rose')).toHaveLength(600);
  });

  it('hears again of what is changed while it is being sent', async () => {
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

  it('is fed by one instance at a time, and never keeps the database’s own index from being fed', async () => {
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

describe('a document that the engine will never take', () => {
  /** No document of ours is one, so it gets a key that the engine does not allow. */
  const spoil = (index: EngineIndex): Partial<EngineIndex> => ({
    feed: (changes, position) =>
      index.feed(
        changes.map((ofTenant) => ({
          ...ofTenant,
          documents: ofTenant.documents.map((one) =>
            one.fields[0] === 'Poison' ? { ...one, id: 0.5 } : one,
          ),
        })),
        position,
      ),
  });
  const fill = () => feedWholeEngine(fed.engineFeed(spoil));

  it('is set aside until it changes, and the others get through', async () => {
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

describe('a feeder that is killed', () => {
  it.each<[string, (index: EngineIndex) => Partial<EngineIndex>]>([
    ['before the engine has heard of the batch', () => ({ feed: () => Promise.reject(KILLED) })],
    [
      'after the engine has heard of it',
      (index) => ({
        async feed(...batch) {
          await index.feed(...batch);
          throw KILLED;
        },
      }),
    ],
    ['before the index is made', () => ({ prepare: () => Promise.reject(KILLED) })],
  ])('%s leaves everything to the next one, which need not begin from the start', async (_, changed) => {
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

  it('or only loses its lock has what it sent too late sent again', async () => {
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
        // It gets there after the other one's look at the engine, and before what that one sends.
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

describe('an engine that does not hold what it did', () => {
  const fillWith = async (...ids: number[]) => {
    for (const id of ids) await fed.write(id, 'Roses');
    await fed.handOver();
    await fed.fill();
  };
  const drop = async () => fed.engine.index(await fed.indexName()).drop();

  it.each([
    ['has lost the index', drop],
    ['has an older disk again', async () => fed.engine.index(await fed.indexName()).feed([], 1)],
    [
      'was fed by a copy of the database',
      async () => fed.engine.index(await fed.indexName()).feed([], Number.MAX_SAFE_INTEGER),
    ],
    ['is to begin anew', () => renewIndexes(fed.database)],
  ])('since it %s is filled anew, under another name', async (_, spoil) => {
    await fillWith(1, 2);
    const name = await fed.indexName();
    await spoil();
    await fed.fill();
    expect(fed.heard).toEqual(['ready', 'refill', 'ready']);
    expect(await fed.find('roses')).toEqual([1, 2]);
    expect(await fed.indexName()).not.toBe(name);
    expect(await fed.engine.index(name).position()).toBeUndefined();
  });

  it('is noticed even when it loses the index between the look and the batch, which is not to blame', async () => {
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

  it('is noticed when it loses the first index before anything is in it', async () => {
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
  ])('is filled anew also when that is asked for while a batch is %s', async (_, changed) => {
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

  it('is not ready meanwhile, from before the index is dropped', async () => {
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

  it('is filled anew whenever the one who began that is killed', async () => {
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

  it('is refilled with what came back to life, and without what is gone', async () => {
    await fillWith(1, 2);
    await fed.write(1, undefined);
    await fed.handOver();
    await fed.fill();
    await drop();
    await fed.fill();
    expect(await fed.find('roses')).toEqual([2]);
  });
});
