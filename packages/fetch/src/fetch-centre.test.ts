import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerAsZendesk,
  type StandIn,
  type StandInAnswer,
  startStandIn,
  type ZendeskCentre,
  zendeskArticle,
  zendeskGroup,
} from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fetchCentre } from './fetch-centre.ts';
import type { FetchOptions, FetchSummary } from './fetch-step.ts';
import type { FetchState } from './folder.ts';
import { zendesk } from './vendors/zendesk.ts';

const API = '/api/v2/help_center';
const CAT = '/hc/article_attachments/501/cat.png';

let folder: string;
let vendor: StandIn;
let centre: ZendeskCentre;
/** Milliseconds of a clock that only waiting moves. */
let now: number;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'guidepost-fetch-')), 'acme');
  now = Date.parse('2026-02-01T00:00:00Z');
  centre = {
    pageSize: 2,
    categories: [zendeskGroup(10, 'Start')],
    sections: [zendeskGroup(20, 'Install', { category_id: 10 })],
    articles: [
      zendeskArticle(101, { body: `<p><img src="${CAT}"></p>` }),
      zendeskArticle(102),
      zendeskArticle(103),
    ],
    attachments: {
      101: [
        {
          id: 501,
          content_url: `https://acme.zendesk.com${CAT}`,
          size: 3,
          inline: true,
          file_name: 'cat.png',
        },
      ],
    },
    files: { [CAT]: 'cat' },
  };
  vendor = await startStandIn((url) => answerAsZendesk(centre)(url));
});

afterEach(async () => {
  await vendor.stop();
  await rm(join(folder, '..'), { recursive: true });
});

function run(options: Partial<FetchOptions> = {}): Promise<FetchSummary> {
  const clock = {
    now: () => now,
    async wait(milliseconds: number) {
      now += milliseconds;
    },
  };
  const signal = new AbortController().signal;
  const common = {
    vendor: zendesk,
    folder,
    token: undefined,
    allowPrivate: true,
    clock,
    timeout: 20_000,
    signal,
  };
  return fetchCentre({ ...common, site: new URL(vendor.url), ...options });
}

const saved = (path: string) => readFile(join(folder, path), 'utf8');
const state = async () => JSON.parse(await saved('fetch.json')) as FetchState;

describe('a fetch', () => {
  it('saves pages as the vendor answers, and files by their ids', async () => {
    const summary = await run();
    expect(summary).toEqual({
      url: `${vendor.url}/`,
      lists: { locales: 1, categories: 1, sections: 1, articles: 3, translations: 0, article_attachments: 1 },
      changesOnly: false,
      files: { fetched: 1, present: 0, foreign: 0 },
      failed: [],
      remarks: [],
    });
    expect(JSON.parse(await saved('round-1/articles-0001.json'))).toMatchObject({
      articles: centre.articles?.slice(0, 2),
      meta: { has_more: true },
    });
    expect(await saved('files/501-cat.png')).toBe('cat');
    expect((await saved('addresses.txt')).split('\n')).toEqual([
      'https://acme.zendesk.com/hc/en-us/categories/10-Start',
      'https://acme.zendesk.com/hc/en-us/sections/20-Install',
      ...[101, 102, 103].map((id) => `https://acme.zendesk.com/hc/en-us/articles/${id}-Article-${id}`),
      '',
    ]);
    expect(vendor.headers).toMatchObject({ 'user-agent': 'Guidepost' });
    expect(vendor.mostAtOnce).toBe(1);
  });

  it('with a token asks for content tags, page by page although none has a link to the next', async () => {
    centre.contentTags = ['A', 'B', 'C', 'D', 'E'].map((id) => ({ id, name: `Tag ${id}` }));
    expect(await run({ token: 'secret' })).toMatchObject({ lists: { content_tags: 5 }, remarks: [] });
    const pages = vendor.requests.filter((path) => path.startsWith('/api/v2/guide/'));
    expect(pages).toHaveLength(3);
    expect(JSON.parse(await saved('round-1/content_tags-0003.json')).records).toEqual([
      { id: 'E', name: 'Tag E' },
    ]);
  });

  it.each([403, 400])(
    'leaves content tags out if the vendor answers %i, and fetches the rest',
    async (status) => {
      vendor.answerOnce('/api/v2/guide/', { status });
      const { lists, remarks } = await run({ token: 'secret' });
      expect(lists).toMatchObject({ content_tags: 0, articles: 3 });
      expect(remarks).toEqual([expect.stringMatching(`content_tags: left out, since .* answers ${status}`)]);
    },
  );

  it('goes on where it ended, without asking anything twice', async () => {
    await run({ folder: `${folder}-other` });
    const everything = vendor.requests.splice(0);
    for (let attempt = 0; attempt < everything.length / 2; attempt += 1) {
      const stopping = new AbortController();
      const held = vendor.holdAfter(2);
      const running = run({ signal: stopping.signal });
      const outcome = await Promise.race([running, held.then(() => 'held')]);
      if (outcome !== 'held') break;
      stopping.abort(new Error('killed'));
      await expect(running).rejects.toThrow('killed');
    }
    expect(vendor.requests).toEqual(everything);
    expect((await state()).rounds).toMatchObject([{ finished: expect.any(String), failed: [] }]);
  });

  it('asks only for changes the second time', async () => {
    await run();
    vendor.requests.length = 0;
    now += 86_400_000;
    const text = '<p>New</p>';
    centre.articles?.push(zendeskArticle(104, { body: text, updated_at: '2026-02-01T12:00:00Z' }));
    const summary = await run();
    expect(vendor.requests).toEqual([
      `${API}/locales.json`,
      `${API}/categories.json?page[size]=100`,
      `${API}/sections.json?page[size]=100`,
      expect.stringMatching(/incremental\/articles\.json\?start_time=1769903700$/),
      `${API}/articles/104/attachments.json?page[size]=100`,
    ]);
    expect(summary).toMatchObject({
      changesOnly: true,
      lists: { articles: 1 },
      files: { fetched: 0, present: 1 },
    });
  });

  it('ends changes whose last page is told again', async () => {
    await run();
    const path = `${API}/incremental/articles.json?start_time=1769903700`;
    const changed = [zendeskArticle(101, { updated_at: '2026-02-01T12:00:00Z' })];
    const page = (next: number) => ({
      body: JSON.stringify({ articles: changed, next_page: `${vendor.url}${path}&again=${next}` }),
    });
    vendor.answerOnce(`${API}/incremental`, page(1), page(2), page(3));
    expect(await run()).toMatchObject({ changesOnly: true, failed: [], lists: { articles: 1 } });
  });

  it('asks again for what could not be fetched, whether it has changed or not', async () => {
    vendor.answerOnce(`${API}/articles/102/attachments`, { body: '<html>' });
    const failure = { what: 'article_attachments of 102', why: 'answers with a web page, not with JSON' };
    expect((await run()).failed).toMatchObject([failure]);
    vendor.requests.length = 0;
    expect((await run()).failed).toEqual([]);
    expect(vendor.requests).toContain(`${API}/articles/102/attachments.json?page[size]=100`);
  });

  it('asks for everything again if the vendor does not tell changes', async () => {
    await run();
    vendor.answerOnce(`${API}/incremental`, { status: 403 });
    expect(await run()).toMatchObject({ changesOnly: false, lists: { articles: 3 } });
  });

  it('asks for translations if there are several languages', async () => {
    centre.locales = ['en-us', 'de'];
    centre.translations = { 101: [{ id: 9, locale: 'de', title: 'Eins', body: '<p>Eins</p>' }] };
    expect(await run()).toMatchObject({ lists: { translations: 1 } });
    expect(JSON.parse(await saved('round-1/translations-101-0001.json'))).toMatchObject({
      translations: centre.translations[101],
    });
  });

  it('asks in one language on request', async () => {
    centre.articles = [];
    vendor.answerOnce(`${API}/de/articles`, { body: JSON.stringify({ articles: [] }) });
    for (const list of ['categories', 'sections'])
      vendor.answerOnce(`${API}/de/${list}`, { body: JSON.stringify({ [list]: [] }) });
    await run({ locale: 'de' });
    expect(vendor.requests).toContain(`${API}/de/articles.json?page[size]=100`);
  });

  it('leaves out what is for people with a token only, and says so', async () => {
    vendor.answerOnce(`${API}/articles/101/attachments`, { status: 401 });
    const { remarks, failed } = await run();
    const host = new URL(vendor.url).host;
    expect(remarks).toEqual([`article_attachments: left out, since ${host} answers 401 without a token`]);
    expect(failed).toEqual([]);
  });
});

describe('a busy vendor', () => {
  it('is asked again after Retry-After, in seconds or as a date', async () => {
    const date = new Date(now + 30_000).toUTCString();
    vendor.answerOnce(
      `${API}/categories`,
      { status: 429, headers: { 'Retry-After': '20' } },
      { status: 503, headers: { 'Retry-After': date } },
    );
    const started = now;
    await run();
    expect(now - started).toBe(30_000);
  });

  it('is asked with longer and longer pauses, for ten minutes', async () => {
    const started = now;
    vendor.answerOnce(`${API}/sections`, ...Array.from({ length: 99 }, () => ({ status: 500 })));
    await expect(run()).rejects.toThrow(/^sections: 127\.0\.0\.1:\d+ answers 500\.$/);
    expect((now - started) / 1_000).toBeGreaterThan(540);
    expect((now - started) / 1_000).toBeLessThanOrEqual(600);
    expect((await state()).rounds).toMatchObject([{ finished: null, lists: { categories: { done: true } } }]);
  });

  it('loses no file that was cut once', async () => {
    vendor.answerOnce(CAT, { body: 'cat', cutAfter: 1 });
    expect(await run()).toMatchObject({ files: { fetched: 1 }, failed: [] });
    expect(await saved('files/501-cat.png')).toBe('cat');
    expect(await readdir(join(folder, 'files'))).toEqual(['501-cat.png']);
  });
});

describe('S45: a vendor that is not to be trusted', () => {
  const failureOf = async (path: string, ...answers: StandInAnswer[]) => {
    vendor.answerOnce(path, ...answers);
    return (await run()).failed;
  };

  it.each<[name: string, answer: StandInAnswer, why: RegExp]>([
    [
      'inside the network',
      { status: 302, headers: { Location: 'http://127.0.0.1:1/' } },
      /another host, 127\.0\.0\.1:1$/,
    ],
    [
      'to another host',
      { status: 302, headers: { Location: 'https://example.com/cat.png' } },
      /another host, example\.com$/,
    ],
    [
      'to a file of the machine',
      { status: 302, headers: { Location: 'file:///etc/passwd' } },
      /no address of the web$/,
    ],
    [
      'to a name with a password',
      { status: 302, headers: { Location: 'http://a:b@acme.zendesk.com/' } },
      /no address of the web$/,
    ],
    ['without an address', { status: 302 }, /leads nowhere$/],
  ])('a redirect %s is refused', async (_, answer, why) => {
    expect(await failureOf(CAT, answer)).toEqual([
      { what: `${vendor.url}${CAT}`, why: expect.stringMatching(why) },
    ]);
  });

  it('a host of files that is inside the network is refused', async () => {
    vendor.answerOnce(CAT, { status: 302, headers: { Location: 'http://files.zendesk.com/cat.png' } });
    const resolve: FetchOptions['resolve'] = (_name, _options, callback) =>
      callback(null, [{ address: '10.0.0.7', family: 4 }]);
    expect((await run({ resolve })).failed).toMatchObject([{ why: 'is refused: 10.0.0.7 is not public' }]);
  });

  it('a help centre inside the network is refused without the option', async () => {
    await expect(run({ allowPrivate: false })).rejects.toThrow('127.0.0.1 is not public');
  });

  it('five redirects are followed, not six', async () => {
    const onward = { status: 302, headers: { Location: CAT } };
    expect(await failureOf(CAT, ...Array<StandInAnswer>(6).fill(onward))).toMatchObject([
      { why: 'leads on more than 5 times' },
    ]);
    await rm(folder, { recursive: true });
    expect(await failureOf(CAT, ...Array<StandInAnswer>(5).fill(onward))).toEqual([]);
  });

  it.each([
    ['says that it is', { headers: { 'Content-Length': '20000001' }, body: 'cat' }],
    ['is', { body: Buffer.alloc(20_000_001) }],
  ])('a file that %s larger than 20 MB is left out', async (_, answer) => {
    expect(await failureOf(CAT, answer)).toMatchObject([{ why: 'is larger than 20 MB' }]);
  });

  it('a list without an end is given up', async () => {
    const page = {
      categories: [{ id: 1 }],
      meta: { has_more: true },
      links: { next: `${vendor.url}${API}/categories.json?page[after]=1` },
    };
    const other = { ...page, links: { next: `${vendor.url}${API}/categories.json?page[after]=2` } };
    vendor.answerOnce(`${API}/categories`, { body: JSON.stringify(page) }, { body: JSON.stringify(other) });
    await expect(run()).rejects.toThrow('categories: its pages have no end');
  });

  it.each([
    ['a web page', '<!doctype html><p>Sign in</p>', 'answers with a web page, not with JSON'],
    ['broken JSON', '{"categories":', 'answers with broken JSON'],
  ])('%s in place of a list ends the fetch', async (_, body, why) => {
    vendor.answerOnce(`${API}/categories`, { body });
    await expect(run()).rejects.toThrow(why);
  });

  it('an answer that drips ends', async () => {
    void vendor.holdAfter(1);
    await expect(run({ timeout: 50 })).rejects.toThrow('did not end within 0.05 seconds');
  });

  it('next pages are asked of the same host, whatever host they name', async () => {
    const page = {
      sections: [{ id: 20 }],
      meta: { has_more: true },
      links: { next: `http://127.0.0.1:1${API}/sections.json?page[after]=2` },
    };
    vendor.answerOnce(`${API}/sections`, { body: JSON.stringify(page) });
    expect((await run()).lists).toMatchObject({ sections: 1 });
    expect(vendor.requests).toContain(`${API}/sections.json?page[after]=2`);
  });
});

describe('a token', () => {
  it('goes to the vendor, and into no file', async () => {
    await run({ token: 'ada@example.com/token:secret' });
    expect(vendor.headers.authorization).toBe(
      `Basic ${Buffer.from('ada@example.com/token:secret').toString('base64')}`,
    );
    for (const name of ['fetch.json', 'round-1/articles-0001.json'])
      expect(await saved(name)).not.toContain('secret');
  });

  it('goes to no other host', async () => {
    const other = await startStandIn(() => ({ body: 'cat' }));
    vendor.answerOnce(CAT, { status: 302, headers: { Location: `${other.url}/cat.png` } });
    await run({ token: 'secret' });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  it('is not sent without TLS', async () => {
    await expect(run({ token: 'secret', allowPrivate: false })).rejects.toThrow('https: addresses only');
    expect(vendor.requests).toEqual([]);
  });
});

describe('a folder', () => {
  it('with other files is refused', async () => {
    await run();
    await rm(join(folder, 'fetch.json'));
    await expect(run()).rejects.toThrow('has other files');
  });

  it('of another help centre is refused', async () => {
    await run();
    await expect(run({ site: new URL('https://other.zendesk.com') })).rejects.toThrow(
      `has what was fetched from ${vendor.url}/`,
    );
  });

  it('whose state is damaged is refused', async () => {
    await run();
    await writeFile(join(folder, 'fetch.json'), '{"vendor":');
    await expect(run()).rejects.toThrow('is not JSON');
  });
});

it('a missing file is listed, and asked for again by the next fetch', async () => {
  centre.files = {};
  const host = new URL(vendor.url).host;
  expect((await run()).failed).toEqual([{ what: `${vendor.url}${CAT}`, why: `${host} answers 404` }]);
  centre.files = { [CAT]: 'cat' };
  expect(await run()).toMatchObject({ failed: [], files: { fetched: 1 } });
});

it('images of other sites are fetched on request only', async () => {
  centre.articles = [zendeskArticle(101, { body: '<img src="https://images.example.com/a.png">' })];
  centre.attachments = {};
  expect(await run()).toMatchObject({ files: { fetched: 0, foreign: 1 }, failed: [] });
  const resolve: FetchOptions['resolve'] = (_name, _options, callback) =>
    callback(null, [{ address: '10.0.0.7', family: 4 }]);
  expect(await run({ images: 'all', resolve })).toMatchObject({
    failed: [{ why: 'is refused: 10.0.0.7 is not public' }],
  });
});
