import type { DeskClient } from '@guidepost/desk/testing';
import { planOf } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS } from '../model/topics.ts';
import { type TestDialog, writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { fillForum } from '../testing/large-forum.ts';
import { idsOf } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { COMMENT_ORDERS } from './comments.ts';
import { DIALOG_ORDERS } from './dialog-rows.ts';
import { MAX_COUNTED } from './states.ts';

describe('sorted by popularity', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  /** Attention and age in days. */
  type Attention = Pick<TestDialog, 'num_votes' | 'num_comments' | 'views'> & { days: number };

  const DAY = 86_400_000;
  const TODAY = Date.parse('2026-06-01T12:00:00Z');

  let forums = 0;

  /** Whether the first dialog is more popular. The second is written last, so a tie is not decided by id. */
  async function outranks(one: Attention, other: Attention): Promise<boolean> {
    forums += 1;
    const slug = `forum-${forums}`;
    const dialogs = [one, other].map(({ days, ...attention }, index) => ({
      id: 2 * forums + index,
      pub_date: new Date(TODAY - days * DAY).toISOString(),
      ...attention,
    }));
    await writeDialogs(service.database, await writeForum(service.database, { slug }), dialogs);
    const [first] = idsOf(await service.get(`/api/popular/${slug}.json`).expect(200));
    return first === 2 * forums;
  }

  const NEW = { days: 0 };

  it.each<[string, string, Attention, Attention]>([
    ['a week-old dialog with 50 votes', 'a new one without', { days: 7, num_votes: 50 }, NEW],
    [
      'a month-old one with 5 votes',
      'a new one with 100 views',
      { days: 30, num_votes: 5 },
      { ...NEW, views: 100 },
    ],
    [
      'a three-month-old one with 50 votes',
      'a new one with 5',
      { days: 90, num_votes: 50 },
      { ...NEW, num_votes: 5 },
    ],
    ['a year-old one with 50 votes', 'a new one without a view', { days: 365, num_votes: 50 }, NEW],
    [
      'a new one with 5 votes',
      'a four-month-old one with 50',
      { ...NEW, num_votes: 5 },
      { days: 120, num_votes: 50 },
    ],
    ['ten times the votes', 'being 99 days newer', { days: 99, num_votes: 500 }, { ...NEW, num_votes: 50 }],
    ['being 101 days newer', 'ten times the votes', { ...NEW, num_votes: 50 }, { days: 101, num_votes: 500 }],
    ['twice the votes', 'being 29 days newer', { days: 29, num_votes: 100 }, { ...NEW, num_votes: 50 }],
    ['being 31 days newer', 'twice the votes', { ...NEW, num_votes: 50 }, { days: 31, num_votes: 100 }],
    ['a vote', 'a comment', { ...NEW, num_votes: 1 }, { ...NEW, num_comments: 1 }],
    ['three comments', 'a vote', { ...NEW, num_comments: 3 }, { ...NEW, num_votes: 1 }],
    ['a comment', '49 views', { ...NEW, num_comments: 1 }, { ...NEW, views: 49 }],
    ['being a second newer', 'nothing else', NEW, { days: 1 / 86_400 }],
  ])('%s ranks above %s', async (_one, _other, one, other) => {
    expect(await outranks(one, other)).toBe(true);
    expect(await outranks(other, one)).toBe(false);
  });
});

describe('the indexes of lists', () => {
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
    const [statement] = service.takeBoundStatements().filter(({ text }) => / limit |_dialogs\(/.test(text));
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
    // Merging reads one more of each topic.
    expect(mostRead).toBeLessThanOrEqual(start + PAGE + TOPICS.length);
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
        // Merging reads one more of each topic.
        expect(mostRead).toBeLessThanOrEqual(PAGE + TOPICS.length);
      }
    });
  });

  describe('filters and saved views of the desk among 20,000 dialogs', () => {
    const LARGE = ['dialogs', 'comments', 'dialog_tags'];
    // A thousand, one more of each topic, and the names of states beside them.
    const MOST = 1_100;

    let editor: DeskClient;

    beforeAll(async () => {
      editor = await signInAs(service, { slug: 'help', role: 'editor', name: 'Eva' });
      await service.database.none(
        `update dialogs set waiting_since = case id % 100 when 0 then pub_date else now() + interval '1 day' end
           where id % 100 < 2;
         insert into assignments (forum_id, dialog_id, tenant_id, person_id)
           select d.forum_id, d.id, m.tenant_id, m.person_id
           from dialogs d join forums f on f.id = d.forum_id join staff_memberships m on m.tenant_id = f.account_id
           where d.id % 50 = 0;
         insert into staff_views (tenant_id, list, name, query)
           select f.account_id, list || ' ' || f.id, query, query
           from forums f, unnest('{queue,dialogs}'::text[]) list,
             unnest('{topic=Q&answered=no,assignee=none&days=30,tag=common&answered=no,state=answered}'::text[]) query
           where f.slug = 'help';
         insert into comments (forum_id, id, dialog_id, text, text_html, renderer, pub_date, held, is_org_reply, poster_id, author_name)
           select d.forum_id, 10000 + d.id, d.id, 'x', 'x', 1, d.pub_date, d.id % 70 = 0, d.id % 30 = 0, d.poster_id, 'Anna'
           from dialogs d join forums f on f.id = d.forum_id
           where f.slug = 'help' and d.id % 10 < 2 and d.id > 1;
         analyze dialogs, assignments, comments`,
      );
    });

    it.each([
      '/queue',
      '/queue?show=unanswered',
      '/queue?show=held',
      '/queue?topic=Q&answered=no',
      '/queue?assignee=none&sort=votes',
      '/queue?snoozed=yes',
      '/dialogs?state=answered',
      '/dialogs?state=answered&sort=votes',
      '/dialogs?tag=common&answered=no',
      '/dialogs?person=17&topic=P',
      '/dialogs?assignee=me',
      '/dialogs?assignee=none&topic=S&sort=activity',
      '/dialogs?answered=no&days=30',
      '/dialogs?answered=no&sort=comments',
      '/dialogs?snoozed=yes&topic=Q',
    ])('%s reads a thousand of an index, and no table', async (path) => {
      service.takeStatements();
      await editor.get(`/desk/forum/help${path}`).expect(200);
      const statements = service
        .takeBoundStatements()
        .filter(({ text }) => /waiting_dialogs|with ordinality|union all/.test(text));
      for (const statement of statements) {
        const { scannedTables, mostRead } = await planOf(service.database, statement);
        const { text } = statement;
        expect([text, scannedTables.filter((table) => LARGE.includes(table))]).toEqual([text, []]);
        expect([text, mostRead]).toEqual([text, Math.min(mostRead, MOST)]);
      }
    });
  });

  describe('among 5,000 comments of a dialog a list reads its slice from an index', () => {
    it.each(COMMENT_ORDERS.names)('sort=%s', async (sort) => {
      for (const start of [0, 1_000]) await expectIndexed(`/api/comment/help/1.json?sort=${sort}`, start);
    });

    it('page of the dialog, in one statement, and on the first one its answers in another', async () => {
      for (const page of [1, 20]) {
        service.takeStatements();
        await service.get(`/forum/help/1?page=${page}`).expect(200);
        const [statement, ...others] = service.takeBoundStatements();
        if (!statement) throw new Error('no statement');
        const { scannedTables, mostSorted, mostRead } = await planOf(service.database, statement);
        const plans = await Promise.all(others.map((answers) => planOf(service.database, answers)));
        expect(plans.map((plan) => [plan.scannedTables, plan.mostRead <= 2])).toEqual(
          page === 1 ? [[[], true]] : [],
        );
        expect(scannedTables).toEqual([]);
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
});
