import { withDatabaseAway } from '@guidepost/local-servers/testing';
import { usesEverydaySynonyms } from '@guidepost/search';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createContext } from '../context.ts';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { deleteKnowledgeBase } from '../tenants/administration.ts';
import { OPERATOR } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { CANARY, EXAMPLE, KEYED, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { renameGuide } from '../writing/drafts/guide-slugs.ts';
import { unpublishGuides } from '../writing/publishing/publish-guides.ts';
import { listComments } from './guide-comments.ts';
import {
  countedSince,
  listLeastHelpful,
  listMostRead,
  listMostSearched,
  listNeverOpened,
  listNotFoundQueries,
  readBefore,
  readTimeline,
} from './read-insights.ts';
import { createReadingCounts } from './reading-counts.ts';
import { createSearchLeads } from './search-leads.ts';
import { thinCounts } from './thin-counts.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-11-23T12:00:00Z');
const HOST = EXAMPLE.host;
const API = `/knowledge/v1/${HOST}`;
const SITE = `/site/${HOST}`;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

function fail(error: unknown): never {
  throw error;
}

describe('what readers do', () => {
  let service: TestService;
  let ids: { own: number; other: number; keyed: number };
  let key: string;

  beforeAll(async () => {
    const keyed = { ...KEYED, guides: [{ id: 61, slug: 'inside' }] };
    service = await startTestService([EXAMPLE, OTHER, keyed], {
      TRUSTED_PROXIES: 'loopback',
      RATE_LIMITS: 'off',
    });
    const idOf = async (host: string) =>
      (await service.database.one('select id from knowledge_bases where host = $1', [host])).id;
    ids = { own: await idOf(HOST), other: await idOf(OTHER.host), keyed: await idOf(KEYED.host) };
    ({ key } = await issueAccessKey(service.database, OPERATOR, { host: KEYED.host, name: 'app' }));
    await service.settled(KEYED.host);
    await service.indexed();
  });

  beforeEach(async () => {
    for (const { readingCounts } of service.contexts) await readingCounts.flush();
    await service.database.none(
      'truncate guide_views, guide_recent_views, guide_searches, searched_queries, searches_by_query, searches_by_day, guide_votes, guide_comments',
    );
  });

  afterAll(() => service.stop());

  const read = (path: string, headers: Record<string, string> = {}) =>
    service.request.get(path).set({
      Accept: path.startsWith('/site') ? 'text/html' : 'application/vnd.api+json',
      'User-Agent': BROWSER,
      ...headers,
    });

  async function viewsAfter(paths: string[], headers?: Record<string, string>): Promise<[number, number][]> {
    for (const path of paths) await read(path, headers);
    for (const { readingCounts } of service.contexts) await readingCounts.flush();
    const rows = await service.database.any<{ guide_id: number; views: number }>(
      'select guide_id, sum(views) as views from guide_views group by guide_id order by guide_id',
    );
    return rows.map(({ guide_id, views }) => [guide_id, views]);
  }

  describe('a view', () => {
    it('is a guide read as a page or over the API, from the cache, too', async () => {
      const paths = [
        `${SITE}/guides/install`,
        `${API}/guides/slug/install`,
        `${API}/guides/31`,
        `/jsonapi/knowledge/v1/${HOST}/guides/slug/install?include=tags`,
      ];
      expect(await viewsAfter([...paths, ...paths, ...paths])).toEqual([[31, 12]]);
    });

    it('is an answer 304, too, and takes no statement', async () => {
      const { headers } = await read(`${SITE}/guides/apples`);
      await read(`${SITE}/guides/apples`);
      service.takeStatements();
      expect((await read(`${SITE}/guides/apples`, { 'If-None-Match': String(headers.etag) })).status).toBe(
        304,
      );
      expect(service.takeStatements()).toEqual([]);
      expect(await viewsAfter([])).toEqual([[32, 3]]);
    });

    it('of a knowledge base with keys', async () => {
      const path = `/knowledge/v1/${KEYED.host}/guides/slug/inside`;
      await read(path);
      expect(await viewsAfter([path], { Authorization: `Bearer ${key}` })).toEqual([[61, 1]]);
    });

    it('finds the guide by slug or ID, as readers do', async () => {
      // There is a guide with the slug "31".
      expect(await viewsAfter([`${SITE}/guides/31`, `${SITE}/guides/33`, `${API}/guides/31`])).toEqual([
        [31, 1],
        [33, 1],
        [34, 1],
      ]);
    });

    it('is none: lists, errors, redirects, drafts, thanks, OPTIONS and HEAD', async () => {
      const voted = await service.request.post(`${SITE}/guides/install/vote`).type('form').send('vote=up');
      for (const path of [`${SITE}/guides/install`, `${API}/guides/31`]) {
        await service.request.head(path).set({ Accept: 'application/vnd.api+json', 'User-Agent': BROWSER });
        await service.request.options(path);
      }
      const paths = [
        `${API}/guides`,
        `${SITE}`,
        `${SITE}/guides`,
        `${API}/guides/999`,
        `${API}/guides/31?page=2`,
        `${SITE}/guides/draft-${CANARY}`,
        `${API}/guides/35`,
        `${SITE}/guides/install/vote`,
        String(voted.headers.location).replace(/#.*/, ''),
      ];
      expect(await viewsAfter(paths)).toEqual([]);
    });

    it.each([
      ['User-Agent', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
      ['User-Agent', 'facebookexternalhit/1.1'],
      ['Sec-Purpose', 'prefetch;prerender'],
    ])('is none: %s: %s', async (name, value) => {
      expect(await viewsAfter([`${SITE}/guides/install`], { [name]: value })).toEqual([]);
    });

    it('counts for a guide that is renamed before it is written, and not for one that is gone', async () => {
      const changed = await startTestService([EXAMPLE]);
      for (const slug of ['refunds', 'install', 'apples'])
        await changed.request.get(`${SITE}/guides/${slug}`).expect(200);
      await renameGuide(changed.database, OPERATOR, { host: HOST, slug: 'refunds', newSlug: 'money-back' });
      await unpublishGuides(changed.database, OPERATOR, { host: HOST, slugs: ['install'] });
      await deleteGuides(changed.database, OPERATOR, { host: HOST, slugs: ['apples'] });
      await changed.request.get(`${SITE}/search?q=zeppelin`).expect(200);
      for (const { readingCounts } of changed.contexts) await readingCounts.close();
      const rows = await changed.database.any('select guide_id, views from guide_views');
      expect(await changed.database.any('select searches, in_vain from searches_by_day')).toEqual([
        { searches: 1, in_vain: 1 },
      ]);
      await deleteKnowledgeBase(changed.database, OPERATOR, { host: HOST });
      const left = await changed.database.any(
        `select from guide_views union all select from guide_recent_views union all select from searched_queries
         union all select from searches_by_query union all select from searches_by_day`,
      );
      await changed.stop();
      expect([rows, left]).toEqual([[{ guide_id: 33, views: 1 }], []]);
    });
  });

  const searched = (query: string, visitor: string, path = `${SITE}/search`) =>
    read(`${path}?q=${encodeURIComponent(query)}`, { 'X-Forwarded-For': visitor });

  /** Visitors of different groups for any query, most likely. */
  const VISITORS = Array.from({ length: 12 }, (_, index) => `198.51.100.${index}`);

  async function stored(): Promise<[words: string | null, searches: number, inVain: number][]> {
    // Stopping finishes what is being typed.
    for (const { readingCounts } of service.contexts) await readingCounts.close();
    const rows = await service.database.any(
      `select q.words, sum(c.searches) as searches, sum(c.in_vain) as in_vain
       from searches_by_query c join searched_queries q using (tenant_id, query)
       group by q.query, q.words order by searches, words`,
    );
    return rows.map(({ words, searches, in_vain }) => [words, searches, in_vain]);
  }

  describe('a search', () => {
    it('is counted on pages and over the API, by folded words, without those that fewer than three visitors asked', async () => {
      for (const visitor of VISITORS) {
        await searched('Install!', visitor);
        await searched('zeppelin', visitor, `${API}/guides`);
      }
      await searched('my own secret', VISITORS[0] ?? '');
      await searched('my own secret', VISITORS[1] ?? '');
      expect(await stored()).toEqual([
        [null, 2, 2],
        ['install', 12, 0],
        ['zeppelin', 12, 12],
      ]);
      const rows = await service.database.any('select * from searched_queries');
      expect(JSON.stringify(rows)).not.toMatch(/secret|198\.51/);
      expect(service.logLines.join('')).not.toMatch(/my own secret|198\.51/);
    });

    it('is one for the pages of a result, suggestions, what is typed, and the same again', async () => {
      const [visitor = ''] = VISITORS;
      const headers = { 'X-Forwarded-For': visitor };
      for (const letters of ['typ', 'typi', 'typing']) await searched(letters, visitor, `${API}/guides`);
      for (let count = 0; count < 3; count += 1) await searched('again', visitor);
      await read(`${SITE}/search/suggestions?q=suggested`, headers);
      await read(`${SITE}/search?q=page&page=2`, headers);
      await read(`${API}/guides?q=page&page[number]=2`, headers);
      expect(await stored()).toEqual([
        [null, 1, 1],
        [null, 1, 1],
      ]);
    });

    it('is none: without words, errors, programs and HEAD', async () => {
      for (const path of [
        `${SITE}/search`,
        `${SITE}/search?q=%3F`,
        `${SITE}/search?q=${'a'.repeat(501)}`,
        `${API}/guides?q=`,
      ])
        await read(path);
      await read(`${API}/guides?q=install&include=nothing`);
      await read(`${SITE}/search?q=install`, { 'User-Agent': 'bingbot/2.0' });
      await service.request.head(`${SITE}/search?q=install`).set('User-Agent', BROWSER);
      expect(await stored()).toEqual([]);
    });

    it('within a filter is not in vain', async () => {
      await read(`${API}/guides?q=zeppelin&filter[tag]=new`);
      expect(await stored()).toEqual([[null, 1, 0]]);
    });

    it('counts a server with a key by the visitors that it names', async () => {
      for (const visitor of VISITORS)
        await read(`/knowledge/v1/${KEYED.host}/guides?q=zeppelin`, {
          Authorization: `Bearer ${key}`,
          'X-Forwarded-For': visitor,
        });
      expect(await stored()).toEqual([['zeppelin', 12, 12]]);
    });

    it('of another knowledge base is another one', async () => {
      const countsOf = (tenantId: number, visitors: string[]) => {
        const counts = createReadingCounts({ ...service.context, secret: async () => 'secret' });
        for (const address of visitors)
          counts.countSearch({ tenantId, query: 'invoice', inVain: false, address }, {
            method: 'GET',
            headers: {},
          } as never);
        return counts.close();
      };
      await countsOf(ids.own, VISITORS.slice(0, 1));
      await countsOf(ids.other, VISITORS.slice(1));
      const words = await service.database.any('select words from searched_queries order by tenant_id');
      expect(words).toEqual([{ words: null }, { words: 'invoice' }]);
    });
  });

  /** An instance of its own, with a clock. */
  function startInstance() {
    const clock = { now: NOON };
    const counts = createReadingCounts({
      ...service.context,
      secret: async () => 'the secret of all instances',
      now: () => clock.now,
    });
    const request = { method: 'GET', headers: {} } as never;
    return {
      clock,
      ...counts,
      view: (reference: string) =>
        counts.countView({ knowledgeBaseId: ids.own, reference, isId: false }, request),
      search: (query: string, address: string, inVain = false) =>
        counts.countSearch({ tenantId: ids.own, query, inVain, address }, request),
    };
  }

  const total = async (table: string, column: string) =>
    Number((await service.database.one(`select coalesce(sum(${column}), 0) as total from ${table}`)).total);

  describe('batches', () => {
    it('are one statement for views', async () => {
      const { view, search, close } = startInstance();
      for (let count = 0; count < 100; count += 1) {
        view(['install', 'apples', 'refunds'][count % 3] ?? '');
        search(`${count} queries`, VISITORS[count % 12] ?? '');
      }
      // Counts of earlier tests are not part of this batch.
      for (const { readingCounts } of service.contexts) await readingCounts.close();
      service.takeStatements();
      await close();
      const ofViews = /insert into guide_views/;
      expect(service.takeStatements().filter((text) => ofViews.test(text))).toHaveLength(1);
      expect([await total('guide_views', 'views'), await total('searches_by_query', 'searches')]).toEqual([
        100, 100,
      ]);
    });

    it('of several instances at once add up', async () => {
      const instances = [startInstance(), startInstance(), startInstance()];
      for (let round = 0; round < 10; round += 1) {
        for (const [place, { view, search, clock }] of instances.entries()) {
          clock.now += 3_600_000;
          const slugs = ['install', 'apples', 'refunds'];
          for (const slug of place % 2 ? slugs : slugs.toReversed()) view(slug);
          for (const words of place % 2 ? ['one', 'two'] : ['two', 'one'])
            search(words, VISITORS[place] ?? '');
        }
        await Promise.all(instances.map(({ close }) => close()));
      }
      expect([await total('guide_views', 'views'), await total('searches_by_query', 'searches')]).toEqual([
        90, 60,
      ]);
    });

    it('keep days apart', async () => {
      const { clock, view, flush } = startInstance();
      for (let day = 0; day < 3; day += 1) {
        view('install');
        clock.now += DAY / 2;
      }
      await flush();
      const rows = await service.database.any(
        `select to_char(day, 'YYYY-MM-DD') as day, views from guide_views order by day`,
      );
      expect(rows).toEqual([
        { day: '2026-11-23', views: 1 },
        { day: '2026-11-24', views: 2 },
      ]);
    });

    it('that cannot be written are kept, and the requests do not notice', async () => {
      const { view, search, close, flush } = startInstance();
      view('install');
      search('install', '192.0.2.1');
      await withDatabaseAway(service.url, async () => {
        await expect(flush()).rejects.toThrow();
        view('install');
        await close();
        view('install');
      });
      await close();
      expect([await total('guide_views', 'views'), await total('searches_by_query', 'searches')]).toEqual([
        3, 1,
      ]);
    });

    it('of searches are written when views cannot be', async () => {
      const { clock, view, search, flush } = startInstance();
      view('install');
      search('install', '192.0.2.1');
      clock.now += 60_000;
      await service.database.none('alter table guide_views rename to away');
      await expect(flush()).rejects.toThrow('guide_views');
      expect(await total('searches_by_day', 'searches')).toBe(1);
      await service.database.none('alter table away rename to guide_views');
      await flush();
      expect(await total('guide_views', 'views')).toBe(1);
    });

    it('are written when the service stops', async () => {
      const { config, logger } = service.context;
      const context = createContext(config, { logger });
      const request = { method: 'GET', headers: {} } as never;
      context.readingCounts.countView(
        { knowledgeBaseId: ids.own, reference: 'install', isId: false },
        request,
      );
      context.readingCounts.countSearch(
        { tenantId: ids.own, query: 'last words', inVain: true, address: '192.0.2.1' },
        request,
      );
      await context.close();
      expect([await total('guide_views', 'views'), await total('searches_by_query', 'in_vain')]).toEqual([
        1, 1,
      ]);
    });

    it('of a knowledge base that is gone are dropped', async () => {
      const { close, countSearch, countView } = startInstance();
      const request = { method: 'GET', headers: {} } as never;
      countView({ knowledgeBaseId: 999_999, reference: 'install', isId: false }, request);
      countSearch({ tenantId: 999_999, query: 'x', inVain: false, address: '192.0.2.1' }, request);
      await close();
      expect([await total('guide_views', 'views'), await total('searches_by_query', 'searches')]).toEqual([
        0, 0,
      ]);
    });
  });

  const dayBefore = (days: number) => new Date(NOON - days * DAY).toISOString().slice(0, 10);

  it('old days become months, and what is too old goes', async () => {
    const { database } = service;
    const hash = (letter: string) => Buffer.alloc(16, letter);
    await database.none(
      `insert into guide_views (knowledge_base_id, guide_id, day, views)
       select $1, 31, day::date, 1 from generate_series($2::date, $3, interval '1 day') day`,
      [ids.own, dayBefore(800), dayBefore(0)],
    );
    await database.none(
      `insert into searched_queries (tenant_id, query, words, visitor_groups, asked_on) values
         ($1, $2, 'refund', 7, $5), ($1, $3, null, 1, $6), ($1, $4, null, 3, $5)`,
      [ids.own, hash('a'), hash('b'), hash('c'), dayBefore(0), dayBefore(31)],
    );
    await database.none(
      `insert into searches_by_query (tenant_id, query, day, searches, in_vain)
       select $1, q, day::date, 2, 1
       from unnest($2::bytea[]) q, generate_series($3::date, $4, interval '1 day') day`,
      [ids.own, [hash('a'), hash('b'), hash('c')], dayBefore(800), dayBefore(0)],
    );
    await database.none(
      `insert into searches_by_day (tenant_id, day, searches, in_vain)
       select $1, day::date, 6, 3 from generate_series($2::date, $3, interval '1 day') day`,
      [ids.own, dayBefore(800), dayBefore(0)],
    );
    await database.none(
      `insert into guide_searches (knowledge_base_id, guide_id, query, day, times)
       select $1, 31, q, day::date, 1
       from unnest($2::bytea[]) q, generate_series($3::date, $4, interval '1 day') day`,
      [ids.own, [hash('a'), hash('b'), hash('x')], dayBefore(800), dayBefore(0)],
    );
    for (let time = 0; time < 2; time += 1) await thinCounts(database, NOON, fail);
    const months = await database.any(
      `select to_char(day, 'YYYY-MM-DD') as day, views from guide_views where day < '2026-08-01' order by day`,
    );
    expect(months.length).toBe(22);
    expect(months[0]).toEqual({ day: '2024-10-01', views: 31 });
    expect(months.at(-1)).toEqual({ day: '2026-07-01', views: 31 });
    expect(await total('guide_views', 'views')).toBe(784);
    expect(await database.any('select guide_id, views from guide_recent_views')).toEqual([
      { guide_id: 31, views: 30 },
    ]);
    const queries = await database.any('select words from searched_queries order by query');
    expect(queries).toEqual([{ words: 'refund' }, { words: null }]);
    expect(await total('searches_by_query', 'searches')).toBe(2 * 2 * 784);
    // With those of the last two days, whose searches may not have been written yet.
    expect(await total('guide_searches', 'times')).toBe(784 + 2 * 2);
    // Those of forgotten queries, too.
    expect(await total('searches_by_day', 'searches')).toBe(6 * 784);
  });

  it('are summed up for the people at the desk', async () => {
    const { database } = service;
    const { view, search, close, clock } = startInstance();
    clock.now = Date.now();
    for (const slug of ['install', 'install', 'apples']) view(slug);
    for (const visitor of VISITORS) {
      search('refund', visitor);
      search('zeppelin', visitor, true);
    }
    search('refund', '192.0.2.99');
    await close();
    await database.none(
      `update guide_versions set published_at = now() - interval '15 days' where guide_id = 33`,
    );
    const vote = `insert into guide_votes (knowledge_base_id, guide_id, voter, address, place, vote)
       select $1, $2, sha256(n::text::bytea), sha256(n::text::bytea), 1, $4 from generate_series($3, $3 + $5 - 1) n`;
    for (const [guide, ups, downs] of [
      [31, 0, 5],
      [32, 3, 27],
      [33, 5, 0],
      [34, 0, 4],
    ] as const) {
      await database.none(vote, [ids.own, guide, 1, 'up', ups]);
      await database.none(vote, [ids.own, guide, 100, 'down', downs]);
    }
    const request = { host: HOST, days: 30, limit: 10 };
    const steps = await readTimeline(database, request);
    expect(steps).toHaveLength(30);
    const today = new Date().toISOString().slice(0, 10);
    expect(steps.at(-1)).toEqual({ day: today, views: 3, searches: 25, not_found: 12, yes: 8, no: 36 });
    expect((await readTimeline(database, { ...request, days: 365 })).at(-1)).toMatchObject({
      views: 3,
      no: 36,
    });
    expect(await countedSince(database, request)).toBe(today);
    expect(await readBefore(database, request)).toMatchObject({ views: 0, searches: 0, yes: 0, no: 0 });
    await database.none(
      `insert into guide_views (knowledge_base_id, guide_id, day, views)
       select $1, 31, current_date - n, 1 from generate_series(30, 70) n`,
      [ids.own],
    );
    await database.none(
      `update guide_votes set voted_at = voted_at - interval '30 days' where guide_id = 34`,
    );
    expect(await readBefore(database, request)).toMatchObject({ views: 30, searches: 0, yes: 0, no: 4 });
    await database.none(`delete from guide_views where day < current_date`);
    await database.none(`update guide_votes set voted_at = now() where guide_id = 34`);
    expect(await listNotFoundQueries(database, request)).toEqual([
      { query: 'zeppelin', searches: 12, not_found: 12 },
    ]);
    expect(await listMostSearched(database, request)).toMatchObject([
      { query: 'refund', searches: 13 },
      { query: 'zeppelin' },
    ]);
    expect(await listMostRead(database, request)).toMatchObject([
      { id: 31, slug: 'install', title: 'Install it', views: 2 },
      { id: 32, views: 1 },
    ]);
    expect((await listNeverOpened(database, request)).map(({ id }) => id)).toEqual([33]);
    // Five votes may all be "No" by chance, and four say nothing.
    expect(await listLeastHelpful(database, request)).toMatchObject([
      { id: 32, yes: 3, no: 27 },
      { id: 31, yes: 0, no: 5 },
    ]);
    expect(await listMostRead(database, { ...request, host: OTHER.host })).toEqual([]);

    const desk = `/desk/kb/${HOST}/insights`;
    const author = await signInAs(service, { host: HOST, role: 'author' });
    const { text } = await author.get(desk);
    expect(text).toContain('aria-label="Searches, ');
    expect(text).toMatch(/Changes compare with the time before: \d+ \w+ \d{4} to \d+ \w+ \d{4}\./);
    // Views were not counted then; votes were.
    expect(text).toContain('Views: 3</span>');
    expect(text).toContain('Yes: 8 <span class="change">+8, up from 0</span>');
    expect(text).toMatch(/<title>[^<]+: 25<\/title>/);
    expect(text).toContain('name="title" value="zeppelin"');
    expect(text).toContain('Counted since');
    expect(text).toContain('Guides with at least 5 votes in this period.');
    const begun = await author.post(`/desk/kb/${HOST}/guides`, { action: 'create', title: 'zeppelin' });
    expect((await author.get(String(begun.headers.location))).text).toContain('value="zeppelin"');
    for (const [table, line] of [
      ['timeline', `${today},3,25,12,8,36`],
      ['not-found', 'zeppelin,12,12'],
      ['most-searched', 'refund,13,0'],
      ['most-read', 'install,Install it,2'],
      ['never-opened', expect.stringMatching(/^refunds,Refunds,\d{4}-\d\d-\d\d$/)],
      ['least-helpful', 'apples,äpples,3,27'],
    ] as const) {
      const csv = await author.get(`${desk}/${table}.csv`);
      expect([csv.status, csv.headers['content-type'], csv.headers['cache-control']]).toEqual([
        200,
        'text/csv; charset=utf-8',
        'no-store',
      ]);
      expect(csv.headers['content-disposition']).toBe(
        `attachment; filename="help.example.com-${table}-30-days.csv"`,
      );
      expect(csv.text.split('\r\n')).toContainEqual(line);
    }
    for (const path of ['toString.csv', 'not-found', 'x.csv'])
      expect((await author.get(`${desk}/${path}`)).status).toBe(404);
  });

  it('what readers missed is deleted by editors, with a trace but without the text', async () => {
    await service.request
      .post(`${SITE}/guides/install/vote`)
      .type('form')
      .send({ vote: 'down', comment: 'My name is canary.' });
    const desk = `/desk/kb/${HOST}/insights`;
    const editor = await signInAs(service, { host: HOST, role: 'editor' });
    const author = await signInAs(service, { host: HOST, role: 'author' });
    const [{ id }] = await service.database.any('select id from guide_comments');
    const path = `${desk}/comments/${id}/delete`;
    expect((await author.get(desk)).text).toContain('My name is canary.');
    expect((await author.get(desk)).text).not.toContain(path);
    expect((await editor.get(desk)).text).toContain(path);
    expect((await author.post(path)).status).toBe(403);
    const deleted = await editor.post(`${path}?days=7`);
    expect(deleted.headers.location).toBe(`${desk}?days=7&done=noticeCommentDeleted`);
    expect((await editor.get(desk)).text).not.toContain('canary');
    expect((await editor.post(path)).status).toBe(404);
    const entries = await service.database.any(
      `select guide_id, subject, details from audit_entries where action = 'comment delete'`,
    );
    expect(entries).toEqual([{ guide_id: 31, subject: 'install', details: {} }]);
  });

  it('what readers missed goes with the guide, and is not listed after a "Yes"', async () => {
    const { database } = service;
    const listed = async () =>
      (await listComments(database, { host: HOST, days: 30, limit: 10 })).map(({ comment }) => comment);
    const vote = (fields: object) =>
      service.request.post(`${SITE}/guides/apples/vote`).type('form').send(fields);
    await vote({ vote: 'down', comment: 'The colour.' });
    expect(await listed()).toEqual(['The colour.']);
    await vote({ vote: 'up' });
    expect(await listed()).toEqual([]);
    await deleteGuides(database, OPERATOR, { host: HOST, slugs: ['apples'] });
    expect(await database.any('select from guide_comments')).toEqual([]);
  });

  describe('a guide', () => {
    const open = (slug: string, visitor: string) =>
      read(`${SITE}/guides/${slug}`, { 'X-Forwarded-For': visitor });

    async function led(): Promise<unknown[]> {
      for (const { readingCounts } of service.contexts) await readingCounts.close();
      return service.database.any(
        `select s.guide_id, q.words, sum(s.times)::integer as times
         from guide_searches s join searched_queries q on q.query = s.query
         group by s.guide_id, q.words order by s.guide_id, q.words`,
      );
    }

    it('has the searches from whose results it was opened, once three visitors have made them', async () => {
      for (const visitor of VISITORS) {
        await searched('Refunds!', visitor);
        for (let time = 0; time < 2; time += 1) await open('refunds', visitor);
        // The search has not found it.
        await open('install', visitor);
      }
      await searched('it', VISITORS[0] ?? '');
      await open('install', VISITORS[0] ?? '');
      await open('refunds', VISITORS[0] ?? '');
      expect(await led()).toEqual([
        { guide_id: 31, words: null, times: 1 },
        { guide_id: 33, words: 'refunds', times: VISITORS.length },
      ]);
      const author = await signInAs(service, { host: HOST, role: 'author' });
      const page = `/desk/kb/${HOST}/guides/33/insights`;
      const { text } = await author.get(page).expect(200);
      expect(text).toContain('<td>refunds</td><td class="number">12</td>');
      expect(text).toContain('Opened: 12</span>');
      expect((await author.get(`/desk/kb/${HOST}/guides/31/insights`)).text).not.toContain('<td>it</td>');
      expect((await author.get(`/desk/kb/${HOST}/guides/33`)).text).toContain(`href="${page}"`);
      expect((await author.get(`/desk/kb/${HOST}/insights`)).text).toContain(`href="${page}"`);
      for (const path of ['999', '0', 'x'])
        expect((await author.get(`/desk/kb/${HOST}/guides/${path}/insights`)).status).toBe(404);
      expect(JSON.stringify(await service.database.any('select * from guide_searches'))).not.toMatch(
        /refunds|198\.51/,
      );
    });

    it('is not led to by programs, later than ten minutes, or by what another visitor has found', async () => {
      const clock = { now: NOON };
      const leads = createSearchLeads({
        ...service.context,
        secret: async () => 'secret',
        now: () => clock.now,
      });
      const request = { method: 'GET', headers: {} } as never;
      const note = (address: string, asked = request) =>
        leads.noteResults({ tenantId: ids.own, query: 'refunds', address, found: ['refunds'] }, asked);
      const opened = (address: string, reference = 'refunds') =>
        leads.countOpened({ knowledgeBaseId: ids.own, reference, isId: false }, () => address);
      note('192.0.2.1', { method: 'GET', headers: { 'user-agent': 'bingbot/2.0' } } as never);
      note('192.0.2.2');
      note('192.0.2.3');
      opened('192.0.2.1');
      opened('192.0.2.4');
      clock.now += 600_001;
      opened('192.0.2.2');
      await leads.flush();
      expect(await total('guide_searches', 'times')).toBe(0);
      note('192.0.2.3');
      opened('192.0.2.3');
      await service.database.none('alter table guide_searches rename to away');
      await expect(leads.flush()).rejects.toThrow('guide_searches');
      await service.database.none('alter table away rename to guide_searches');
      await leads.flush();
      expect(await total('guide_searches', 'times')).toBe(1);
    });

    it('has its own views, votes and comments, compared with the time before', async () => {
      const { database } = service;
      await database.none(
        `insert into guide_views (knowledge_base_id, guide_id, day, views)
         select $1, guide, current_date - n, 1 from generate_series(0, 70) n, unnest(array[31, 33]) guide`,
        [ids.own],
      );
      for (const slug of ['install', 'refunds'])
        await service.request
          .post(`${SITE}/guides/${slug}/vote`)
          .type('form')
          .send({ vote: 'down', comment: `About ${slug}` });
      const editor = await signInAs(service, { host: HOST, role: 'editor' });
      const page = `/desk/kb/${HOST}/guides/33/insights`;
      const { text } = await editor.get(`${page}?days=7`).expect(200);
      expect(text).toContain('Views: 7 <span class="change">same as before</span>');
      expect(text).toContain('No: 1 <span class="change">+1, up from 0</span>');
      expect([text.includes('About refunds'), text.includes('About install')]).toEqual([true, false]);
      const [, path = ''] = /action="([^"]+comments[^"]+)"/.exec(text) ?? [];
      const deleted = await editor.post(path.replaceAll('&amp;', '&')).expect(303);
      expect(deleted.headers.location).toBe(`${page}?days=7&done=noticeCommentDeleted`);
    });
  });

  describe('a search in vain', () => {
    const DESK = `/desk/kb/${HOST}`;

    async function found(query: string): Promise<string[]> {
      await service.indexed();
      const { body } = await read(`${API}/guides?q=${query}&fields[guide]=slug`);
      return body.data.map(({ attributes }: { attributes: { slug: string } }) => attributes.slug);
    }

    it('leads editors to a new guide, a synonym, or a guide that it is to find', async () => {
      const [editor, author] = [
        await signInAs(service, { host: HOST, role: 'editor' }),
        await signInAs(service, { host: HOST, role: 'author' }),
      ];
      for (const visitor of VISITORS) await searched('zeppelin & co', visitor);
      for (const { readingCounts } of service.contexts) await readingCounts.close();
      const linksFor = (text: string) =>
        [...text.matchAll(/<a href="([^"]+[?]words=[^"]+)"/g)].map(([, to]) => to);
      expect(linksFor((await editor.get(`${DESK}/insights`)).text)).toEqual([
        `${DESK}/structure/synonyms?words=zeppelin+co`,
        `${DESK}/insights/leads-to?words=zeppelin+co`,
      ]);
      expect(linksFor((await author.get(`${DESK}/insights`)).text)).toEqual([]);
      const { text } = await editor.get(`${DESK}/structure/synonyms?words=zeppelin+co`).expect(200);
      expect(text).toContain('value="zeppelin co, "');
    });

    it('finds a guide with its words once an editor has chosen it, until that is undone', async () => {
      const editor = await signInAs(service, { host: HOST, role: 'editor' });
      const path = `${DESK}/insights/leads-to`;
      expect(await found('airship')).toEqual([]);
      const offered = await editor.get(`${path}?words=airship&q=refunds`).expect(200);
      expect(offered.text).toContain('Which guide answers “airship”?');
      expect(offered.text).toContain('value="refunds" aria-label="Use this guide: Refunds"');
      const wanted = { words: 'airship', slug: 'refunds' };
      const { headers } = await editor.post(path, wanted).expect(303);
      expect(await found('airship')).toEqual(['refunds']);
      expect((await editor.get(String(headers.location))).text).toContain('name="action" value="remove"');
      // Again, and there is nothing to undo.
      const again = await editor.post(path, wanted).expect(303);
      expect(again.headers.location).toBe(`${DESK}/insights?done=noticeLeads`);
      await editor.post(path, { ...wanted, action: 'remove' }).expect(303);
      expect(await found('airship')).toEqual([]);
      const audit = await service.database.any(
        `select subject, details->'synonyms' as words from audit_entries where action = 'guide describe' order by id`,
      );
      expect(audit).toEqual([
        { subject: 'refunds', words: ['airship'] },
        { subject: 'refunds', words: 'none' },
      ]);
    });

    it.each([
      ['a guide that is gone', { words: 'airship', slug: 'gone' }, 404],
      ['no words', { words: ' ', slug: 'refunds' }, 422],
      ['words with a comma', { words: 'a, b', slug: 'refunds' }, 422],
      ['words that are too long', { words: 'a'.repeat(101), slug: 'refunds' }, 422],
    ])('leads nowhere: %s', async (_, fields, status) => {
      const editor = await signInAs(service, { host: HOST, role: 'editor' });
      const answer = await editor.post(`${DESK}/insights/leads-to`, fields);
      expect([answer.status, answer.text.includes('role="alert"')]).toEqual([status, true]);
    });

    it('finds the words of a group of synonyms, which is changed and removed', async () => {
      const editor = await signInAs(service, { host: HOST, role: 'editor' });
      const path = `${DESK}/structure/synonyms`;
      const listed = async () =>
        [...(await editor.get(path)).text.matchAll(/<td class="title">([^<]+)/g)].map(([, words]) => words);
      await editor.post(path, { words: 'dirigible,  refunds' }).expect(303);
      expect([await listed(), await found('dirigible')]).toEqual([['dirigible, refunds'], ['refunds']]);
      const { text } = await editor.get(`${path}?former=dirigible%2C+refunds`).expect(200);
      expect(text).toContain('name="former" value="dirigible, refunds"');
      await editor.post(path, { former: 'dirigible, refunds', words: 'dirigible, install' }).expect(303);
      expect([await listed(), await found('dirigible')]).toEqual([['dirigible, install'], ['install']]);
      const late = await editor.post(path, { former: 'dirigible, refunds', words: 'dirigible, Linux' });
      expect([late.status, late.text]).toEqual([404, expect.stringContaining('value="dirigible, Linux"')]);
      expect(late.text).toContain('These synonyms have been changed or removed in the meantime.');
      const removed = await editor.post(`${path}/remove`, { words: 'dirigible, install' }).expect(303);
      expect(await found('dirigible')).toEqual([]);
      const undo = await editor.get(String(removed.headers.location));
      expect(undo.text).toContain('name="words" value="dirigible, install"');
      const everyday = () => usesEverydaySynonyms(service.database, ids.own);
      for (const use of ['off', 'on']) {
        await editor.post(`${path}/everyday`, { use }).expect(303);
        expect(await everyday()).toBe(use === 'on');
      }
    });
  });
});
