import { createSemaphore } from '@guidepost/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest, { type Response } from 'supertest';
import { createListener } from '../app.ts';
import { writeComments, writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const MEGABYTE = 1_000_000;

/** Posts whose HTML is six times their length, and ten times in XML. */
const COUNT = 75;
const IDS = Array.from({ length: COUNT }, (_, index) => index + 1);
const TEXT = `charger ${'"'.repeat(19_990)}`;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  const large = await writeForum(database, { slug: 'large' });
  key = await writeKey(database, large);
  await writeDialogs(
    database,
    large,
    IDS.map((id) => ({ id, text: TEXT, tags: ['all'] })),
  );
  await writeComments(
    database,
    large,
    IDS.map((id) => ({ id, dialog_id: 1, text: TEXT, poster_id: 1 })),
  );
  const small = await writeForum(database, { slug: 'small' });
  await writeDialogs(database, small, [{ id: 1_001, text: 'charger' }]);
  await writeComments(database, small, [{ id: 1_001, dialog_id: 1_001 }]);
  await service.indexed();
});

afterAll(() => service.stop());

const LISTS = [
  '/api/large.json',
  '/api/large/q.json',
  '/api/popular/large.json',
  '/api/tag/large/all.json',
  '/api/comment/large/1.json',
  '/api/search/large/charger.json',
  '/api/search/large/charger.json?sort=id',
];

const FORMATS = {
  JSON: (path: string) => path,
  JSONP: (path: string) => withParameter(path, 'callback=show'),
  XML: (path: string) => path.replace('.json', '.xml'),
};

/** Each list in JSON, and two in the other formats. */
const CASES = [
  ...LISTS.map((path) => [path, 'JSON'] as const),
  ['/api/large.json', 'JSONP'],
  ['/api/large.json', 'XML'],
  ['/api/search/large/charger.json', 'XML'],
] as const;

const withParameter = (path: string, parameter: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`;

const keyed = (path: string) => service.get(path).set('Authorization', `Bearer ${key}`).buffer(true);

/** The ids in a response of any format. */
function idsIn({ text, type }: Response): number[] {
  const pattern = type === 'text/xml' ? /<resource><id>(\d+)/g : /\{"id":(\d+),"uri"/g;
  return Array.from(text.matchAll(pattern), ([, id]) => Number(id));
}

describe.each(CASES)('a list above 8 MB, %s in %s', (path, format) => {
  const address = FORMATS[format](path);

  const read = async (start: number) => {
    const answer = await keyed(withParameter(address, `limit=1000&start=${start}`)).expect(200);
    return { answer, ids: idsIn(answer) };
  };

  it('ends early with its number of records in X-Limit, from which a client continues until it has each once', async () => {
    const { answer, ids } = await read(0);
    const bytes = Buffer.byteLength(answer.text);
    expect(bytes).toBeLessThanOrEqual(8 * MEGABYTE);
    expect(bytes).toBeGreaterThan(7 * MEGABYTE);
    expect(answer.headers).toMatchObject({
      'x-totalresults': String(COUNT),
      'x-limit': String(ids.length),
      'content-length': String(bytes),
    });
    const received = [...ids];
    while (received.length < COUNT) received.push(...(await read(received.length)).ids);
    expect(received.toSorted((one, other) => one - other)).toEqual(IDS);
  });
});

it.each(['/api/small.json', '/api/large.json?limit=3', '/api/large.json?start=1000'])(
  'a complete list has no X-Limit: %s',
  async (path) => {
    expect((await service.get(path).expect(200)).headers).not.toHaveProperty('x-limit');
  },
);

describe('while too many bodies of more than a megabyte are being built', () => {
  let request: ReturnType<typeof supertest>;

  beforeAll(() => {
    const withLargeBodySlot = createSemaphore({ permits: 0, timeout: 1, message: 'Too many.' });
    request = supertest(createListener({ ...service.context, withLargeBodySlot }));
  });

  const get = (path: string) =>
    path.startsWith('/api/tag') ? request.get(path).set('Authorization', `Bearer ${key}`) : request.get(path);

  it.each([...LISTS, '/api/large.json?limit=9', '/api/large.xml?limit=5'])(
    'another one, %s, is a 503 with Retry-After',
    async (path) => {
      const answer = await get(path.includes('limit') ? path : withParameter(path, 'limit=1000'));
      expect([answer.status, answer.text]).toEqual([503, 'Service Unavailable']);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['retry-after']).toBe('5');
    },
  );

  it.each(['/forum/large/1', '/forum/large/1/feed.atom', '/forum/large/feed.atom'])(
    'a page or feed of that size, %s, is a 503 with Retry-After, too',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    },
  );

  it.each([
    '/api/large.json?limit=8',
    '/api/large.xml?limit=4',
    '/api/dialog/large/1.xml',
    '/api/search/large/charger.xml?limit=4',
    '/forum/large/2',
    '/forum/large/2/feed.atom',
    '/forum/small/1001',
    '/forum/small/feed.atom',
    '/forum/large/dialogs',
  ])('a smaller one, %s, does not wait', async (path) => {
    await get(path).expect(200);
  });
});

it.each(['/forum/large/1', '/forum/large/1/feed.atom'])(
  '%s is complete once a slot is free',
  async (path) => {
    const { text, body } = await service.get(path).buffer(true).expect(200);
    expect((text ?? String(body)).split('charger').length).toBeGreaterThan(50);
  },
);
