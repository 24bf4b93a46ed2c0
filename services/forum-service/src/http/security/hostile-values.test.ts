import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeExample } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

/** Raw values; each has caused a 500 somewhere. */
const VALUES = {
  'U+0000': '%00',
  'a lone surrogate': '%ED%A0%80',
  'no UTF-8': '%FF%FE',
  'Latin-1': 'K%F6ln',
  'broken percent-encoding': '%E0%A4%A',
  'a percent sign': '%',
  'an id beyond 2^53': '9007199254740993',
  'an id beyond 2^64': '99999999999999999999999',
  'a negative number': '-1',
  'a fraction': '1.5',
  'an exponent': '1e3',
  'another digit': '%D9%A1',
  'a direction mark': '%E2%80%AE',
  'a slash': '%2F..%2F..',
  'a prototype': '__proto__',
  'a statement': "'%20or%201=1--",
  'a long one': 'a'.repeat(5_000),
  nothing: '',
};

const PATHS = [
  '/api/?.json',
  '/api/help/?.xml',
  '/api/popular/help/?.json',
  '/api/popular/?.json',
  '/api/dialog/help/?.json',
  '/api/dialog/?/1.json',
  '/api/comment/help/?.json',
  '/api/comment/help/?/11.json',
  '/api/comment/help/1/?.json',
  '/api/properties/?.xml',
  '/api/taglist/?.json',
  '/api/tag/help/?.json',
  '/api/avatar/help/?/A.svg',
  '/api/?',
];

/** Nothing below these has such a name. */
const PAGES = [
  '/forum/?',
  '/forum/?/1',
  '/forum/help/?',
  '/forum/help/1/comments/?',
  '/forum/help/tags/?',
  '/forum/help/states/?',
  '/forum/help/?/feed.atom',
  '/api/file/help/?',
  '/?',
  '/?.xml',
];

const PARAMETERS = ['start', 'limit', 'sort', 'include', 'callback', 'tags', 'key', '_', 'filter[a][b]'];
const PAGE_PARAMETERS = ['q', 'page', 'key'];
const POSTS = [
  '/api/?',
  '/api/comment/help/?',
  '/api/vote/help/?',
  '/api/report-dialog/help/?',
  '/api/report-comment/?/1',
];

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  await writeExample(service);
});

afterAll(() => service.stop());

describe.each(Object.entries(VALUES))('S28 %s', (_title, value) => {
  it.each(PATHS)('is a 404 in the path %s', async (path) => {
    expect([401, 404]).toContain((await service.get(path.replace('?', value))).status);
  });

  it.each(PAGES)('is a 404, or redirects to the parent page: %s', async (path) => {
    const { status } = await service.get(path.replace('?', value));
    expect(value === '' ? [200, 301, 308, 404, 405] : [404]).toContain(status);
  });

  it('is a search or a 404', async () => {
    expect([200, 404]).toContain((await service.get(`/api/search/help/${value}.json`)).status);
  });

  it.each(POSTS)('is a 404 for posts: %s', async (path) => {
    const sent = await service.request.post(path.replace('?', value)).send({ name: 'A' });
    expect([400, 404, 405]).toContain(sent.status);
  });

  it.each(PARAMETERS)('is refused or ignored as the parameter %s', async (name) => {
    for (const path of ['/api/help.json', '/api/search/help/a.json', '/api/comment/help/1.xml']) {
      const answer = await service.get(`${path}?${name}=${value}`);
      expect([200, 400, 401]).toContain(answer.status);
    }
  });

  it.each(PAGE_PARAMETERS)('is refused or ignored as the parameter %s of a page', async (name) => {
    for (const path of ['/forum/help', '/forum/help/search']) {
      const answer = await service.get(`${path}?${name}=${value}`);
      expect([200, 400, 404]).toContain(answer.status);
    }
  });
});

describe('S28 invalid text', () => {
  it.each(['start', 'sort', 'include', 'callback', 'tags'])('is a 400 as the parameter %s', async (name) => {
    for (const value of ['%00', 'a%00', '%ED%A0%80']) {
      const answer = await service.get(`/api/search/help/a.json?${name}=${value}`);
      expect([value, answer.status]).toEqual([value, 400]);
    }
  });
});

describe('S19 parameters that resemble object properties', () => {
  it.each([
    '__proto__[limit]=1',
    'constructor[prototype][limit]=1',
    'limit[__proto__]=1',
    'toString=1&valueOf=2&hasOwnProperty=3',
    'limit[]=1&limit[]=2',
  ])('are ignored: %s', async (query) => {
    const answer = await service.get(`/api/help.json?${query}`).expect(200);
    expect(answer.text).toBe((await service.get('/api/help.json')).text);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('are ignored by the thousands', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `${index}=1`).join('&');
    await service.get(`/api/help.json?${many}`).expect(200);
  });

  it('count once when repeated', async () => {
    const { body } = await service.get('/api/help.json?limit=0&limit=5').expect(200);
    expect(body).toEqual([]);
  });
});
