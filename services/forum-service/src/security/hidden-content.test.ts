import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CANARY, writeHidden } from '../testing/hidden.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const ORIGIN = 'https://forum.example';

/** Where everybody begins; the crawl goes wherever answers lead from here. */
const BEGINNINGS = [
  '/api/help',
  '/api/help/q,p,s,b',
  '/api/popular/help',
  '/api/popular/help/p',
  '/api/properties/help',
  '/api/dialog/help/1001',
  '/api/comment/help/1001',
  '/api/comment/help/1001/1012',
  '/api/comment/help/1001/1013',
  '/api/dialog/help/1003',
  '/api/comment/help/1003',
  '/api/comment/help/1003/1014',
  '/api/taglist/help',
  `/api/tag/help/${CANARY}-tag`,
  ...[
    CANARY,
    `${CANARY}-archived`,
    `${CANARY}-held`,
    `${CANARY}-waiting`,
    'canary',
    'cana',
    'canery7f3b',
    'everybody',
    'mail',
  ].map((query) => `/api/search/help/${query}`),
];

const QUESTIONS = [
  '',
  'include=all',
  `tags=${CANARY}-tag`,
  'start=0&limit=1000&callback=show',
  'sort=title',
  'sort=user__first_name',
];

let service: TestService;
/** By path: what everybody is answered, and what somebody with a key is. */
let met: Map<string, string>;
let keyed: Map<string, string>;

beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  const { key } = await writeHidden(service);
  met = await crawl({});
  keyed = await crawl({ Authorization: `Bearer ${key}` });
});

afterAll(() => service.stop());

/** Asks everything, follows every address of ours, and gives what was answered, by path. */
async function crawl(authorization: Record<string, string>): Promise<Map<string, string>> {
  const met = new Map<string, string>();
  const queue = BEGINNINGS.flatMap((path) =>
    ['.json', '.xml'].flatMap((ending) => QUESTIONS.map((question) => `${path}${ending}?${question}`)),
  );
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (met.has(path)) continue;
    const answer = await service.get(path).set(authorization);
    const { status, headers } = answer;
    // Pictures have none.
    const text = String(answer.text);
    met.set(path, `${status} ${JSON.stringify(headers)} ${text}`);
    const addresses = text.matchAll(/https:\/\/forum\.example(\/api\/[^"<\\]+)/g);
    queue.push(...Array.from(addresses, ([, address = '']) => address));
  }
  return met;
}

const whereMet = (met: Map<string, string>, secret: string) =>
  [...met].filter(([, answer]) => answer.includes(secret)).map(([path]) => path);

describe('S3 what is not for everybody', () => {
  it('is met on no path and in no format, whatever is asked and wherever answers lead', () => {
    expect(met.size).toBeGreaterThan(200);
    expect(whereMet(met, CANARY)).toEqual([]);
  });

  it('is counted nowhere', async () => {
    const totals = [
      '/api/help.json',
      '/api/help/p.json',
      '/api/popular/help.json',
      '/api/comment/help/1001.json',
    ];
    for (const path of totals) {
      const { headers, body } = await service.get(path);
      expect([path, headers['x-totalresults']]).toEqual([path, String(body.length)]);
    }
    expect((await service.get(`/api/search/help/${CANARY}.json`)).headers['x-totalresults']).toBe('0');
    expect((await service.get('/api/dialog/help/1001.json')).body.num_comments).toBe(1);
  });

  it('is there for who may see it, so that the crawl can meet it', () => {
    for (const secret of [`${CANARY}-archived`, `${CANARY}-waiting`, `${CANARY}-tag`]) {
      expect(whereMet(keyed, secret).length).toBeGreaterThan(0);
    }
  });
});

describe('S27 e-mail addresses, addresses of senders and metadata', () => {
  it('are in no answer to anybody, with a key or without, and in no log line', async () => {
    const all = new Map([
      ...met,
      ...Array.from(keyed, ([path, answer]) => [`${path} with a key`, answer] as const),
      ['archived', (await service.get('/api/dialog/help/1002.json')).text],
    ]);
    for (const secret of ['-mail-', '-metadata', '@example.com', '203.0.113.', `${CANARY}-held`]) {
      expect([secret, whereMet(all, secret)]).toEqual([secret, []]);
    }
    expect(service.logLines.filter((line) => /-mail-|-metadata|@example|203\.0\.113/.test(line))).toEqual([]);
  });

  it('do not tell from a guessed address who else used it', async () => {
    const post = async (title: string, address: string) => {
      const { headers } = await service.request
        .post('/api/help')
        .set('X-Forwarded-For', address)
        .send({ name: 'Anna', useremail: 'guessed@example.com', topic: 'Q', title, text: 'Me.' })
        .expect(201);
      return (await service.get(String(headers.location).slice(ORIGIN.length))).body.user.id;
    };
    expect(await post('One', '203.0.113.1')).not.toBe(await post('Two', '203.0.113.2'));
  });
});
