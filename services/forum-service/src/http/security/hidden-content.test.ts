import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPages } from '../../pages/pages.ts';
import { ask, type CrawledAnswer, crawl, wholeAnswer } from '../../testing/crawl.ts';
import { CANARY, writeHidden } from '../../testing/hidden.ts';
import { readXml } from '../../testing/read-xml.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const ORIGIN = 'https://forum.example';

/** Searches by people who know or guess part of the hidden content. */
const GUESSES = [CANARY, 'canary', 'cana', 'canery7f3b', 'everybody', 'mail', 'waiting', 'archived'];

/** Entry points of the API; the crawl follows the addresses in responses. */
const READS = [
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
  ...GUESSES.map((query) => `/api/search/help/${query}`),
];

const QUESTIONS = [
  '',
  'include=all',
  `tags=${CANARY}-tag`,
  'start=0&limit=1000&callback=show',
  'sort=title',
  'sort=user__first_name',
];

/** Entry points for people and crawlers. */
const PAGES = [
  '/',
  '/robots.txt',
  '/sitemap.xml',
  '/docs',
  '/openapi.json',
  '/forum/help',
  '/forum/help/posted',
  '/forum/help/sitemap.xml',
  '/api/help/js-endpoint/',
  `/forum/help/tags/${CANARY}-tag`,
  `/forum/help/states/${CANARY}-state`,
  '/forum/help/1001/comments/1012',
  '/forum/help/1001/comments/1013',
  ...GUESSES.map((query) => `/forum/help/search?q=${query}`),
];

let service: TestService;
/** By path: public responses, and those with a key. */
let responses: Map<string, CrawledAnswer>;
let keyed: Map<string, CrawledAnswer>;

beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  const { key } = await writeHidden(service);
  const reads = READS.flatMap((path) =>
    ['.json', '.xml'].flatMap((ending) => QUESTIONS.map((question) => `${path}${ending}?${question}`)),
  );
  responses = await crawl(service.get, [...reads, ...PAGES]);
  keyed = await crawl((path) => service.get(path).set('Authorization', `Bearer ${key}`), reads);
});

afterAll(() => service.stop());

/** Where a secret appears in a response without being part of the request. */
function whereFound(answers: ReadonlyMap<string, CrawledAnswer>, secret: string): string[] {
  return [...answers].flatMap(([path, answer]) =>
    wholeAnswer(answer).includes(secret) && !path.includes(secret) ? [path] : [],
  );
}

describe('S3 hidden content', () => {
  const SECRETS = [
    'archived',
    'waiting',
    'held',
    'tag',
    'state',
    'author',
    'mail',
    'metadata',
    'report',
    'blocked',
  ];

  it.each(SECRETS)('is never revealed, on any path or in any format: %s', (name) => {
    expect(responses.size).toBeGreaterThan(250);
    expect(whereFound(responses, `${CANARY}-${name}`)).toEqual([]);
  });

  it('is searched for on every page of the forum', () => {
    const patterns = Object.keys(createPages(service.context)).map((path) => `/forum/help${path}`);
    const isMet = (pattern: string) => {
      const page = new RegExp(`^${pattern.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}(\\?.*)?$`);
      return [...responses.keys()].some((path) => page.test(path));
    };
    expect(patterns.filter((pattern) => !isMet(pattern))).toEqual([]);
  });

  it.each(['/api/tag/help/X.json', '/forum/help/tags/X', '/forum/help/states/X', '/forum/help/search?q=X'])(
    'is indistinguishable from missing content: %s',
    async (path) => {
      const answerTo = async (name: string) => {
        const { status, text } = await service.get(path.replace('X', name));
        return [status, text.replaceAll(name, 'X')];
      };
      for (const name of ['tag', 'state', 'archived'])
        expect(await answerTo(`${CANARY}-${name}`)).toEqual(await answerTo(`nothing7f3b-${name}`));
    },
  );

  it('is not counted', async () => {
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

  it('is visible with a key, so that the crawl could find it', () => {
    for (const secret of ['archived', 'tag', 'waiting', 'state', 'author']) {
      expect([secret, whereFound(keyed, `${CANARY}-${secret}`).length > 0]).toEqual([secret, true]);
    }
  });
});

describe('S11 every response', () => {
  it('prevents sniffing, limits what a page loads, and sets no cookie', () => {
    for (const [path, { headers }] of responses) {
      const { 'content-security-policy': policy, 'x-content-type-options': sniffing } = headers;
      const { 'set-cookie': cookie, 'referrer-policy': referrer } = headers;
      expect({ path, policy, sniffing, cookie, referrer }).toEqual({
        path,
        policy: expect.stringMatching(/^default-src 'none'/),
        sniffing: 'nosniff',
        cookie: undefined,
        referrer: 'no-referrer',
      });
    }
  });
});

describe('S14 addresses', () => {
  it('are byte-identical whatever host a request claims', async () => {
    const spoofed = (path: string) =>
      service.get(path).set('Host', 'evil.example').set('X-Forwarded-Host', 'evil.example');
    const summaryOf = ({ status, headers, text }: CrawledAnswer) =>
      JSON.stringify([status, headers.etag, headers.location, text]);
    const different: string[] = [];
    for (const [path, answer] of responses) {
      if (summaryOf(await ask(spoofed, path)) !== summaryOf(answer)) different.push(path);
    }
    expect(different).toEqual([]);
  });
});

describe('S21 XML', () => {
  it('is well-formed to two parsers, wherever it is returned', () => {
    const documents = [...responses.values()].filter(({ headers }) =>
      /\bxml/.test(headers['content-type'] ?? ''),
    );
    expect(documents.length).toBeGreaterThan(20);
    for (const { text } of documents) readXml(text);
  });
});

describe('S27 e-mail addresses, sender addresses and metadata', () => {
  it('appear in no response, with or without a key, and in no log line', async () => {
    const archived = await crawl(service.get, ['/api/dialog/help/1002.json', '/forum/help/1002']);
    for (const secret of ['-mail-', '-metadata', '203.0.113.', `${CANARY}-held`]) {
      expect([secret, [responses, keyed, archived].flatMap((all) => whereFound(all, secret))]).toEqual([
        secret,
        [],
      ]);
    }
    expect(service.logLines.filter((line) => /-mail-|-metadata|@example|203\.0\.113/.test(line))).toEqual([]);
  });

  it('do not reveal who else used a guessed address', async () => {
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
