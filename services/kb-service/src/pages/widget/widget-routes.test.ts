import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setProperties } from '../../tenants/administration.ts';
import { setLook } from '../../tenants/look.ts';
import { setWidgetRules } from '../../tenants/widget.ts';
import { OPERATOR } from '../../testing/content.ts';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { DISABLED, EXAMPLE, KEYED } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { matches } from '../../widget/island/page.ts';
import { integrityOf, widgetFiles } from '../../widget/widget-files.ts';

const { host } = EXAMPLE;
const BASE = `/site/${host}`;
const DESK = `/desk/kb/${host}/settings/widget`;

const HOSTILE = `<h2 id="top">A</h2><p onclick="x()" style="color:red" class="note">B<script>bad()</script></p>
<a href="javascript:bad()">C</a><a href="//evil.example/">D</a><a href="install#top">K</a><a href="/guides/install#top">E</a>
<a href="http://site.invalidjavascript:8080/alert(1)">L</a><a href="http://x@site.invalid/y">M</a>
<a href="https://${host}/guides/install">F</a><a href="/files/x.pdf">G</a>
<svg><a href="/x">H</a></svg><form action="/x"><input type="password"><button>I</button></form>
<a href="https://elsewhere.example/"><img src="https://elsewhere.example/a.png" alt="J"></a>
<video src="https://player.vimeo.com/x"><source src="https://player.vimeo.com/y">K</video>`;

let service: TestService;
let owner: DeskClient;

beforeAll(async () => {
  const guides = EXAMPLE.guides?.map((guide) => ({ ...guide, ...(guide.id === 33 && { content: HOSTILE }) }));
  service = await startTestService([{ ...EXAMPLE, guides: guides ?? [] }, KEYED, DISABLED]);
  owner = await signInAs(service, { host, role: 'owner' });
  await service.indexed();
});

afterAll(() => service.stop());

async function read(path: string) {
  const { body, status } = await service.request.get(`${BASE}/widget/${path}`);
  expect(status).toBe(200);
  return body;
}

describe('the widget', () => {
  it('weighs at most 2 kB before it is opened and 12 kB more then, gzipped, whatever its colour', async () => {
    const { loader, panel } = await widgetFiles('#fefefe');
    expect(gzipSync(loader).length).toBeLessThanOrEqual(2_000);
    const { text } = await service.request.get(`${BASE}/widget/start?language=pl`);
    expect(gzipSync(panel).length + gzipSync(text).length).toBeLessThanOrEqual(12_000);
    expect(loader + panel).not.toMatch(
      /innerHTML|insertAdjacentHTML|eval\(|Function\(|localStorage|cookie|style="/,
    );
    expect(panel).not.toMatch(
      /\.(?:map|filter|forEach|find|some|every|includes|reduce|join|concat|slice)\(\(/,
    );
  });

  it.each([
    'widget.js',
    'widget/start',
    'widget/search?q=install',
    'widget/suggestions',
    'widget/guides/install',
  ])('S44 lets pages of all origins read %s, and reads no cookie', async (path) => {
    const { status, headers } = await service.request
      .get(`${BASE}/${path}`)
      .set({ Origin: 'https://www.example.org', Cookie: owner.cookie });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers).not.toHaveProperty('set-cookie');
    const named = await service.request.get(`/${path}`).set('Host', host);
    expect(named.status).toBe(200);
  });

  it.each([KEYED.host, DISABLED.host, 'nowhere.example.com'])('is not offered for %s', async (other) => {
    for (const path of [
      'widget.js',
      'widget/start?language=sv',
      'widget/versions/x/panel.js',
      'widget/search?q=a',
    ]) {
      const { status, headers } = await service.request.get(`/site/${other}/${path}`);
      expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
        404,
        '*',
        'no-store',
      ]);
    }
  });

  it('says in the language of the page that it is not offered', async () => {
    const { body } = await service.request.get(`/site/${KEYED.host}/widget/start?language=sv`);
    expect(body).toEqual({ message: 'Det här hjälpcentret är stängt eller har flyttat.' });
  });

  it('shows unpublished guides nowhere', async () => {
    const { status, body } = await service.request.get(`${BASE}/widget/guides/draft-canary-7f3a?language=en`);
    expect([status, body]).toEqual([404, { message: 'This page no longer exists' }]);
    expect(JSON.stringify(await read('search?q=canary'))).not.toContain('7f3a');
  });
});

describe('widget/start', () => {
  it('has the texts in the nearest language, and what the owners have set', async () => {
    await setLook(service.database, OPERATOR, { host, texts: { contact: 'help@example.com' } });
    await setWidgetRules(service.database, OPERATOR, { host, text: '/a/* refunds tag:basics\n\n /b apples' });
    await service.settled(host);
    expect(await read('start?language=fr-CH')).toMatchObject({
      language: 'en',
      guideLanguage: 'en',
      name: 'Example Help',
      home: BASE,
      contact: 'mailto:help@example.com',
      rules: [
        {
          path: '/a/*',
          guides: [
            { slug: 'refunds', title: 'Refunds' },
            { slug: 'install', title: 'Install it' },
            { slug: 'apples', title: 'äpples' },
          ],
        },
        { path: '/b', guides: [{ slug: 'apples', title: 'äpples' }] },
      ],
    });
    await service.change(
      host,
      `update guides set published = false where knowledge_base_id = $1 and slug = 'apples'`,
    );
    expect((await read('start')).rules[1]).toEqual({ path: '/b', guides: [] });
    await service.change(
      host,
      `update guides set published = true where knowledge_base_id = $1 and slug = 'apples'`,
    );
  });
});

describe('widget/search and widget/suggestions', () => {
  it('find guides with the passages that match', async () => {
    const { found, ...rest } = await read('search?q=instal');
    expect(rest).toEqual({ status: '1 result', notes: [], total: 1, path: `${BASE}/search?q=instal` });
    expect(found).toMatchObject([{ slug: 'install', path: `${BASE}/guides/install` }]);
    expect(await read('search?q=zeppelin')).toMatchObject({
      status: 'No results for “zeppelin”.',
      total: 0,
      found: [],
    });
    expect(await read(`search?q=${'a'.repeat(501)}`)).toMatchObject({
      status: 'That is too long to search for.',
    });
    expect(await read('search')).toMatchObject({ total: 0, status: '' });
  });

  it('suggest what is about the words of a page, else what helped most', async () => {
    expect(await read('suggestions?words=Install%20apples%20at%20Acme')).toMatchObject({ areSimilar: true });
    await service.request
      .post(`/knowledge/v1/${host}/guides/install/upvote`)
      .set('Accept', 'application/vnd.api+json');
    const helpful = { guides: [{ slug: 'install', title: 'Install it' }], areSimilar: false };
    expect(await read('suggestions?words=zeppelin')).toEqual(helpful);
    expect(await read(`suggestions?words=${encodeURIComponent('�'.repeat(600))}`)).toEqual(helpful);
  });
});

describe('widget/guides', () => {
  it('has the content as a tree of what is safe on pages of others', async () => {
    const { content, ...guide } = await read('guides/refunds');
    expect(guide).toEqual({
      slug: 'refunds',
      title: 'Refunds',
      language: 'en',
      direction: 'ltr',
      address: `https://${host}/guides/refunds`,
      votes: {
        up: `/knowledge/v1/${host}/guides/refunds/upvote`,
        down: `/knowledge/v1/${host}/guides/refunds/downvote`,
      },
    });
    const whole = { name: 'a', attributes: { href: `https://${host}/guides/refunds` } };
    expect(content.filter((node: unknown) => typeof node !== 'string' || node.trim() !== '')).toEqual([
      { name: 'h3', attributes: { id: 'top' }, content: ['A'] },
      { name: 'p', attributes: { class: 'note' }, content: ['B'] },
      { name: 'a', attributes: {}, content: ['C'] },
      { name: 'a', attributes: { href: 'http://evil.example/' }, content: ['D'] },
      {
        name: 'a',
        attributes: { href: `${BASE}/guides/install#top`, 'data-guide': 'install' },
        content: ['K'],
      },
      {
        name: 'a',
        attributes: { href: `${BASE}/guides/install#top`, 'data-guide': 'install' },
        content: ['E'],
      },
      { name: 'a', attributes: { href: 'http://site.invalidjavascript:8080/alert(1)' }, content: ['L'] },
      { name: 'a', attributes: { href: 'http://x@site.invalid/y' }, content: ['M'] },
      {
        name: 'a',
        attributes: { href: `${BASE}/guides/install`, 'data-guide': 'install' },
        content: ['F'],
      },
      { name: 'a', attributes: { href: '/files/x.pdf' }, content: ['G'] },
      'I',
      { name: 'a', attributes: { href: 'https://elsewhere.example/' }, content: ['J'] },
      { ...whole, content: ['Open the full page'] },
    ]);
  });

  it('lead from a former slug to the present one', async () => {
    await service.change(
      host,
      `with renamed as (update guides set slug = 'setup' where knowledge_base_id = $1 and slug = 'install' returning id)
       insert into former_slugs (knowledge_base_id, slug, guide_id) select $1, 'install', id from renamed`,
    );
    const { status, headers } = await service.request.get(`${BASE}/widget/guides/install?language=de`);
    expect([status, headers.location, headers['access-control-allow-origin']]).toEqual([
      301,
      `${BASE}/widget/guides/setup?language=de`,
      '*',
    ]);
    expect((await read('start')).rules[0].guides[1]).toEqual({ slug: 'setup', title: 'Install it' });
    await setWidgetRules(service.database, OPERATOR, { host, text: '/a install' });
    await service.settled(host);
    expect((await read('start')).rules).toEqual([
      { path: '/a', guides: [{ slug: 'setup', title: 'Install it' }] },
    ]);
  });
});

describe('the desk', () => {
  it('prints the lines for pages, and keeps versions that pages name by their digest', async () => {
    const linesOf = async () =>
      (await owner.get(DESK)).text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(await linesOf()).toContain(`<script type="module" src="https://${host}/widget.js"></script>`);
    await owner.post(`${DESK}/versions`, { action: 'keep' }).expect(303);
    await owner.post(`${DESK}/versions`, { action: 'keep' }).expect(303);
    const [, version = '', integrity] =
      /widget\/versions\/([\w-]{12})\/widget\.js" integrity="([^"]+)" crossorigin/.exec(await linesOf()) ??
      [];
    const first = await widgetFiles('#2456c8');
    expect([version, integrity]).toEqual([first.version, integrityOf(first.loader)]);
    await setProperties(service.database, OPERATOR, { host, accent_color: '#c8102e' });
    await service.settled(host);
    const get = (file: string) => service.request.get(`${BASE}/widget/versions/${file}`);
    const forever = 'public, max-age=31536000, immutable';
    for (const [name, text] of [
      ['widget.js', first.loader],
      ['panel.js', first.panel],
    ] as const) {
      const kept = await get(`${version}/${name}`);
      expect([kept.headers['cache-control'], kept.text ?? kept.body.toString()]).toEqual([forever, text]);
    }
    const present = await get('unknown-here/widget.js');
    expect([present.status, present.headers['cache-control']]).toEqual([200, 'public, no-cache']);
    expect(integrityOf(present.text)).not.toBe(integrity);
    await owner.post(`${DESK}/versions`, { action: 'remove', version }).expect(303);
    await service.settled(host);
    expect((await get(`${version}/widget.js`)).text).toBe(present.text);
  });

  it.each([
    ['checkout refunds', 1],
    ['/ok refunds\n/checkout', 2],
    ['/ok refunds\n\n/checkout nowhere', 3],
    ['/checkout tag:nowhere', 1],
    ['/checkout ../x', 1],
  ])('says which line of the rules is wrong: %j', async (rules, line) => {
    const { status, text } = await owner.post(DESK, { widget_rules: rules });
    expect(status).toBe(422);
    expect(text).toContain(`Line ${line} must have a path such as /checkout/*`);
    expect(text).toContain(rules.split('\n').at(-1));
  });
});

describe('a path of a rule', () => {
  it.each([
    ['/checkout', '/checkout', true],
    ['/checkout', '/checkout/', true],
    ['/checkout', '/checkout/cart', false],
    ['/checkout/*', '/checkout/cart', true],
    ['/*/cart', '/sv/cart', true],
    ['/*/cart', '/cart', false],
    ['/a*a', '/a', false],
    ['/a*b*c', '/a-b-c', true],
    ['/a*b*c', '/a-c-b', false],
    ['*', '/anything', true],
  ])('%s is that of %s: %s', (pattern, path, isIt) => {
    expect(matches(pattern, path)).toBe(isIt);
  });
});
