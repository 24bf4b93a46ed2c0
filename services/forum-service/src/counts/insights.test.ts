import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createContext } from '../context.ts';
import { createHelpCounts } from '../knowledge-base/helpful-guides.ts';
import { deleteForum } from '../tenants/administration.ts';
import { type Commands, commandsOn } from '../testing/command-fixture.ts';
import { writeComments, writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { listUnanswered, readBefore, readInsights } from './read-insights.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let service: TestService;
let forumId: number;
let otherId: number;
let commands: Commands;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off', TRUSTED_PROXIES: 'loopback' });
  commands = commandsOn(service.url);
  forumId = await writeForum(service.database, { slug: 'help' });
  otherId = await writeForum(service.database, { slug: 'other' });
});

afterAll(async () => {
  commands.release();
  await service.stop();
});

const today = () => new Date().toISOString().slice(0, 10);

/** Noon of a day in UTC, and some hours later. */
const noon = (daysAgo: number, hours = 0) =>
  new Date(Date.parse(today()) - daysAgo * DAY + (12 + hours) * HOUR).toISOString();

const dayOf = (daysAgo: number) => noon(daysAgo).slice(0, 10);

describe('figures of a forum', () => {
  beforeAll(async () => {
    const { database } = service;
    await writeDialogs(database, forumId, [
      { id: 101, pub_date: noon(3), num_votes: 3, tags: ['red'] },
      { id: 102, pub_date: noon(3) },
      { id: 103, topic: 'P', title: '=Broken', pub_date: noon(5), tags: ['red'] },
      { id: 104, topic: 'S', pub_date: noon(5), tags: ['<b>blue'] },
      { id: 105, topic: 'P', pub_date: noon(4), archived: true },
      { id: 106, pub_date: noon(4), held: true },
      { id: 107, pub_date: noon(4), archived: true },
      { id: 108, pub_date: new Date(Date.parse(today())).toISOString() },
      { id: 109, pub_date: noon(40), tags: ['old'] },
      { id: 110, title: 'And this?', pub_date: noon(2, -1) },
      { id: 111, topic: 'B', pub_date: noon(6) },
    ]);
    await writeDialogs(database, otherId, [{ id: 201, pub_date: noon(3) }]);
    await database.none('update dialogs set refused = true where id = 107');
    await database.none(`update tags set is_public = true where name = 'red'`);
    await writeComments(database, forumId, [
      { id: 1, dialog_id: 101, pub_date: noon(3, 1) },
      { id: 2, dialog_id: 101, pub_date: noon(3, 2), is_org_reply: true },
      { id: 3, dialog_id: 102, pub_date: noon(3, 30), is_org_reply: true },
      { id: 4, dialog_id: 102, pub_date: noon(3, 31), is_org_reply: true },
      { id: 5, dialog_id: 103, pub_date: noon(2) },
      { id: 6, dialog_id: 103, pub_date: noon(2), held: true },
      { id: 7, dialog_id: 110, pub_date: noon(2), is_org_reply: true, held: true },
      // From a dialog that was merged into this one.
      { id: 8, dialog_id: 111, pub_date: noon(7), is_org_reply: true },
      { id: 9, dialog_id: 109, pub_date: noon(40, 1), is_org_reply: true },
    ]);
    const vote = `insert into votes (forum_id, dialog_id, voter, poster_id, author_name, voted_at)
       values ($1, 101, sha256($2), 101, 'Vera', $3)`;
    await database.none(vote, [forumId, Buffer.from('1'), noon(1)]);
    await database.none(vote, [forumId, Buffer.from('2'), noon(1)]);
    await database.none(vote, [forumId, Buffer.from('3'), noon(40)]);
  });

  const read = (more: object = {}) =>
    readInsights(service.database, { forumId, days: 30, limit: 10, ...more });

  const figures = (
    [dialogs, comments, votes]: [number, number, number],
    [answered_within_a_day, median_hours, unanswered]: [number | null, number | null, number],
  ) => ({ dialogs, comments, votes, answered_within_a_day, median_hours, unanswered });

  it('are about the dialogs of the period: all, by topic and by tag', async () => {
    const { all, topics, tags } = await read();
    expect(all).toEqual(figures([8, 6, 3], [0.29, 2, 2]));
    expect(topics).toEqual([
      { topic: 'Q', ...figures([4, 4, 3], [0.33, 16, 1]) },
      { topic: 'P', ...figures([2, 1, 0], [0, null, 1]) },
      { topic: 'B', ...figures([1, 1, 0], [1, 0, 0]) },
      { topic: 'S', ...figures([1, 0, 0], [0, null, 0]) },
    ]);
    expect(tags).toEqual([
      { tag: 'red', is_public: true, ...figures([2, 3, 3], [0.5, 2, 1]) },
      { tag: '<b>blue', is_public: false, ...figures([1, 0, 0], [0, null, 0]) },
    ]);
    expect((await read({ limit: 1 })).tags).toHaveLength(1);
    expect((await read({ forumId: otherId })).all).toEqual(figures([1, 0, 0], [0, null, 1]));
    expect((await read({ forumId: 999 })).all).toEqual(figures([0, 0, 0], [null, null, 0]));
  });

  it('are about the colleagues whom dialogs are assigned to', async () => {
    const editor = await signInAs(service, { slug: 'help', role: 'editor', name: 'Eva Editor' });
    await service.database.none("update staff_people set name = 'Eva <Editor>' where name = 'Eva Editor'");
    const assign = `insert into assignments (forum_id, dialog_id, tenant_id, person_id)
      select $1, d.id, m.tenant_id, m.person_id
      from dialogs d, staff_memberships m join staff_people p on p.id = m.person_id
      where p.name = 'Eva <Editor>' and d.forum_id = $1 and d.id in (101, 102, 103, 109)`;
    await service.database.none(assign, [forumId]);
    expect((await read()).assignees).toEqual([
      { assignee: 'Eva <Editor>', ...figures([3, 5, 3], [0.33, 16, 1]) },
    ]);
    expect((await read()).all).toEqual(figures([8, 6, 3], [0.29, 2, 2]));
    expect((await read({ forumId: otherId })).assignees).toEqual([]);
    const page = await editor.get('/desk/forum/help/insights').expect(200);
    expect(page.text).toMatch(/By assignee[\s\S]*Eva &lt;Editor&gt;<[\s\S]*>16 hrs</);
    const csv = await editor.get('/desk/forum/help/insights/assignees.csv').expect(200);
    expect(csv.text).toContain('Eva <Editor>,3,5,3,0.33,16,1\r\n');
  });

  it('are shown over time: dialogs, comments and votes by their own dates', async () => {
    const { timeline } = await read();
    expect(timeline).toHaveLength(30);
    const step = { dialogs: 0, comments: 0, answers: 0, votes: 0, median_hours: null };
    expect(timeline.slice(-8)).toEqual([
      { ...step, day: dayOf(7), comments: 1, answers: 1 },
      { ...step, day: dayOf(6), dialogs: 1, median_hours: 0 },
      { ...step, day: dayOf(5), dialogs: 2 },
      { ...step, day: dayOf(4), dialogs: 1 },
      { ...step, day: dayOf(3), dialogs: 2, comments: 2, answers: 1, median_hours: 16 },
      { ...step, day: dayOf(2), dialogs: 1, comments: 3, answers: 2 },
      { ...step, day: dayOf(1), votes: 2 },
      { ...step, day: dayOf(0), dialogs: 1 },
    ]);
  });

  it('are compared with the time before, which is as long', async () => {
    const before = (days: number) => readBefore(service.database, { forumId, days, step: 'day', limit: 1 });
    const figuresBefore = { dialogs: 1, comments: 1, answers: 1, votes: 1, median_hours: 1 };
    expect(await before(30)).toEqual({ ...figuresBefore, days: { from: dayOf(59), to: dayOf(30) } });
    // The dialogs of three and four days ago, without those that wait for review or were refused.
    expect(await before(2)).toMatchObject({ dialogs: 3, comments: 5, votes: 0, median_hours: 16 });
    expect(await before(3)).toMatchObject({ days: { from: dayOf(5), to: dayOf(3) } });
  });

  it.each([
    ['week', /^....-..-..$/],
    ['month', /-01$/],
  ] as const)('are the same by %s', async (step, form) => {
    const { timeline } = await read({ days: 90, step });
    const sum = (of: (typeof timeline)[number]) => [of.dialogs, of.comments, of.answers, of.votes];
    const sums = timeline
      .map(sum)
      .reduce((total, row) => total.map((value, index) => value + (row[index] ?? 0)));
    expect(sums).toEqual([9, 7, 5, 3]);
    expect(timeline.length).toBeLessThan(15);
    for (const { day } of timeline) expect(day).toMatch(form);
  });

  it('name the questions and problems that still wait, the oldest first', async () => {
    const listed = await listUnanswered(service.database, { forumId, days: 30, limit: 10 });
    expect(listed.map(({ id }) => id)).toEqual([103, 110]);
  });

  it('count answers from before the period that merged dialogs brought', async () => {
    const { database } = service;
    const week = { forumId, days: 7, limit: 10 };
    expect((await read(week)).topics).toContainEqual({ topic: 'B', ...figures([1, 1, 0], [1, 0, 0]) });
    const date = 'update comments set is_org_reply = $1, pub_date = $2 where forum_id = $3 and id = 5';
    await database.none(date, [true, noon(40), forumId]);
    expect((await listUnanswered(database, week)).map(({ id }) => id)).toEqual([110]);
    await database.none(date, [false, noon(2), forumId]);
  });

  it('are on a page of the desk, with CSV', async () => {
    const desk = '/desk/forum/help/insights';
    const author = await signInAs(service, { slug: 'help', role: 'author' });
    const guide = { address: 'https://help.example.com/guides/tyre', title: 'Change a tyre' };
    await createHelpCounts(service.database).count({
      forumId,
      guide: { id: '1', ...guide },
      client: 'a',
    });
    const { text } = await author.get(desk).expect(200);
    expect(text).toContain('aria-label="Posts, ');
    expect(text).toContain('<dd>29%</dd>');
    expect(text).toContain('2 hrs <span class="change">+100%, up from 1 hr</span>');
    expect(text).toContain('&lt;b&gt;blue <span class="quiet">(hidden from readers)</span>');
    expect(text).toMatch(/dialogs\/103">=Broken<[\s\S]*dialogs\/110">And this\?</);
    expect(text).toMatch(
      /<a href="https:..help.example.com.guides.tyre">Change a tyre<.a><.td><td class="number">1</,
    );
    expect(text).toContain(`${desk}?by=week`);
    expect((await author.get(`${desk}?days=365`)).text).toContain(
      `href="${desk}?days=365&amp;by=week" aria-current`,
    );
    for (const [path, line] of [
      ['timeline.csv', `${dayOf(3)},2,2,1,0,16`],
      ['timeline.csv?days=365&by=month', expect.stringMatching(/^\d{4}-\d\d-01,/)],
      ['topics.csv', 'Q,4,4,3,0.33,16,1'],
      ['tags.csv', 'red,1,2,3,3,0.5,2,1'],
      ['unanswered.csv', `103,P,'=Broken,${noon(5)},1,0`],
      ['not-found.csv', '\ufeffquery,not_found,searches'],
      ['helpful-guides.csv', 'Change a tyre,https://help.example.com/guides/tyre,1'],
      ['most-searched.csv', '\ufeffquery,searches,not_found'],
    ] as const) {
      const csv = await author.get(`${desk}/${path}`).expect(200);
      expect(csv.headers['content-disposition']).toMatch(
        /^attachment; filename="help-[a-z-]+-\d+-days\.csv"$/,
      );
      expect(csv.text.split('\r\n')).toContainEqual(line);
    }
    for (const path of ['toString.csv', 'topics', 'x.csv']) await author.get(`${desk}/${path}`).expect(404);
  });

  it('are printed by the command line', async () => {
    const { forum, answerOf } = commands;
    expect((await forum('insights', 'help')).stdout).toMatch(/^TOPIC +DIALOGS .*\nQ +4 +4 +3 +0.33 +16 +1\n/);
    expect((await forum('insights', 'other', '--table', 'not-found')).stdout).toBe(
      'Nothing in this period.\n',
    );
    const weeks = ['insights', 'help', '--table', 'timeline', '--days', '60', '--by', 'month', '--csv'];
    expect((await forum(...weeks)).stdout).toMatch(
      /^\ufeffday,dialogs,comments,answers,votes,median_hours\r\n\d/,
    );
    expect(await answerOf('insights', 'help', '--table', 'unanswered', '--limit', '1')).toMatchObject([
      { id: 103 },
    ]);
    for (const words of [
      ['--table', 'x'],
      ['--days', '0'],
      ['--by', 'year'],
    ])
      expect((await forum('insights', 'help', ...words)).code).toBe(2);
    expect((await forum('insights', 'nowhere')).code).toBe(1);
  });
});

describe('a search', () => {
  /** Visitors of different groups for any query, most likely. */
  const VISITORS = Array.from({ length: 12 }, (_, index) => `198.51.100.${index}`);
  const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
  let key: string;

  beforeAll(async () => {
    await writeDialogs(service.database, forumId, [{ id: 301, title: 'Tulips', tags: ['garden'] }]);
    key = await writeKey(service.database, forumId);
    await service.indexed();
  });

  beforeEach(async () => {
    for (const { searchCounts } of service.contexts) await searchCounts.close();
    await service.database.none('truncate searched_queries, searches_by_query, searches_by_day');
  });

  const read = (path: string, visitor = '192.0.2.1', headers: Record<string, string> = {}) =>
    service.request.get(path).set({ 'User-Agent': BROWSER, 'X-Forwarded-For': visitor, ...headers });

  async function stored(): Promise<unknown[]> {
    // Stopping finishes what is being typed.
    for (const { searchCounts } of service.contexts) await searchCounts.close();
    return service.database.map(
      `select q.words, sum(c.searches)::int as searches, sum(c.in_vain)::int as in_vain
       from searches_by_query c join searched_queries q using (tenant_id, query)
       where tenant_id = $1
       group by q.query, q.words order by searches, words`,
      [forumId],
      ({ words, searches, in_vain }) => [words, searches, in_vain],
    );
  }

  it('is counted on pages and over the API, without those that fewer than three visitors asked', async () => {
    for (const visitor of VISITORS) {
      await read('/forum/help/search?q=Tulips!', visitor).expect(200);
      await read('/api/search/help/zeppelin.json', visitor).expect(200);
      await read('/api/search/help/Zeppelin.xml', visitor).expect(200);
    }
    await read('/forum/help/search?q=my+own+secret').expect(200);
    expect(await stored()).toEqual([
      [null, 1, 1],
      ['tulips', 12, 0],
      ['zeppelin', 12, 12],
    ]);
    const editor = await signInAs(service, { slug: 'help', role: 'editor' });
    const { text } = await editor.get('/desk/forum/help/insights').expect(200);
    expect(text).toMatch(/id="not-found"[\s\S]*<td>zeppelin<[\s\S]*id="most-searched"[\s\S]*<td>tulips</);
    expect(text).not.toContain('secret');
  });

  it.each([
    ['a further slice', '/api/search/help/tulips.json?start=1', {}],
    ['suggestions', '/forum/help/search/suggestions?q=tulips', {}],
    ['a bot', '/forum/help/search?q=tulips', { 'User-Agent': 'bingbot/2.0' }],
    ['a prefetch', '/api/search/help/tulips.json', { 'Sec-Purpose': 'prefetch' }],
    ['an e-mail address', '/forum/help/search?q=maja%40example.com', {}],
  ])('is none: %s', async (_, path, headers) => {
    await read(path, undefined, headers).expect(200);
    expect(await stored()).toEqual([]);
  });

  it('by tags is not in vain, and one with a key that may write is none', async () => {
    const writing = await writeKey(service.database, forumId, { name: 'writer', scope: 'write' });
    await read(`/api/search/help/zeppelin.json?tags=none&key=${key}`).expect(200);
    await read(`/api/search/help/tulips.json?key=${writing}`).expect(200);
    expect(await stored()).toEqual([[null, 1, 0]]);
  });

  it('takes no statement of its own, and is written when the service stops', async () => {
    const { config, logger } = service.context;
    const context = createContext(config, { logger });
    const request = { method: 'GET', headers: {} } as never;
    for (const tenantId of [forumId, 999_999])
      context.searchCounts.countSearch({ tenantId, query: 'x', inVain: true, address: '192.0.2.1' }, request);
    await context.close();
    const rows = await service.database.any('select tenant_id, searches, in_vain from searches_by_day');
    expect(rows).toEqual([{ tenant_id: forumId, searches: 1, in_vain: 1 }]);
  });

  it('is forgotten with the forum', async () => {
    const gone = await writeForum(service.database, { slug: 'gone' });
    const request = { method: 'GET', headers: {} } as never;
    const { searchCounts } = service.context;
    searchCounts.countSearch({ tenantId: gone, query: 'x', inVain: true, address: '192.0.2.1' }, request);
    await searchCounts.close();
    await deleteForum(service.database, 'gone');
    const left = await service.database.any(
      `select tenant_id from searches_by_day union all select tenant_id from searched_queries
       union all select tenant_id from searches_by_query`,
    );
    expect(left).toEqual([]);
  });
});
