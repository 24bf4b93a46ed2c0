import { readPage } from '@guidepost/testing/markup';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createKnowledgeBase, deleteKnowledgeBase } from '../tenants/administration.ts';
import { listAuditEntries } from '../tenants/audit.ts';
import { addHostName, removeHostName, useHostName } from '../tenants/host-names.ts';
import { OPERATOR, writeContent } from '../testing/content.ts';
import { DISABLED, EXAMPLE, KEYED, OTHER } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const PUBLIC = '/site/help.example.com/guides/install';
const INSTALL = { id: 90, slug: 'install', title: 'Secret' };

describe('pages', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([
      EXAMPLE,
      OTHER,
      { ...KEYED, guides: [INSTALL] },
      { ...DISABLED, guides: [{ ...INSTALL, id: 91 }] },
    ]);
  });

  afterAll(() => service.stop());

  const at = (host: string, path = '/guides/install') => service.request.get(path).set('Host', host);

  describe('are those of a public knowledge base', () => {
    it.each([
      ['its host name', 'help.example.com', 'Install it'],
      ['its host name in another case', 'Help.Example.COM', 'Install it'],
      ['its host name with any port', 'help.example.com:4010', 'Install it'],
      ['its fully qualified host name', 'help.example.com.', 'Install it'],
      ['that and a port', 'help.example.com.:80', 'Install it'],
      ['its host name with the port that it has', 'other.example.com:8443', 'install'],
    ])('by %s', async (_, host, title) => {
      const { status, text } = await at(host);
      expect([status, readPage(text).texts('h1')]).toEqual([200, [title]]);
    });

    it.each([
      ['another host', 'unknown.example.com'],
      ['a host with another port', 'other.example.com:1'],
      ['an invalid name', '-help..example.com'],
      ['a knowledge base that is read with a key', 'keyed.example.com'],
      ['a disabled one', 'disabled.example.com'],
    ])('but of no other: %s is like an unknown host', async (_, host) => {
      const [one, other] = [await at(host), await at('nowhere.example.com')];
      expect([one.status, one.text, one.headers.etag]).toEqual([404, other.text, other.headers.etag]);
    });

    it.each(['keyed.example.com', 'disabled.example.com', 'unknown.example.com', '%00', 'x'.repeat(300)])(
      'but of no other: /site/%s is like an unknown host',
      async (host) => {
        const one = await service.request.get(`/site/${host}/guides/install`);
        const other = await service.request.get('/site/nowhere.example.com/guides/install');
        expect([one.status, one.text, one.headers.etag]).toEqual([404, other.text, other.headers.etag]);
      },
    );
  });

  it.each([
    '',
    '/guides',
    '/guides/install',
    '/categories/start',
    '/tags/new',
    '/sitemap.xml',
    '/llms.txt',
    '/nothing',
  ])('S14 are the same bytes whatever Host and X-Forwarded-Host say: "%s"', async (path) => {
    const forwarded = { 'X-Forwarded-Host': 'evil.example.com', Forwarded: 'host=evil' };
    const address = `/site/help.example.com${path}`;
    const plain = await service.request.get(address);
    const claimed = await at('other.example.com:8443', address).set(forwarded);
    expect([claimed.text, claimed.headers.etag]).toEqual([plain.text, plain.headers.etag]);
    const byHost = await at('help.example.com', path || '/');
    const forwardedToo = await at('Help.Example.COM:81', path || '/').set(forwarded);
    expect([forwardedToo.text, forwardedToo.headers.etag]).toEqual([byHost.text, byHost.headers.etag]);
  });

  it('have security headers and none of the API', async () => {
    const { headers } = await service.request.get(PUBLIC);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      vary: 'Accept, Accept-Encoding',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('accept any Accept and check the method', async () => {
    expect((await service.request.get(PUBLIC).set('Accept', 'image/png')).status).toBe(200);
    const refused = await service.request.put(PUBLIC);
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const options = await service.request.options(PUBLIC);
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const head = await service.request.head(PUBLIC);
    expect([head.status, head.text, Number(head.headers['content-length']) > 1_000]).toEqual([
      200,
      undefined,
      true,
    ]);
  });

  it('are compressed, cached or not', async () => {
    const ask = () => service.request.get(PUBLIC).set('Accept-Encoding', 'br');
    const [first, second] = [await ask(), await ask()];
    expect([first, second].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'br']);
    expect(second.text).toBe(first.text);
    expect(second.headers.etag).toBe((await service.request.get(PUBLIC)).headers.etag);
  });

  describe('404 pages of the site', () => {
    it.each([
      ['help.example.com', '/nothing'],
      ['help.example.com', '/guides/a/b'],
      ['127.0.0.1', '/site/help.example.com/nothing/at/all'],
    ])('on %s at %s', async (host, path) => {
      const { status, text } = await at(host, path);
      expect([status, readPage(text).texts('title')]).toEqual([
        404,
        ['We cannot find this page · Example Help'],
      ]);
    });

    it('but the API answers with documents', async () => {
      const { body } = await at('help.example.com', '/knowledge/v1/help.example.com/nothing');
      expect(body.errors[0].code).toBe('not_found');
    });
  });
});

describe('the read limit', () => {
  it.each([PUBLIC, '/site/help.example.com/nothing'])(
    'applies to pages, existing or not, with an error page: %s',
    async (path) => {
      const service = await startTestService([EXAMPLE], { READ_LIMIT: '1' });
      expect((await service.request.get(PUBLIC)).status).toBe(200);
      const { status, text, headers } = await service.request.get(path);
      await service.stop();
      expect([status, readPage(text).texts('h1')]).toEqual([429, ['Too many requests']]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    },
  );
});

describe('a path with a trailing slash', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER, KEYED, DISABLED]);
  });

  afterAll(() => service.stop());

  const ask = (path: string, host = EXAMPLE.host) => service.request.get(path).set('Host', host);

  it.each([
    ['/guides/', '/guides'],
    ['/guides/install/', '/guides/install'],
    ['/guides/install/?voted=up&a=%2F', '/guides/install?voted=up&a=%2F'],
    ['/categories/start/?page=2', '/categories/start?page=2'],
    ['/tags/new/', '/tags/new'],
    ['/guides/caf%C3%A9%2F/', '/guides/caf%C3%A9%2F'],
    [`/site/${EXAMPLE.host}/`, `/site/${EXAMPLE.host}`],
    [`/site/${EXAMPLE.host}/?a=b`, `/site/${EXAMPLE.host}?a=b`],
    [`/site/${EXAMPLE.host}/guides/install/`, `/site/${EXAMPLE.host}/guides/install`],
  ])('%s redirects to %s', async (path, location) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers.location, text]).toEqual([301, location, '']);
  });

  it.each(['/', '/?a=/'])('is valid: %s', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  it.each([
    '//evil.example/',
    '//evil.example/guides/',
    '/\\evil.example/',
    '/%2Fevil.example/',
    '/guides//',
    '/nothing/',
    `/site/${KEYED.host}/`,
    '/site/unknown.example.com/',
  ])('is a 404 if there is nothing: %s', async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers.location]).toEqual([404, undefined]);
  });

  it('never redirects to another host (S10)', async () => {
    const { headers } = await ask('//');
    expect(headers.location ?? '/').toBe('/');
  });
});

const HOST = EXAMPLE.host;
const FOR_PEOPLE = ['/', '/guides', '/guides/install', '/categories/start', '/tags/new'];
const PATHS = [...FOR_PEOPLE, '/guides/install.md', '/sitemap.xml', '/llms.txt'];

describe('S29 cached pages', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService([EXAMPLE]);
    await readAll();
  });

  afterEach(() => service.stop());

  const ask = (path: string) => service.request.get(path).set('Host', HOST);
  const readAll = () => Promise.all(PATHS.map(async (path) => ask(path)));
  const set = (assignment: string) =>
    service.change(HOST, `update knowledge_bases set ${assignment} where id = $1`);

  it.each(['key', 'disabled'])('are gone when access becomes "%s"', async (access) => {
    const [first] = await readAll();
    await set(`access = '${access}'`);
    const statuses = (await readAll()).map(({ status }) => status);
    // A host without a site shows the service's own pages.
    expect(statuses).toEqual(PATHS.map((path) => (path === '/' ? 200 : 404)));
    expect((await ask('/guides/install').set('If-None-Match', String(first?.headers.etag))).status).toBe(404);
    await set(`access = 'public'`);
    expect((await ask('/guides/install')).status).toBe(200);
  });

  it('are replaced when a new knowledge base takes the host', async () => {
    await deleteKnowledgeBase(service.database, OPERATOR, { host: HOST });
    await writeContent(service.database, {
      host: HOST,
      name: 'Another',
      guides: [{ id: 34, slug: 'install', title: 'Put it in' }],
    });
    await service.settled(HOST);
    const pages = (await readAll()).map(({ status, text }) => [status, readPage(text).title]);
    expect(pages).toEqual([
      [200, 'Another'],
      [200, 'All guides · Another'],
      [200, 'Put it in · Another'],
      [404, 'We cannot find this page · Another'],
      [404, 'We cannot find this page · Another'],
      [200, ''],
      [200, ''],
      [200, ''],
    ]);
    expect((await ask('/guides/install.md')).text).toMatch(/^# Put it in\n/);
  });

  it('change language and colour at once', async () => {
    await set(`language = 'sv', accent_color = '#0a7d5c'`);
    for (const { text } of (await readAll()).slice(0, FOR_PEOPLE.length)) {
      const page = readPage(text);
      expect(page.all('html')[0]?.attribs.lang).toBe('sv');
      expect(page.all('link')[0]?.attribs.href).toContain('/0a7d5c.css');
    }
  });
});

describe('several host names', () => {
  let service: TestService;
  const serviceUrls = ['https://desk.example.com'];
  const changeTo = (name: string) =>
    [service.database, OPERATOR, { host: EXAMPLE.host, name, serviceUrls }] as const;
  const settle = async <Result>(work: Promise<Result>, main = EXAMPLE.host) => {
    const result = await work;
    await service.settled(main);
    return result;
  };
  const titleAt = async (host: string) => {
    const { status, text } = await service.request.get('/guides/install').set('Host', host);
    return [status, readPage(text).texts('h1')[0]];
  };
  const hostsInApi = async (host: string) => {
    const { text } = await service.get(`/jsonapi/knowledge/v1/${host}/guides/31`);
    return new Set(Array.from(text.matchAll(/\w+\.example\.com/g), ([one]) => one));
  };

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER]);
    await settle(addHostName(...changeTo('support.example.com')));
  });

  afterAll(() => service.stop());

  it('lead to the same pages and the same API, whose links have the main one', async () => {
    for (const host of [EXAMPLE.host, 'support.example.com']) {
      expect(await titleAt(host)).toEqual([200, 'Install it']);
      expect(await hostsInApi(host)).toEqual(new Set([EXAMPLE.host]));
    }
    expect(await settle(useHostName(...changeTo('support.example.com')), 'support.example.com')).toBe(true);
    for (const host of [EXAMPLE.host, 'support.example.com']) {
      expect(await titleAt(host)).toEqual([200, 'Install it']);
      expect(await hostsInApi(host)).toEqual(new Set(['support.example.com']));
    }
    await settle(useHostName(...changeTo(EXAMPLE.host)));
  });

  it('end when they are removed', async () => {
    await settle(addHostName(...changeTo('old.example.com')));
    expect((await titleAt('old.example.com'))[0]).toBe(200);
    expect(await settle(removeHostName(...changeTo('old.example.com')))).toBe(true);
    expect((await titleAt('old.example.com'))[0]).toBe(404);
    expect(await settle(removeHostName(...changeTo('old.example.com')))).toBe(false);
  });

  it.each([
    ['that of another knowledge base', 'conflict', addHostName, OTHER.host],
    ['that of the service', 'invalid', addHostName, 'desk.example.com'],
    ['the main one', 'conflict', removeHostName, EXAMPLE.host],
    ['none of its own', 'not-found', useHostName, 'unknown.example.com'],
  ] as const)('refuse %s (%s)', async (_, kind, act, name) => {
    await expect(act(...changeTo(name))).rejects.toMatchObject({ kind });
  });

  it('cannot be taken by a new knowledge base', async () => {
    const created = createKnowledgeBase(service.database, OPERATOR, {
      host: 'support.example.com',
      name: 'New',
      organization_name: 'New',
      language: 'en',
      access: 'public',
    });
    await expect(created).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('keep the history of changes together, and from others', async () => {
    const entries = await listAuditEntries(service.database, { host: 'support.example.com', limit: 100 });
    expect(entries.map(({ details }) => details.hosts)).toContainEqual([EXAMPLE.host, 'support.example.com']);
    const others = await listAuditEntries(service.database, { host: OTHER.host, limit: 100 });
    expect(others.map(({ action }) => action)).toEqual(['import']);
  });
});
