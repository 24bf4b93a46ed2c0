import { readByParsers, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestContent, writeImage } from '../testing/content.ts';
import { EXAMPLE, KEYED } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('security headers', () => {
  const API = '/knowledge/v1/help.example.com';
  const SITE = '/site/help.example.com';
  const TOKEN = 'a'.repeat(22);
  const FOREIGN = { id: 41, slug: 'foreign', content: '<img src="https://images.example/a.png">' };

  const RESTRICTED = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };
  const NOTHING = "default-src 'none'; frame-ancestors 'none'";
  const SHARED = { ...RESTRICTED, 'cross-origin-resource-policy': 'cross-origin' };
  const pageLoading = (images: string) => ({
    ...RESTRICTED,
    'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'${images}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });

  const FROM_API = { ...SHARED, 'content-security-policy': NOTHING };
  const PAGE = pageLoading('');
  const TO_CRAWLERS = { ...RESTRICTED, 'content-security-policy': NOTHING };

  /** The headers under test. */
  const NAMES =
    /^(content-security|cross-origin|origin-agent|permissions|referrer|strict|x-(content|dns|download|frame|permitted|powered|xss))/;

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([{ ...EXAMPLE, guides: [...(EXAMPLE.guides ?? []), FOREIGN] }, KEYED]);
    const { id } = await service.database.one('select id from knowledge_bases where host = $1', [
      EXAMPLE.host,
    ]);
    await writeImage(service.database, id, { token: TOKEN, guide: 31, content: 'image' });
  });

  afterAll(() => service.stop());

  async function ask(method: 'get' | 'options' | 'post', path: string) {
    const { status, headers } = await service.request[method](path).set('Accept', 'application/vnd.api+json');
    return {
      status,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => NAMES.test(name))),
    };
  }

  it.each([
    ['a document', 'get', `${API}/guides`, 200, FROM_API],
    ['an error', 'get', `${API}/nothing`, 404, FROM_API],
    ['a refusal', 'get', '/knowledge/v1/keyed.example.com', 401, FROM_API],
    ['a preflight', 'options', `${API}/guides`, 204, FROM_API],
    ['a vote', 'post', `${API}/guides/31/upvote`, 200, FROM_API],
    ['an unknown address', 'get', '/nothing', 404, FROM_API],
    [
      'an image',
      'get',
      `/files/${TOKEN}.png`,
      200,
      { ...SHARED, 'content-security-policy': `${NOTHING}; sandbox` },
    ],
    ['an unknown image', 'get', '/files/nothing.png', 404, FROM_API],
    ['a page', 'get', SITE, 200, PAGE],
    ['a page with images of other sites', 'get', `${SITE}/guides/foreign`, 200, pageLoading(' https: http:')],
    ['an unknown page', 'get', `${SITE}/nothing`, 404, PAGE],
    ['a redirect', 'get', `${SITE}/`, 301, PAGE],
    ['the front page', 'get', '/', 200, PAGE],
    ['a preflight for a page', 'options', SITE, 204, {}],
    ['a sitemap', 'get', `${SITE}/sitemap.xml`, 200, TO_CRAWLERS],
    ['the OpenAPI document', 'get', '/openapi.json', 200, FROM_API],
    ['health', 'get', '/healthz', 200, TO_CRAWLERS],
  ] as const)('%s has its security headers, also from memory', async (_, method, path, status, headers) => {
    expect(await ask(method, path)).toEqual({ status, headers });
    expect(await ask(method, path)).toEqual({ status, headers });
  });

  it('an asset of pages may be loaded by these pages alone', async () => {
    const { text } = await service.request.get(SITE);
    const [asset] = /\/assets\/[^"]+/.exec(text) ?? [];
    expect(await ask('get', String(asset))).toEqual({
      status: 200,
      headers: {
        ...RESTRICTED,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      },
    });
  });

  it('the page of the OpenAPI document loads its own style sheet and nothing else', async () => {
    expect(await ask('get', '/docs')).toEqual({
      status: 200,
      headers: {
        ...SHARED,
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
        ),
      },
    });
  });
});

describe('hostile names', () => {
  const HARMLESS = 'a name';
  const HOSTILE = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(1)>&lt;&amp; <!-- {n} $& <%= it %>`;

  /** Content in which everything has the same name. */
  function contentNamed(host: string, first: number, name: string): TestContent {
    const [top, below, tag] = [first, first + 1, first + 2];
    const content = `<p>${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
    return {
      host,
      name,
      categories: [
        { id: top, slug: 'top', name },
        { id: below, slug: 'below', name, parent: top },
      ],
      tags: [{ id: tag, slug: 'tag', name }],
      guides: [
        { id: first + 3, slug: 'guide', title: name, content, categories: [below], tags: [tag] },
        { id: first + 4, slug: 'second', title: name, content, categories: [top, below], tags: [tag] },
        { id: first + 5, slug: 'apart', title: name, content },
      ],
    };
  }

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([
      contentNamed('harmless.example.com', 100, HARMLESS),
      contentNamed('hostile.example.com', 200, HOSTILE),
    ]);
    await service.change(
      'hostile.example.com',
      'update knowledge_bases set organization_name = $2 where id = $1',
      [HOSTILE],
    );
    await service.database.none(
      'insert into guide_vote_counts select knowledge_base_id, id, 1, 0 from guides',
    );
  });

  afterAll(() => service.stop());

  const ask = async (host: string, path: string) => (await service.request.get(path).set('Host', host)).text;

  describe.each(['/', '/guides', '/categories/top', '/categories/below', '/tags/tag', '/guides/guide'])(
    'S2 S11 on the page %s names are plain text',
    (path) => {
      it('and do not change the markup', async () => {
        const [harmless, hostile] = await Promise.all(
          ['harmless.example.com', 'hostile.example.com'].map(async (host) => outline(await ask(host, path))),
        );
        expect(hostile).toEqual(harmless);
      });

      it('and are shown as written', async () => {
        const page = readPage(await ask('hostile.example.com', path));
        const shown = HOSTILE.replace(/\s+/g, ' ');
        expect(page.texts('main').join()).toContain(shown);
        expect(page.title).toContain(shown);
        expect(page.meta('og:site_name')).toBe(HOSTILE);
      });
    },
  );

  /** The elements of a page with the names of their attributes, by each parser. */
  function outline(html: string) {
    return readByParsers(html).map(([parser, elements]) => [
      parser,
      elements.map(({ name, attributes }) => `${name} ${Object.keys(attributes).join(' ')}`),
    ]);
  }
});
