import { planOf } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMENT_ORDERS } from '../comments/comment-order.ts';
import { writeForum, writeKey } from '../testing/content.ts';
import { fillForum } from '../testing/large-forum.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { DIALOG_ORDERS } from './dialog-order.ts';
import { MAX_COUNTED } from './states.ts';

/** Default page size. */
const PAGE = 50;

/** Tables with few rows per forum, where a full scan is right. */
const SMALL = ['forums', 'topic_counts'];

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  const other = await writeForum(database, { slug: 'other' });
  const help = await writeForum(database, { slug: 'help' });
  key = await writeKey(database, help);
  await fillForum(database, other, { dialogs: 2_000, comments: 1_000 });
  await fillForum(database, help, { dialogs: 20_000, comments: 5_000 });
  await database.none('update dialogs set num_comments = 4500 where forum_id = $1 and id = 1', [help]);
  await database.none('analyze');
  // Inserting twenty thousand rows into eleven indexes takes time.
}, 120_000);

afterAll(() => service.stop());

/** The query plan of a request's list. */
async function planFor(path: string) {
  await service.get(path).set('Authorization', `Bearer ${key}`).expect(200);
  const [statement] = service.takeBoundStatements().filter(({ text }) => text.includes(' limit '));
  if (!statement) throw new Error('no list statement');
  const { scannedTables, ...plan } = await planOf(service.database, statement);
  return { ...plan, scannedTables: scannedTables.filter((table) => !SMALL.includes(table)) };
}

/** Asserts that a request reads no more than its slice. */
async function expectIndexed(path: string, start = 0): Promise<void> {
  const separator = path.includes('?') ? '&' : '?';
  const { scannedTables, mostSorted, mostRead } = await planFor(`${path}${separator}start=${start}`);
  expect({ path, scannedTables }).toEqual({ path, scannedTables: [] });
  expect(mostSorted).toBeLessThanOrEqual(PAGE);
  expect(mostRead).toBeLessThanOrEqual(start + PAGE + 1);
}

describe('among 20,000 dialogs a list reads its slice from an index and sorts nothing else', () => {
  it.each(DIALOG_ORDERS.names)('sort=%s, of one topic, several and all', async (sort) => {
    for (const topics of ['', '/q', '/q,b'])
      for (const start of [0, 1_000]) await expectIndexed(`/api/help${topics}.json?sort=${sort}`, start);
  });

  it.each(DIALOG_ORDERS.names)('sort=%s, with archived dialogs', async (sort) => {
    for (const topics of ['', '/q', '/q,b'])
      await expectIndexed(`/api/help${topics}.json?sort=${sort}&include=all`, 1_000);
  });

  it('most popular', async () => {
    for (const topics of ['', '/q', '/q,b'])
      for (const start of [0, 1_000]) await expectIndexed(`/api/popular/help${topics}.json`, start);
    await expectIndexed('/api/popular/help.json?include=all', 1_000);
  });

  it.each(['-pub_date', 'pub_date'])('one tag, sort=%s', async (sort) => {
    for (const start of [0, 1_000]) await expectIndexed(`/api/tag/help/common.json?sort=${sort}`, start);
  });
});

describe('among 20,000 dialogs of a forum', () => {
  it.each([1, 100])('a state is read from an index, page %d', async (page) => {
    await service.get(`/forum/help/states/answered?page=${page}`).expect(200);
    const [statement] = service.takeBoundStatements().filter(({ text }) => text.includes(' limit '));
    if (!statement) throw new Error('no list statement');
    const { scannedTables, mostSorted, mostRead } = await planOf(service.database, statement);
    expect([scannedTables, mostSorted <= PAGE]).toEqual([[], true]);
    expect(mostRead).toBeLessThanOrEqual(MAX_COUNTED);
  });

  it('the home page reads no more than it shows', async () => {
    await service.get('/forum/help').expect(200);
    for (const statement of service.takeBoundStatements().filter(({ text }) => text.includes('dialogs'))) {
      const { scannedTables, mostRead } = await planOf(service.database, statement);
      expect(scannedTables.filter((table) => !SMALL.includes(table))).toEqual([]);
      expect(mostRead).toBeLessThanOrEqual(PAGE);
    }
  });
});

describe('among 5,000 comments of a dialog a list reads its slice from an index', () => {
  it.each(COMMENT_ORDERS.names)('sort=%s', async (sort) => {
    for (const start of [0, 1_000]) await expectIndexed(`/api/comment/help/1.json?sort=${sort}`, start);
  });

  it('page of the dialog, in one statement', async () => {
    for (const page of [1, 20]) {
      service.takeStatements();
      await service.get(`/forum/help/1?page=${page}`).expect(200);
      const [statement, ...others] = service.takeBoundStatements();
      if (!statement) throw new Error('no statement');
      const { scannedTables, mostSorted, mostRead } = await planOf(service.database, statement);
      expect([scannedTables, others]).toEqual([[], []]);
      expect(mostSorted).toBeLessThanOrEqual(PAGE);
      expect(mostRead).toBeLessThanOrEqual(page * PAGE + 1);
    }
  });

  it('place of a comment', async () => {
    service.takeStatements();
    await service.get('/forum/help/1/comments/1000').expect(303);
    const [statement] = service.takeBoundStatements();
    if (!statement) throw new Error('no statement');
    expect(await planOf(service.database, statement)).toMatchObject({ scannedTables: [], mostSorted: 0 });
  });
});
