import { withDatabaseAway } from '@guidepost/local-servers/testing';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createContext } from '../context.ts';
import { writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createPendingViews, createViews } from './views.ts';

const MINUTE = 60_000;

let service: TestService;
let forumId: number;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  forumId = await writeForum(service.database, { slug: 'help' });
  key = await writeKey(service.database, forumId);
  await writeDialogs(service.database, forumId, [{ id: 1 }, { id: 2 }, { id: 3, archived: true }]);
});

beforeEach(async () => {
  await service.database.none('update dialogs set views = 0');
});

afterAll(() => service.stop());

async function written(): Promise<number[]> {
  const rows = await service.database.any<{ views: number }>('select views from dialogs order by id');
  return rows.map(({ views }) => views);
}

const revision = async () =>
  (await service.database.one<{ revision: number }>('select revision from forums')).revision;

/** With a manual clock and timer. */
function startCounting() {
  const clock = { now: 0 };
  const timers: { work: () => void; delay: number }[] = [];
  const views = createViews({
    database: service.database,
    logger: service.context.logger,
    now: () => clock.now,
    schedule: (work, delay) => void timers.push({ work, delay }),
  });
  const count = (dialogId: number, client: string) => views.count({ forumId, dialogId, client });
  return { clock, timers, count, flush: () => views.flush() };
}

describe('page views', () => {
  it('count once per client and dialog in 30 minutes', async () => {
    const { clock, count, flush } = startCounting();
    for (const client of ['a', 'b', 'a']) count(1, client);
    count(2, 'a');
    clock.now += 30 * MINUTE - 1;
    count(1, 'a');
    await flush();
    expect(await written()).toEqual([2, 1, 0]);
    clock.now += 1;
    count(1, 'a');
    await flush();
    expect(await written()).toEqual([3, 1, 0]);
  });

  it('are written in batches, five minutes after the first view of a batch', async () => {
    const { timers, count, flush } = startCounting();
    count(1, 'a');
    count(2, 'a');
    expect(timers.map(({ delay }) => delay)).toEqual([5 * MINUTE]);
    expect(await written()).toEqual([0, 0, 0]);
    await flush();
    count(1, 'b');
    expect(timers.map(({ delay }) => delay)).toEqual([5 * MINUTE, 5 * MINUTE]);
  });

  it('increase popularity, as one change per batch', async () => {
    const popular = async () => (await service.get('/api/popular/help.json')).body[0].id;
    expect(await popular()).toBe(2);
    const { count, flush } = startCounting();
    const before = await revision();
    for (let client = 0; client < 1_000; client++) count(1, String(client));
    count(2, 'a');
    await flush();
    await service.settled('help');
    expect(await popular()).toBe(1);
    expect(await revision()).toBe(before + 1);
  });

  it('of nothing, or of deleted dialogs, are no change', async () => {
    const { count, flush } = startCounting();
    const before = await revision();
    await flush();
    count(99, 'a');
    await flush();
    expect(await revision()).toBe(before);
  });

  it('are kept while they cannot be written', async () => {
    const { timers, count, flush } = startCounting();
    count(1, 'a');
    await withDatabaseAway(service.url, flush);
    expect(service.logLines.join()).toContain('cannot write views of dialogs; will retry');
    expect(timers).toHaveLength(2);
    count(1, 'b');
    await flush();
    expect(await written()).toEqual([2, 0, 0]);
  });

  it('are awaited by later flushes, such as at shutdown', async () => {
    const { count, flush } = startCounting();
    count(1, 'a');
    const ended: string[] = [];
    const batches = await service.database.tx(async (transaction) => {
      await transaction.none('update dialogs set views = 0 where id = 1');
      const both = [flush().then(() => ended.push('first')), flush().then(() => ended.push('second'))];
      await untilBlocked(service.database);
      expect(ended).toEqual([]);
      return { both };
    });
    await Promise.all(batches.both);
    expect(await written()).toEqual([1, 0, 0]);
  });

  it('of two instances that write the same dialogs at once are added up', async () => {
    const [one, other] = [startCounting(), startCounting()];
    for (let round = 0; round < 20; round++) {
      for (const id of [1, 2, 3]) one.count(id, String(round));
      for (const id of [3, 2, 1]) other.count(id, String(round));
      await Promise.all([one.flush(), other.flush()]);
    }
    expect(await written()).toEqual([40, 40, 40]);
  });

  it('are held in bounded memory: further dialogs are not counted', () => {
    const pending = createPendingViews(2);
    for (const dialogId of [1, 2, 3, 1]) pending.add(7, dialogId, 1);
    pending.add(8, 1, 1);
    expect(pending.take()).toEqual([
      [
        7,
        new Map([
          [1, 2],
          [2, 1],
        ]),
      ],
    ]);
    pending.add(8, 1, 1);
    expect(pending.take()).toEqual([[8, new Map([[1, 1]])]]);
  });
});

describe('GET /api/dialog/:slug/:id.json', () => {
  async function viewsAfter(view: (service: TestService) => Promise<unknown>): Promise<number[]> {
    await view(service);
    for (const { views } of service.contexts) await views.flush();
    return written();
  }

  it('counts a view in every format, also of archived dialogs', async () => {
    const views = await viewsAfter(async ({ get }) => {
      await get('/api/dialog/help/1.json');
      await get('/api/dialog/help/1.xml');
      await get('/api/dialog/help/1.json?callback=show');
      await get('/api/dialog/help/3.json');
    });
    expect(views).toEqual([1, 0, 1]);
  });

  it('counts a view for each client, also when answered from the cache', async () => {
    const trusting = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
    const id = await writeForum(trusting.database, { slug: 'help' });
    await writeDialogs(trusting.database, id, [{ id: 1 }]);
    await trusting.settled('help');
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.2'])
      await trusting.get('/api/dialog/help/1.json').set('X-Forwarded-For', address).expect(200);
    trusting.takeStatements();
    await trusting.request.head('/api/dialog/help/1.json').set('X-Forwarded-For', '192.0.2.3');
    expect(trusting.takeStatements()).toEqual([]);
    for (const { views } of trusting.contexts) await views.flush();
    const { views } = await trusting.database.one('select views from dialogs');
    await trusting.stop();
    expect(views).toBe(2);
  });

  it('does not count HEAD, lists, errors and bad keys', async () => {
    const views = await viewsAfter(async ({ get, request }) => {
      await request.head('/api/dialog/help/2.json');
      await get('/api/help.json');
      await get('/api/comment/help/2.json');
      await get('/api/dialog/help/9.json');
      await get('/api/dialog/help/2.json?key=wrong');
      await get('/api/dialog/help/2.json?callback=');
    });
    expect(views).toEqual([0, 0, 0]);
  });

  it('trusts the claimed client address only with a key', async () => {
    const views = await viewsAfter(async ({ get }) => {
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.2', '2001:db8::1', '2001:db8::2']) {
        await get(`/api/dialog/help/2.json?key=${key}`).set('X-Forwarded-For', address);
        await get('/api/dialog/help/2.json').set('X-Forwarded-For', address);
      }
    });
    expect(views).toEqual([0, 4, 0]);
  });

  it('loses no view when the service stops', async () => {
    const { config, logger } = service.context;
    const context = createContext(config, { logger });
    context.views.count({ forumId, dialogId: 1, client: 'last' });
    await context.close();
    expect(await written()).toEqual([1, 0, 0]);
  });
});
