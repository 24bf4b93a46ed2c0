import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUploadedLogo } from '@guidepost/files/images';
import { png } from '@guidepost/files/testing';
import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CATEGORY_ICONS } from '../look/category-icons.ts';
import type { LookTexts } from '../look/look-properties.ts';
import { OPERATOR } from '../testing/content.ts';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { EXAMPLE, OTHER } from '../testing/example.ts';
import { runKb } from '../testing/processes.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { changeCategory } from '../writing/structure/change-categories.ts';
import { setLogo } from './logo.ts';
import { setLook } from './look.ts';

const { host } = EXAMPLE;
const BASE = `/site/${host}`;
const DESK = `/desk/kb/${host}/settings/look`;
const STYLE = 'h1 { color: red }';

const LOOK = {
  introduction: 'All about [apples](/guides/apples).',
  notice: 'Closed <b>today</b>',
  notice_link: 'https://status.example.com',
  contact: 'help@example.com',
  header_links: 'Shop https://shop.example.com\nStatus https://status.example.com',
  footer_links: 'Legal https://example.com/legal',
  font: 'serif',
  css: STYLE,
};

let service: TestService;
let owner: DeskClient;

beforeAll(async () => {
  service = await startTestService([EXAMPLE, OTHER]);
  owner = await signInAs(service, { host, role: 'owner' });
});

afterAll(() => service.stop());

async function set(texts: LookTexts): Promise<void> {
  await setLook(service.database, OPERATOR, { host, texts });
  await service.settled(host);
}

async function read(path: string) {
  const { text, headers } = await service.request.get(`${BASE}${path}`);
  return { text, headers, page: readPage(text) };
}

describe('the look of a knowledge base', () => {
  it('is as before without any', async () => {
    const { text } = await read('');
    expect(text).not.toMatch(/site-notice|site-links|introduction|\/look\/|mailto:/);
    expect(text.match(/rel="stylesheet"/g)).toHaveLength(1);
  });

  it('is on every page, also on those that were kept', async () => {
    const paths = [
      '',
      '/guides/install',
      '/guides',
      '/categories/start',
      '/search?q=install',
      '/guides/nowhere',
    ];
    const before = await Promise.all(paths.map(read));
    await owner.post(DESK, LOOK).expect(303);
    await service.settled(host);
    for (const [index, path] of paths.entries()) {
      const { text, headers, page } = await read(path);
      expect(headers.etag).not.toBe(before[index]?.headers.etag);
      expect(text).toContain('<a href="https://status.example.com/">Closed &lt;b&gt;today&lt;/b&gt;</a>');
      expect(text).toContain('<a href="mailto:help@example.com">Contact us</a>');
      expect(page.linksIn('site-links')).toEqual([
        ['Shop → https://shop.example.com/', 'Status → https://status.example.com/'],
        ['Legal → https://example.com/legal'],
      ]);
      expect(text).toMatch(/href="\/assets\/[\w-]+\/[0-9a-f]{6}\.serif\.css"/);
      expect(headers['content-security-policy']).toBe(before[index]?.headers['content-security-policy']);
    }
    const { text } = await read('');
    expect(text).toContain(
      `<div class="introduction"><p>All about <a href="${BASE}/guides/apples">apples</a>.</p></div>`,
    );
    expect(text).toContain('<meta name="description" content="All about apples.">');
  });

  it('S49 has a style sheet of its own at an address that is cached forever, and never at the desk', async () => {
    await set(LOOK);
    const { text } = await read('/guides/install');
    const [, address = ''] = /<link rel="stylesheet" href="([^"]+\/look\/[^"]+)">/.exec(text) ?? [];
    const style = await service.request.get(address);
    expect([style.text, style.headers['content-type'], style.headers['cache-control']]).toEqual([
      'h1{color:red}',
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect(style.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const former = await service.request.get(`${BASE}/look/before/style.css`);
    expect([former.text, former.headers['cache-control']]).toEqual(['h1{color:red}', 'public, no-cache']);
    expect((await service.request.get(`/site/${OTHER.host}/look/x/style.css`)).status).toBe(404);
    for (const path of [`/desk/kb/${host}/guides`, `/desk/kb/${host}/settings`, DESK]) {
      const { text: page } = await owner.get(path).expect(200);
      expect(page).not.toMatch(/rel="stylesheet" href="(?!\/desk\/assets\/)|style\.css|data:text/);
    }
  });

  it('is shown in a frame before it is saved, with what is wrong with it', async () => {
    await set(LOOK);
    const typed = { ...LOOK, notice: 'Open again', css: 'h2 { color: blue }', scheme: 'dark' };
    const preview = await owner.post(`${DESK}/preview`, typed).expect(200);
    expect(preview.text).toContain('Open again');
    expect(preview.text).toContain(
      `data:text/css;base64,${Buffer.from('h2{color:blue}').toString('base64')}`,
    );
    expect(preview.headers['content-security-policy']).toContain("style-src 'self' data:");
    expect(preview.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    const refused = await owner.post(`${DESK}/preview`, { ...typed, css: 'a\n@import' }).expect(200);
    expect(readPage(refused.text).texts('p')).toContainEqual(expect.stringMatching(/^Own CSS: Line \d/));
    expect((await read('')).text).not.toContain('Open again');
  });

  it('is shown again with what was typed and what is wrong', async () => {
    const typed = { ...LOOK, contact: 'javascript:alert(1)', css: '</textarea>\n@import "x"' };
    const answer = await owner.post(DESK, typed).expect(422);
    expect(answer.text).toContain('&lt;/textarea&gt;');
    expect(answer.text).toContain('value="javascript:alert(1)"');
    expect(readPage(answer.text).texts('p')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^It must be an e-mail address/),
        expect.stringMatching(/^Line 1: /),
      ]),
    );
  });

  it('has icons of categories, on cards and above their names', async () => {
    await changeCategory(service.database, OPERATOR, { host, category: { slug: 'money' }, icon: 'card' });
    await service.settled(host);
    const svg = `<path d="${CATEGORY_ICONS.card}"/>`;
    for (const path of ['', '/categories/money']) expect((await read(path)).text.split(svg)).toHaveLength(2);
    const { text } = await owner.get(`/desk/kb/${host}/structure/categories/12`).expect(200);
    expect(text).toMatch(/value="card" aria-label="Bank card" checked/);
  });

  it('has the logo as its icon if that is about as high as wide', async () => {
    const icon = async () => /<link rel="icon"[^>]+>/.exec((await read('')).text)?.[0];
    const place = async (width: number, height: number) => {
      const logo = await readUploadedLogo({ bytes: png('', width, height), name: 'a.png' });
      await setLogo(service.database, OPERATOR, { host, logo });
      await service.settled(host);
    };
    await place(120, 100);
    expect(await icon()).toMatch(/type="image\/png" href="\/files\/[^"]+\.png"/);
    await place(400, 100);
    expect(await icon()).toMatch(/type="image\/svg\+xml"/);
  });
});

describe('kb set', () => {
  it('has the same properties, with the same rules', async () => {
    const kb = (...words: string[]) => runKb(words, { KB_DATABASE_URL: service.url });
    const folder = await mkdtemp(join(tmpdir(), 'look-'));
    const file = join(folder, 'help.css');
    await writeFile(file, STYLE);
    expect(JSON.parse((await kb('set', OTHER.host, 'css', file, '--json')).stdout)).toMatchObject({
      changed: true,
    });
    await kb('set', OTHER.host, 'header-links', 'Shop https://shop.example.com');
    expect((await kb('show', OTHER.host)).stdout).toMatch(
      /Header links +Shop https:\/\/shop\.example\.com\n/,
    );
    await service.settled(OTHER.host);
    const answer = await service.request.get('/').set('Host', OTHER.host);
    expect(readPage(answer.text).linksIn('site-links')).toEqual([['Shop → https://shop.example.com/']]);
    await kb('set', OTHER.host, 'css', 'none');
    expect((await kb('set', OTHER.host, 'css', 'none')).stdout).toBe(`${OTHER.host} already has this css.\n`);
    await rm(folder, { recursive: true });
  });
});
