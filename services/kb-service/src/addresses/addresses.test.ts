import { listMissedPaths } from '@guidepost/desk/insights';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { thinCounts } from '../readers/thin-counts.ts';
import { deleteKnowledgeBase } from '../tenants/administration.ts';
import { OPERATOR, writeContent, writeImage } from '../testing/content.ts';
import { EXAMPLE, KEYED, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { changeCategory, mergeCategory } from '../writing/structure/change-categories.ts';
import { mergeTag, renameTag } from '../writing/structure/tags.ts';
import { addAddress, changeAddress, importAddresses, removeAddress } from './change-addresses.ts';
import { checkAddresses } from './check-addresses.ts';
import { describeTarget, listAddresses } from './list-addresses.ts';

const HOST = EXAMPLE.host;
const SITE = `/site/${HOST}`;
const FORUM = 'https://forum.example.com';
const TOKEN = 'a'.repeat(22);
const HOUR = 'public, max-age=3600';

let service: TestService;

beforeAll(async () => {
  service = await startTestService([EXAMPLE, OTHER, KEYED], { FORUM_URL: FORUM });
  const { id } = await service.database.one('select id from knowledge_bases where host = $1', [HOST]);
  await writeImage(service.database, id, { token: TOKEN, guide: 31, content: 'image' });
  await writeImage(service.database, id, { token: 'b'.repeat(22), guide: 35, content: 'hidden' });
  await service.database.none(
    "insert into former_slugs (knowledge_base_id, slug, guide_id) select id, 'set-up', 31 from knowledge_bases where host = $1",
    [HOST],
  );
  await service.indexed();
});

afterAll(() => service.stop());

beforeEach(async () => {
  await service.database.none('delete from addresses');
});

const add = (address: string, to: string, more: { replace?: boolean } = {}) =>
  addAddress(service.database, OPERATOR, { host: HOST, address, to, ...more });

const refusal = (address: string, to: string) =>
  add(address, to).then(
    () => undefined,
    ({ kind, message }) => `${kind}: ${message}`,
  );

const where = async () => {
  const { addresses } = await listAddresses(service.database, { host: HOST, limit: 100 });
  return addresses.map((address) => `${address.address} → ${describeTarget(address)}`);
};

describe('an address leads to', () => {
  it.each([
    ['a guide', '/guides/install', `${SITE}/guides/install`],
    ['a place in a guide', '/guides/install#step-2', `${SITE}/guides/install#step-2`],
    ['a guide by a former slug', '/guides/set-up', `${SITE}/guides/install`],
    ['a category', '/categories/money', `${SITE}/categories/money`],
    ['a tag', '/tags/new', `${SITE}/tags/new`],
    ['a file', `/files/${TOKEN}.png`, `/files/${TOKEN}.png`],
    ['a file by its path', 'file:image.png', `/files/${TOKEN}.png`],
    ['the home page', '/', SITE],
    ['the list of guides', '/guides', `${SITE}/guides`],
    ['the search', '/search', `${SITE}/search`],
    ['the form of the forum', 'contact', `${FORUM}/ask?title=`],
    ['another site', 'https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['a page of its own host', `https://${HOST}/guides/install`, `${SITE}/guides/install`],
    ['a page of the site below its path', `${SITE}/guides/install`, `${SITE}/guides/install`],
  ])('%s', async (_, to, location) => {
    await add('/old/page', to);
    await service.settled(HOST);
    const { status, headers } = await service.request.get(`${SITE}/old/page?utm_source=mail`);
    expect([status, headers.location, headers['cache-control']]).toEqual([301, location, HOUR]);
  });

  it.each([
    ['https://example.com/contact', 'https://example.com/contact'],
    ['mailto:help@example.com', SITE],
  ])(
    'the contact that owners have chosen, and for an e-mail address the home page: %s',
    async (contact, location) => {
      const look = (value: object) =>
        service.change(HOST, 'update knowledge_bases set shown_look = $2 where id = $1', [
          JSON.stringify(value),
        ]);
      await add('/old/page', 'contact');
      await look({ contact });
      expect((await service.request.get(`${SITE}/old/page`)).headers.location).toBe(location);
      await look({});
    },
  );

  it('the site of a host, where its paths begin', async () => {
    await add('/old', '/guides/install');
    await add('/older', '/');
    await service.settled(HOST);
    const guide = await service.request.get('/old/').set('Host', HOST);
    expect([guide.status, guide.headers.location]).toEqual([301, '/guides/install']);
    const home = await service.request.head('/older').set('Host', HOST);
    expect([home.status, home.headers.location]).toEqual([301, '/']);
  });

  it.each(['/hc/sv/articles/12', '/hc/en-us/articles/12-Other-words#h_01H', '/hc/articles/12/'])(
    'the same from all spellings of a scheme: %s',
    async (path) => {
      await add('https://acme.zendesk.com/hc/en-us/articles/12-Install', '/guides/install');
      await service.settled(HOST);
      const { headers } = await service.request.get(SITE + path);
      expect(headers.location).toBe(`${SITE}/guides/install`);
    },
  );

  it.each([
    ['zendesk:search:', '/hc/en-us/search?utf8=x&query=pay%20bill', '/search?q=pay+bill'],
    ['freshdesk:search:', '/support/search/solutions?term=pay', '/search?q=pay'],
    ['zendesk:search:', '/hc/en-us/search', '/search'],
  ])('a search for the same words: %s', async (entry, path, location) => {
    await add(entry, '/search');
    await service.settled(HOST);
    const { headers } = await service.request.get(SITE + path);
    expect(headers.location).toBe(SITE + location);
  });

  it('a post of WordPress, whose path is that of the home page', async () => {
    await add('/?p=12', '/guides/install');
    await service.settled(HOST);
    const { headers } = await service.request.get('/?p=12').set('Host', HOST);
    expect(headers.location).toBe('/guides/install');
    for (const query of ['', '?p=13', '?p=x', '?q=12'])
      expect((await service.request.get(`/${query}`).set('Host', HOST)).status).toBe(200);
  });
});

describe('a current page wins', () => {
  it.each([
    '/guides/install',
    '/categories/money',
    '/tags/new',
    '/tags/21',
    '/search',
    '/',
    '/robots.txt',
    '/docs',
  ])('so %s is no address', async (path) =>
    expect(await refusal(path, '/guides/refunds')).toBe('conflict: Readers see a page at this address.'),
  );

  it('also one that is newer than the address', async () => {
    await add('/guides/pay', '/guides/install');
    await service.change(
      HOST,
      `insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published)
       overriding system value values ($1, 90, 'pay', 'Pay', '', 2, true)`,
    );
    expect((await service.request.get(`${SITE}/guides/pay`)).status).toBe(200);
    await service.change(HOST, 'delete from guides where knowledge_base_id = $1 and id = 90');
    expect((await service.request.get(`${SITE}/guides/pay`)).headers.location).toBe(`${SITE}/guides/install`);
  });
});

describe('readers get a 404', () => {
  it.each([
    ['of an unpublished guide', () => `/guides/${EXAMPLE.guides?.find(({ id }) => id === 35)?.slug}`],
    ['of a category without published guides', () => '/categories/empty'],
    ['of a tag without published guides', () => '/tags/unused'],
    ['of a file that no reader sees', () => 'file:hidden.png'],
  ])('%s', async (_, to) => {
    await add('/old/refunds', to());
    await service.settled(HOST);
    const { status, text } = await service.request.get(`${SITE}/old/refunds`);
    expect(status).toBe(404);
    expect(text).toContain('/guides/refunds');
  });

  it.each([
    ['a form', 'post', `${SITE}/old`],
    ['another site', 'get', `/site/${OTHER.host}/old`],
    ['a site without pages', 'get', `/site/${KEYED.host}/old`],
    ['the API', 'get', `/knowledge/v1/${HOST}/old`],
    ['a path that cannot be read', 'get', `${SITE}/%E0%A4%A`],
  ] as const)('for %s', async (_, method, path) => {
    await add('/old', '/guides/install');
    await service.settled(HOST);
    const { status, headers } = await service.request[method](path);
    expect([400, 404, 405]).toContain(status);
    expect(headers.location).toBeUndefined();
  });

  it('after one indexed read', async () => {
    service.takeBoundStatements();
    await service.request.get(`${SITE}/hc/en-us/articles/4711-Unknown`);
    const reads = service.takeBoundStatements().filter(({ text }) => /\bfrom addresses\b/.test(text));
    expect(reads).toHaveLength(1);
    const [read] = reads;
    // A table of some rows is read as a whole, unless it is forbidden.
    const plan = await service.database.tx('explain', async (transaction) => {
      await transaction.none('set local enable_seqscan = off');
      return transaction.any(`explain (format json) ${read?.text}`, read?.values ?? []);
    });
    expect(JSON.stringify(plan)).toMatch(/"Index Name":"addresses_knowledge_base_id_address_key"/);
  });
});

it('kb redirect check says what requests get', async () => {
  await add('/old', '/guides/install#part');
  await add('/old/draft', 'file:hidden.png');
  await add('/hc/en-us/articles/12-a', '/categories/money');
  await service.settled(HOST);
  const guides = ['install', 'set-up', 'unknown', '31', '35'].map((name) => `/guides/${name}`);
  const categories = ['money', '12', 'empty', 'unknown'].map((name) => `/categories/${name}`);
  const tags = ['new', '21', 'unused'].map((name) => `/tags/${name}`);
  const own = ['/', '/guides', '/search', '/robots.txt', '/sitemap.xml', '/docs', '/docs/old'];
  const old = ['/old', '/old/', '/OLD', '/old/draft', '/hc/sv/articles/12-b?x=1', '/hc/sv/articles/13'];
  const paths = [...own, ...guides, ...categories, ...tags, ...old, '/unknown'];
  const checked = await checkAddresses(service.database, { host: HOST, addresses: paths });
  const asked = [];
  for (const address of paths) {
    const { status, headers } = await service.request.get(address).set('Host', HOST);
    asked.push({ address, status, to: headers.location });
  }
  expect(checked.map(({ address, status, to }) => ({ address, status, to }))).toEqual(asked);
});

describe('an address is refused', () => {
  it.each([
    ['that leads to itself', '/old', '/old', 'invalid: It would lead to itself.'],
    [
      'that leads to another spelling of itself',
      '/hc/en/articles/1-a',
      '/hc/sv/articles/1',
      'invalid: It would lead to itself.',
    ],
    ['that leads to itself by its host', '/old', `https://${HOST}/old/`, 'invalid: It would lead to itself.'],
    ['that leads nowhere', '/old', '/guides/nothing', 'invalid: Nothing is at /guides/nothing.'],
    [
      'that leads to the host of another',
      '/old',
      'https://other.example.com:8443/guides/install',
      'invalid: An address must not lead to another knowledge base.',
    ],
    [
      'that leads to the path of another',
      '/old',
      `/site/${OTHER.host}/guides/install`,
      'invalid: An address must not lead to another knowledge base.',
    ],
    [
      'that leads to the path of another elsewhere',
      '/old',
      `https://kb.example.org/site/${OTHER.host}`,
      'invalid: An address must not lead to another knowledge base.',
    ],
    [
      'that leads to a site without TLS',
      '/old',
      'http://example.org',
      'invalid: A URL of another site begins with https://.',
    ],
    [
      'that leads to a script',
      '/old',
      'javascript:alert(1)',
      'invalid: A target is a path such as /guides/install, contact, or a URL that begins with https://.',
    ],
    [
      'that leads to a host without a scheme',
      '/old',
      '//example.org',
      'invalid: A target is a path such as /guides/install, contact, or a URL that begins with https://.',
    ],
    [
      'that leads to a URL with a password',
      '/old',
      'https://a:b@example.org',
      'invalid: A URL must not contain a name or a password.',
    ],
    [
      'that is no path',
      'old',
      '/',
      'invalid: An address is a path such as /hc/en-us/articles/12-title, or a URL, of up to 1,000 characters.',
    ],
  ])('%s', async (_, address, to, message) => {
    expect(await refusal(address, to)).toBe(message);
    expect(await where()).toEqual([]);
  });

  it('that leads elsewhere already, unless it is to be replaced', async () => {
    await add('/old', '/guides/install');
    expect(await refusal('/old/', '/guides/refunds')).toBe('conflict: It leads elsewhere already.');
    await add('/old', '/guides/refunds', { replace: true });
    expect(await where()).toEqual(['/old → /guides/refunds']);
  });
});

describe('there are no chains', () => {
  it('an address that leads to another leads to where that one leads', async () => {
    await add('/new', '/guides/install#a');
    await add('/old', '/new');
    await add('/older', '/old#b');
    expect(await where()).toEqual([
      '/new → /guides/install#a',
      '/old → /guides/install#a',
      '/older → /guides/install#b',
    ]);
    await removeAddress(service.database, OPERATOR, { host: HOST, address: { address: '/new' } });
    expect(await where()).toHaveLength(2);
  });

  it('also among those that are written together, whose circles are refused', async () => {
    const { created, refused } = await importAddresses(service.database, OPERATOR, {
      host: HOST,
      addresses: [
        { address: '/c', to: '/b', place: '1' },
        { address: '/b', to: '/a', place: '2' },
        { address: '/a', to: '/guides/install', place: '3' },
        { address: '/x', to: '/y', place: '4' },
        { address: '/y', to: '/z', place: '5' },
        { address: '/z', to: '/x', place: '6' },
      ],
      replace: false,
      dryRun: false,
    });
    expect(created).toBe(3);
    expect(refused.map(({ place, refusal }) => `${place}: ${refusal.message}`)).toEqual([
      '4: It would lead to itself.',
      '5: It would lead to itself.',
      '6: It would lead to itself.',
    ]);
    expect(await where()).toEqual(['/a → /guides/install', '/b → /guides/install', '/c → /guides/install']);
  });
});

describe('a target that moves takes its addresses along', () => {
  it('a guide that is renamed', async () => {
    await add('/old', '/guides/install');
    await service.change(
      HOST,
      "update guides set slug = 'set-it-up' where knowledge_base_id = $1 and id = 31",
    );
    expect(await where()).toEqual(['/old → /guides/set-it-up']);
    await service.change(HOST, "update guides set slug = 'install' where knowledge_base_id = $1 and id = 31");
  });

  it('a category and a tag that are merged', async () => {
    await add('/old/category', '/categories/empty');
    await add('/old/tag', '/tags/unused');
    await mergeCategory(service.database, OPERATOR, { host: HOST, category: { id: 14 }, into: { id: 11 } });
    await mergeTag(service.database, OPERATOR, { host: HOST, tag: { id: 24 }, into: { id: 21 } });
    expect(await where()).toEqual([
      '/categories/empty → /categories/start',
      '/old/category → /categories/start',
      '/old/tag → /tags/new',
      '/tags/unused → /tags/new',
    ]);
  });

  it('a category and a tag that are renamed leave their path behind', async () => {
    await changeCategory(service.database, OPERATOR, { host: HOST, category: { id: 12 }, slug: 'prices' });
    await renameTag(service.database, OPERATOR, { host: HOST, tag: { id: 21 }, slug: 'newest' });
    await service.settled(HOST);
    for (const [path, to] of [
      ['/categories/money', '/categories/prices'],
      ['/tags/new', '/tags/newest'],
    ] as const) {
      const { status, headers } = await service.request.get(SITE + path);
      expect([status, headers.location]).toEqual([301, SITE + to]);
    }
    await changeCategory(service.database, OPERATOR, { host: HOST, category: { id: 12 }, slug: 'money' });
    await renameTag(service.database, OPERATOR, { host: HOST, tag: { id: 21 }, slug: 'new' });
    await service.settled(HOST);
    const back = await service.request.get(`${SITE}/categories/money`);
    expect(back.status).toBe(200);
    expect((await service.request.get(`${SITE}/tags/newest`)).headers.location).toBe(`${SITE}/tags/new`);
  });

  it('a guide that is deleted takes them with it', async () => {
    await service.change(
      HOST,
      `insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published)
       overriding system value values ($1, 91, 'gone', 'Gone', '', 2, true)`,
    );
    await add('/old', '/guides/gone');
    await service.change(HOST, 'delete from guides where knowledge_base_id = $1 and id = 91');
    expect(await where()).toEqual([]);
  });
});

it('who and what made an address is kept, and every change is in the audit', async () => {
  const { id } = await add('/old', '/guides/install');
  await changeAddress(
    service.database,
    { ...OPERATOR, name: 'Eva' },
    { host: HOST, address: { id }, to: '/tags/new' },
  );
  const { addresses, total } = await listAddresses(service.database, { host: HOST, limit: 10 });
  expect(total).toBe(1);
  expect(addresses[0]).toMatchObject({
    made_by: 'Eva',
    made_with: 'cli',
    title: 'New',
    visible: true,
    hits: 0,
  });
  await removeAddress(service.database, OPERATOR, { host: HOST, address: { id } });
  const entries = await service.database.any(
    "select action, subject, guide_id, details from audit_entries where action like 'redirect %' order by id desc limit 3",
  );
  expect(entries).toEqual([
    { action: 'redirect remove', subject: '/old', guide_id: null, details: {} },
    { action: 'redirect change', subject: '/old', guide_id: null, details: { to: '/tags/new' } },
    { action: 'redirect add', subject: '/old', guide_id: 31, details: { to: '/guides/install' } },
  ]);
});

describe('readers are counted', () => {
  const BROWSER = { 'User-Agent': 'Mozilla/5.0' };

  /** As different visitors. */
  async function ask(
    path: string,
    visitors: number,
    headers: Record<string, string> = BROWSER,
  ): Promise<void> {
    for (let visitor = 1; visitor <= visitors; visitor += 1) {
      const from = { ...headers, Host: HOST, 'X-Forwarded-For': `192.0.2.${visitor}` };
      await counted.request.get(path).set(from);
    }
    await counted.context.readingCounts.flush();
  }

  const missed = async () => {
    const { id: tenantId } = await counted.database.one('select id from knowledge_bases where host = $1', [
      HOST,
    ]);
    return listMissedPaths(counted.database, { tenantId, days: 30, limit: 100 });
  };

  let counted: TestService;

  beforeAll(async () => {
    counted = await startTestService([EXAMPLE], { TRUSTED_PROXIES: '127.0.0.1, ::1' });
  });

  afterAll(() => counted.stop());

  beforeEach(() => counted.database.none('delete from addresses; delete from missed_paths'));

  it('whom an address has led on, by day', async () => {
    const added = { host: HOST, address: '/old', to: '/guides/install' };
    const { id } = await addAddress(counted.database, OPERATOR, added);
    await counted.settled(HOST);
    await ask('/old', 3);
    await ask('/old', 2, { 'User-Agent': 'Googlebot/2.1' });
    const { addresses } = await listAddresses(counted.database, { host: HOST, limit: 10 });
    expect(addresses.map((address) => [address.id, address.hits])).toEqual([[id, 3]]);
  });

  it('who ask in vain, all spellings of a scheme together, and shown from three visitors on', async () => {
    await ask('/hc/en-us/articles/12-Reset', 20);
    await ask('/hc/sv/articles/12', 1);
    await ask('/rare', 1);
    await ask('/docs/setup/?utm_source=mail', 16);
    const paths = await missed();
    expect(paths.map(({ path }) => path)).toEqual(['/hc/en-us/articles/12-Reset', '/docs/setup']);
    expect(await counted.database.any('select path from missed_paths where path = $1', ['/rare'])).toEqual(
      [],
    );
  });

  it.each(['/wp-login.php', '/.env', '/.git/config', '/favicon.ico', '/cgi-bin/test', '/a@b.example'])(
    'but not who probe, or what may be about a person: %s',
    async (path) => {
      await ask(path, 20);
      expect(await counted.database.any('select from missed_paths')).toEqual([]);
    },
  );

  it('unless a scheme of the knowledge base knows what looks like a probe', async () => {
    await ask('/index.php?p=12', 20);
    expect(await missed()).toEqual([]);
    await addAddress(counted.database, OPERATOR, { host: HOST, address: 'wordpress:post:11', to: '/' });
    await counted.settled(HOST);
    await ask('/index.php?p=12', 20);
    expect((await missed()).map(({ path }) => path)).toEqual(['/index.php?p=12']);
  });

  it('until their knowledge base is deleted', async () => {
    const other = 'deleted.example.com';
    await writeContent(counted.database, { host: other });
    const { id } = await counted.database.one('select id from knowledge_bases where host = $1', [other]);
    for (let visitor = 1; visitor <= 20; visitor += 1)
      await counted.request
        .get('/unknown')
        .set({ ...BROWSER, Host: other, 'X-Forwarded-For': `192.0.2.${visitor}` });
    await counted.context.readingCounts.flush();
    expect(await listMissedPaths(counted.database, { tenantId: id, days: 30, limit: 9 })).toHaveLength(1);
    await deleteKnowledgeBase(counted.database, OPERATOR, { host: other });
    expect(await counted.database.any('select from missed_paths where tenant_id = $1', [id])).toEqual([]);
  });

  it('by day for three months, then by month, and for two years', async () => {
    const added = { host: HOST, address: '/old', to: '/guides/install' };
    const { id: address } = await addAddress(counted.database, OPERATOR, added);
    const { id: tenant } = await counted.database.one('select id from knowledge_bases where host = $1', [
      HOST,
    ]);
    const days = ['2020-01-05', '2026-03-05', '2026-03-20', '2026-11-20'];
    await counted.database.none(
      `insert into missed_paths (tenant_id, path_hash, path, visitor_groups, asked_on)
       values ($1, substr(sha256('a'), 1, 16), '/listed', 7, '2026-11-20'),
         ($1, substr(sha256('b'), 1, 16), null, 1, '2026-01-01')`,
      [tenant],
    );
    for (const day of days)
      await counted.database.none(
        `with hit as (
           insert into address_hits (knowledge_base_id, address_id, day, hits) values ($1, $2, $3, 2)
         )
         insert into misses_by_path (tenant_id, path_hash, day, misses)
         select $1, p.path_hash, $3, 2 from missed_paths p`,
        [tenant, address, day],
      );
    const failed: unknown[] = [];
    await thinCounts(counted.database, Date.parse('2026-11-23T12:00:00Z'), (error) => failed.push(error));
    expect(failed).toEqual([]);
    const kept = [
      { day: '2026-03-01', count: 4 },
      { day: '2026-11-20', count: 2 },
    ];
    expect(
      await counted.database.any('select day::text, hits as count from address_hits order by day'),
    ).toEqual(kept);
    // The path of a single visitor is forgotten after a month.
    expect(
      await counted.database.any('select day::text, misses as count from misses_by_path order by day'),
    ).toEqual(kept);
  });

  it('not by HEAD, nor at addresses that lead to what readers do not see', async () => {
    const hidden = EXAMPLE.guides?.find(({ id }) => id === 35)?.slug;
    await addAddress(counted.database, OPERATOR, { host: HOST, address: '/old', to: `/guides/${hidden}` });
    await counted.settled(HOST);
    await ask('/old', 20);
    await counted.request.head('/unknown').set({ ...BROWSER, Host: HOST });
    await counted.context.readingCounts.flush();
    expect(await counted.database.any('select from missed_paths')).toEqual([]);
  });
});
