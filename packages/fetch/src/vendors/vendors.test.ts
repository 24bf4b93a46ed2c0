import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StandIn, startStandIn } from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fetchCentre } from '../fetch-centre.ts';
import type { FetchSummary } from '../fetch-step.ts';
import { VENDORS } from './vendors.ts';

let folder: string;
let server: StandIn;
/** JSON by path and query. */
let answers: Record<string, unknown>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-fetch-'));
  answers = {};
  server = await startStandIn((url) => {
    const answer = answers[`${url.pathname}${url.search}`];
    return answer === undefined
      ? undefined
      : { body: typeof answer === 'string' ? answer : JSON.stringify(answer) };
  });
});

afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function run(name: string, base: string): Promise<FetchSummary> {
  const vendor = VENDORS.get(name);
  if (!vendor) throw new Error(`${name} is missing`);
  const site = new URL(server.url);
  const request = { vendor, site, api: new URL(base, site), folder: join(folder, 'acme'), token: 'secret' };
  return fetchCentre({ ...request, allowPrivate: true, signal: new AbortController().signal });
}

const authorization = (user: string) => `Basic ${Buffer.from(user).toString('base64')}`;

describe('Help Scout', () => {
  const page = (name: string, items: object[], number = 1, pages = 1) => ({
    [name]: { page: number, pages, count: items.length, items },
  });

  beforeEach(() => {
    const articles = '/v1/collections/c1/articles?page=1&pageSize=100&status=all';
    Object.assign(answers, {
      '/v1/sites?page=1': page('sites', [{ id: 's1' }]),
      '/v1/redirects/site/s1?page=1': page('redirects', [{ id: 'r1', urlMapping: '/old' }]),
      '/v1/collections?page=1&sort=order': page('collections', [
        { id: 'c1', number: 1, visibility: 'public' },
      ]),
      '/v1/collections/c1/categories?page=1&sort=order': page('categories', [{ id: 'k1', number: 2 }]),
      [articles]: page('articles', [{ id: 'a1', number: 11, updatedAt: '2020-01-01T00:00:00Z' }], 1, 2),
      [articles.replace('page=1', 'page=2')]: page('articles', [{ id: 'a2', number: 12 }], 2, 2),
      '/v1/articles/a1': { article: { id: 'a1', text: `<img src="${server.url}/img/a.png">` } },
      '/v1/articles/a2': { article: { id: 'a2', text: '<p>x</p>' } },
      '/img/a.png': 'image',
    });
  });

  it('has collections, their articles page by page, and the text of each', async () => {
    const { lists, files, failed } = await run('helpscout', '/v1/');
    expect([lists, files.fetched, failed]).toEqual([
      { sites: 1, redirects: 1, collections: 1, categories: 1, articles: 2, texts: 2 },
      1,
      [],
    ]);
  });

  it('asks the second time for texts that have changed, or do not say', async () => {
    await run('helpscout', '/v1/');
    server.requests.length = 0;
    await run('helpscout', '/v1/');
    expect(server.requests.filter((path) => path.startsWith('/v1/articles/'))).toEqual(['/v1/articles/a2']);
  });
});

it('Intercom has articles by pages, whose images are fetched at once', async () => {
  const image = `${server.url}/i/a.png?signature=1`;
  Object.assign(answers, {
    '/help_center/collections?page=1&per_page=100': {
      data: [{ id: '5' }],
      pages: { page: 1, total_pages: 1 },
    },
    '/articles?page=1&per_page=100': {
      data: [
        {
          id: '1',
          body: `<img src="${image}">`,
          translated_content: { de: { body: `<img src="${server.url}/i/b.png">` } },
        },
      ],
      pages: { page: 1, total_pages: 2, next: 'https://api.intercom.io/articles?page=2&per_page=100' },
    },
    '/articles?page=2&per_page=100': {
      data: [{ id: '2', body: 'x' }],
      pages: { page: 2, total_pages: 2, next: null },
    },
    '/i/a.png?signature=1': 'a',
    '/i/b.png': 'b',
  });
  const { lists, remarks, failed } = await run('intercom', '/');
  expect([lists, failed]).toEqual([{ collections: 1, redirects: 0, articles: 2 }, []]);
  expect(remarks).toEqual([expect.stringMatching(/^redirects: left out, since .* answers 404$/)]);
  const asked = server.requests.filter((path) => /^\/(?:i|articles)/.test(path));
  expect(asked).toEqual([
    '/articles?page=1&per_page=100',
    '/i/a.png?signature=1',
    '/i/b.png',
    '/articles?page=2&per_page=100',
  ]);
  expect(await readdir(join(folder, 'acme/files'))).toHaveLength(2);
});

it('Freshdesk has categories, folders and articles, and knows files by their numbers', async () => {
  const query = '?page=1&per_page=100';
  const attachment = `${server.url}/data/helpdesk/attachments/production/43/original/a.png`;
  Object.assign(answers, {
    [`/api/v2/solutions/categories${query}`]: [{ id: 1, name: 'Start' }],
    [`/api/v2/solutions/categories/1/folders${query}`]: [{ id: 2, name: 'Install', visibility: 1 }],
    [`/api/v2/solutions/folders/2/articles${query}`]: Array.from({ length: 100 }, (_, index) => ({
      id: 100 + index,
      status: index === 0 ? 1 : 2,
      description: index === 0 ? `<img src="${attachment}?X-Amz-Signature=1">` : '<p>x</p>',
      attachments: index === 1 ? [{ id: 44, attachment_url: `${server.url}/44` }] : [],
    })),
    '/api/v2/solutions/folders/2/articles?page=2&per_page=100': [{ id: 200, status: 2, description: 'x' }],
    '/data/helpdesk/attachments/production/43/original/a.png?X-Amz-Signature=1': 'a',
    '/44': 'b',
  });
  const { lists, failed } = await run('freshdesk', '/api/v2/solutions/');
  expect([lists, failed]).toEqual([{ categories: 1, folders: 1, articles: 101 }, []]);
  expect(await readdir(join(folder, 'acme/files'))).toEqual(['43-a.png', '44-44']);
  expect(server.headers.authorization).toBe(authorization('secret:X'));
  const addresses = (await readFile(join(folder, 'acme/addresses.txt'), 'utf8')).split('\n');
  expect(addresses.slice(0, 2)).toEqual(
    [101, 102].map((id) => `${server.url}/support/solutions/articles/${id}`),
  );
});

it('the key of Help Scout is not sent to the docs site', async () => {
  const docs = await startStandIn(() => ({ body: 'image' }));
  Object.assign(answers, {
    '/v1/sites?page=1': {},
    '/v1/collections?page=1&sort=order': { collections: { items: [{ id: 'c1' }] } },
    '/v1/collections/c1/categories?page=1&sort=order': {},
    '/v1/collections/c1/articles?page=1&pageSize=100&status=all': { articles: { items: [{ id: 'a1' }] } },
    '/v1/articles/a1': { article: { id: 'a1', text: `<img src="${docs.url}/a.png">` } },
  });
  const vendor = VENDORS.get('helpscout');
  if (!vendor) throw new Error('helpscout is missing');
  const [site, api] = [new URL(docs.url), new URL('/v1/', server.url)];
  const { signal } = new AbortController();
  await fetchCentre({
    vendor,
    site,
    api,
    folder: join(folder, 'acme'),
    token: 'secret',
    allowPrivate: true,
    signal,
  });
  expect(server.headers.authorization).toBe(authorization('secret:X'));
  expect([docs.requests, docs.headers.authorization]).toEqual([['/a.png'], undefined]);
  await docs.stop();
});
