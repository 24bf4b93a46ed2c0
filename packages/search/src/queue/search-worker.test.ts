import type { Database } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { createMetrics } from '@guidepost/service-kit/process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import type { SearchDocument, SearchIndex } from '../port.ts';
import { ENGLISH, NEIGHBOUR } from '../testing/contract-documents.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import type { RejectedDocument } from './deliver-changes.ts';
import { feedIndex, feedWholeQueue, holdFeeding, type IndexFeed } from './feed-index.ts';
import { measureSearchQueue, searchStatus } from './search-status.ts';
import { createSearchWorker } from './search-worker.ts';

const QUEUE = 'select queue_for_search($1, array[$2::bigint])';

describe('the search queue', () => {
  let opened: SearchDatabase;
  let database: Database;
  let index: SearchIndex;
  let records: Map<number, string>;
  let rejected: RejectedDocument[];

  beforeEach(async () => {
    opened = await openSearchDatabase();
    database = opened.database;
    index = createEmbeddedSearch(database);
    records = new Map();
    rejected = [];
  });

  afterEach(() => opened.close());

  const feed = (changed: Partial<SearchIndex> = {}): IndexFeed => ({
    database,
    index: { ...index, ...changed },
    load: async (id, ids) => ({ tenant: { ...ENGLISH, id }, documents: ids.flatMap(toDocument) }),
    onRejected: (document) => rejected.push(document),
  });
  const toDocument = (id: number): SearchDocument[] => {
    const title = records.get(id);
    return title === undefined ? [] : [{ id, fields: [title], facets: {} }];
  };
  const write = async (id: number, title: string) => {
    records.set(id, title);
    await database.one(QUEUE, [ENGLISH.id, id]);
  };
  const find = async (text: string) =>
    (
      await index.search({
        tenant: ENGLISH,
        query: createAnalyzer('en').query(text),
        offset: 0,
        limit: 1_000,
      })
    ).ids.toSorted((a, b) => a - b);
  const queued = async () => (await database.one('select count(*) from search_queue')).count;

  it('indexes changes and is empty afterwards', async () => {
    await write(1, 'Roses');
    await write(2, 'Violets');
    await feedWholeQueue(feed());
    expect(await find('roses')).toEqual([1]);
    expect(await queued()).toBe(0);
  });

  it('removes what clients may no longer find', async () => {
    await write(1, 'Roses');
    await feedWholeQueue(feed());
    records.delete(1);
    await database.one(QUEUE, [ENGLISH.id, 1]);
    await feedWholeQueue(feed());
    expect(await find('roses')).toEqual([]);
  });

  it('sends a record once after several changes', async () => {
    let sent = 0;
    for (const title of ['One', 'Two', 'Three']) await write(1, title);
    await feedWholeQueue(
      feed({
        put: (tenant, documents) => {
          sent += documents.length;
          return index.put(tenant, documents);
        },
      }),
    );
    expect(sent).toBe(1);
    expect(await find('three')).toEqual([1]);
  });

  it('sends records again that change while being sent', async () => {
    await write(1, 'Before');
    await feedIndex(
      feed({
        put: async (tenant, documents) => {
          await index.put(tenant, documents);
          await write(1, 'Meanwhile');
        },
      }),
    );
    expect(await queued()).toBe(1);
    await feedWholeQueue(feed());
    expect(await find('meanwhile')).toEqual([1]);
    expect(await find('before')).toEqual([]);
  });

  it('skips records in uncommitted transactions, and sends them after the commit', async () => {
    await write(1, 'Roses');
    await write(2, 'Violets');
    await database.tx(async (transaction) => {
      await transaction.one(QUEUE, [ENGLISH.id, 1]);
      await feedWholeQueue(feed());
      expect([await find('roses'), await find('violets')]).toEqual([[], [2]]);
    });
    expect(await queued()).toBe(1);
    await feedWholeQueue(feed());
    expect(await find('roses')).toEqual([1]);
  });

  it('never makes writers wait for the engine, not even for records being sent', async () => {
    await write(1, 'Roses');
    await database.one(QUEUE, [NEIGHBOUR.id, 1]);
    await feedIndex(
      feed({
        put: async (tenant, documents) => {
          await index.put(tenant, documents);
          if (tenant.id === NEIGHBOUR.id) await write(1, 'Tulips');
        },
      }),
    );
    expect(await queued()).toBe(1);
  });

  it('loads the rest of a large batch later', async () => {
    for (const id of [1, 2, 3]) await write(id, 'Roses');
    const asked: number[][] = [];
    await feedWholeQueue({
      ...feed(),
      load: async (_, [first = 0, ...later]) => {
        asked.push([first, ...later]);
        return { tenant: ENGLISH, documents: toDocument(first), later };
      },
    });
    expect(asked).toEqual([[1, 2, 3], [2, 3], [3]]);
    expect(await find('roses')).toEqual([1, 2, 3]);
  });

  it('keeps everything while the engine is unreachable', async () => {
    await write(1, 'Roses');
    const away = { put: () => Promise.reject(new AppError('unavailable', 'The engine is away.')) };
    await expect(feedIndex(feed(away))).rejects.toThrow('The engine is away.');
    expect(await queued()).toBe(1);
    await feedWholeQueue(feed());
    expect(await find('roses')).toEqual([1]);
  });

  it('is processed by one instance at a time', async () => {
    await write(1, 'Roses');
    let other: number | undefined = 0;
    await feedIndex(
      feed({
        put: async (tenant, documents) => {
          other = await feedIndex(feed());
          await index.put(tenant, documents);
        },
      }),
    );
    expect(other).toBeUndefined();
  });

  it('is paused while analysis is being changed', async () => {
    await write(1, 'Roses');
    await database.tx(async (transaction) => {
      await holdFeeding(transaction);
      expect(await feedIndex(feed())).toBeUndefined();
    });
    expect(await feedIndex(feed())).toBe(1);
  });

  it('processes several batches for several tenants', async () => {
    for (let id = 1; id <= 250; id += 1) records.set(id, `Rose ${id}`);
    await database.none(
      `insert into search_queue (tenant_id, document_id) select t, d from generate_series(1, 250) d, unnest('{1, 2}'::int[]) t`,
    );
    let total = 0;
    await feedWholeQueue(feed(), (changes) => {
      total += changes;
    });
    expect(total).toBe(500);
    expect(await find('rose')).toHaveLength(250);
  });

  describe('a document that the engine rejects', () => {
    const poisoned = {
      put: async (...[tenant, documents]: Parameters<SearchIndex['put']>) => {
        if (documents.some(({ fields }) => fields[0] === 'Poison')) {
          throw new AppError('invalid', 'string is too long for tsvector');
        }
        await index.put(tenant, documents);
      },
    };

    it('is set aside with the reason, while others are indexed', async () => {
      await write(1, 'Roses');
      await write(2, 'Poison');
      await write(3, 'Violets');
      await feedWholeQueue(feed(poisoned));
      expect(rejected).toEqual([{ tenantId: 1, documentId: 2, reason: 'string is too long for tsvector' }]);
      expect([await find('roses'), await find('violets')]).toEqual([[1], [3]]);
      expect(await searchStatus(database, ENGLISH.id)).toEqual([
        {
          tenant_id: 1,
          documents: 2,
          embedded: 0,
          waiting: 0,
          oldest: null,
          set_aside: [{ id: 2, index: null, reason: 'string is too long for tsvector' }],
        },
      ]);
    });

    it('is tried again after a change', async () => {
      await write(2, 'Poison');
      await feedWholeQueue(feed(poisoned));
      await write(2, 'Honey');
      await feedWholeQueue(feed(poisoned));
      expect(await find('honey')).toEqual([2]);
      expect(await queued()).toBe(0);
    });
  });

  it('is counted in metrics, as are the backlogs', async () => {
    await write(1, 'Roses');
    await write(2, 'Violets');
    await database.none(
      `insert into search_indexes (settings, name) values ('a', 'an engine’s'), ('b', 'another');
       insert into search_backlog (index_id, tenant_id, document_id, change, queued_at, set_aside)
       select id, 1, d, d, now(), case d when 3 then 'too strange' end
       from search_indexes, generate_series(1, 3) d where settings = 'a'`,
    );
    const metrics = createMetrics('test');
    measureSearchQueue(metrics, database);
    const text = await metrics.registry.metrics();
    const counted = (name: string) =>
      Object.fromEntries(
        [...text.matchAll(new RegExp(`^${name}\\{index="([^"]*)".*\\} (.*)$`, 'gm'))].map(
          ([, index, value]) => [index, Number(value)],
        ),
      );
    expect(counted('search_changes_waiting')).toEqual({ postgresql: 2, 'an engine’s': 2, another: 0 });
    expect(counted('search_changes_set_aside')).toEqual({ postgresql: 0, 'an engine’s': 1, another: 0 });
    expect(counted('search_changes_oldest_seconds')).toEqual({
      postgresql: expect.closeTo(0, -1),
      'an engine’s': expect.closeTo(0, -1),
      another: 0,
    });
  });

  describe('the worker', () => {
    it('processes the queue and reports a failure and a recovery once each', async () => {
      const heard: string[] = [];
      const { promise: recovered, resolve } = Promise.withResolvers<void>();
      let failures = 2;
      const worker = createSearchWorker({
        pause: 1,
        ...feed({
          put: (tenant, documents) => {
            failures -= 1;
            if (failures >= 0) return Promise.reject(new Error('away'));
            return index.put(tenant, documents);
          },
        }),
        onFailure: () => heard.push('failure'),
        onRecovery: () => {
          heard.push('recovery');
          resolve();
        },
      });
      await write(1, 'Roses');
      worker.start();
      await recovered;
      await worker.stop();
      expect(heard).toEqual(['failure', 'recovery']);
      expect(await find('roses')).toEqual([1]);
    });

    it('finishes the current batch before it stops', async () => {
      const events: string[] = [];
      const { promise: sending, resolve: begin } = Promise.withResolvers<void>();
      const { promise: sent, resolve: finish } = Promise.withResolvers<void>();
      const worker = createSearchWorker({
        pause: 1,
        ...feed({
          put: async () => {
            begin();
            await sent;
            events.push('sent');
          },
        }),
        onFailure: () => {},
        onRecovery: () => {},
      });
      await write(1, 'Roses');
      worker.start();
      await sending;
      const stopped = worker.stop().then(() => events.push('stopped'));
      finish();
      await stopped;
      expect(events).toEqual(['sent', 'stopped']);
      expect(await queued()).toBe(0);
    });

    it('stops on request, even before its first poll', async () => {
      const worker = createSearchWorker({ ...feed(), onFailure: () => {}, onRecovery: () => {} });
      worker.start();
      await worker.stop();
      await write(1, 'Roses');
      expect(await queued()).toBe(1);
    });
  });
});
