import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
      ['an invalid host', 'help.example.com/..'],
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

  it.each(['', '/guides', '/guides/install', '/categories/start', '/tags/new', '/sitemap.xml', '/nothing'])(
    'S14 are the same bytes whatever Host and X-Forwarded-Host say: "%s"',
    async (path) => {
      const forwarded = { 'X-Forwarded-Host': 'evil.example.com', Forwarded: 'host=evil' };
      const address = `/site/help.example.com${path}`;
      const plain = await service.request.get(address);
      const claimed = await at('other.example.com:8443', address).set(forwarded);
      expect([claimed.text, claimed.headers.etag]).toEqual([plain.text, plain.headers.etag]);
      const byHost = await at('help.example.com', path || '/');
      const forwardedToo = await at('Help.Example.COM:81', path || '/').set(forwarded);
      expect([forwardedToo.text, forwardedToo.headers.etag]).toEqual([byHost.text, byHost.headers.etag]);
    },
  );

  it('have security headers and none of the API', async () => {
    const { headers } = await service.request.get(PUBLIC);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      vary: 'Accept-Encoding',
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
