import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../app.ts';
import { createPages } from '../pages/page-table.ts';
import { deleteDialogs } from '../posts/delete-posts.ts';
import { allow } from '../tenants/account-settings.ts';
import { writeDialogs } from '../testing/content.ts';
import { ask, type CrawledAnswer, crawl, wholeAnswer } from '../testing/crawl.ts';
import { READS, writeExample } from '../testing/example.ts';
import { readXml } from '../testing/fuzzing/fuzzed-api.ts';
import { CANARY, SNOOZED_UNTIL, writeHidden } from '../testing/hidden.ts';
import { COMMENT, DIALOG, operatorNamed, REPORT, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('hidden content', () => {
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

  const PAGES = [
    '/',
    '/robots.txt',
    '/sitemap.xml',
    '/docs',
    '/openapi.json',
    '/forum/help',
    '/forum/help/preview',
    '/forum/help/posted',
    '/forum/help/confirm/gpl_x',
    '/forum/help/unfollow/1/gpl_x',
    '/forum/help/staff-mail/1/gpl_x',
    '/forum/help/sign-in',
    '/forum/help/sign-in/confirm',
    '/forum/help/sign-in/gpl_x',
    '/forum/help/me',
    '/forum/help/me/account',
    '/forum/help/me/sign-out',
    '/forum/help/me/data',
    '/forum/help/me/erase',
    '/forum/help/erased',
    ...['comments', 'preview', 'vote', 'guest-vote', 'accept', 'follow', 'edit', 'delete'].map(
      (action) => `/forum/help/1001/${action}`,
    ),
    '/forum/help/1001/comments/1012/edit',
    '/forum/help/1001/comments/1012/delete',
    '/forum/help/1001/comments/1012/helpful',
    '/forum/help/sitemap.xml',
    '/forum/help/llms.txt',
    '/forum/help/1001.md',
    '/api/help/js-endpoint/',
    `/forum/help/tags/${CANARY}-tag`,
    `/forum/help/states/${CANARY}-state`,
    '/forum/help/1001/comments/1012',
    '/forum/help/1001/comments/1013',
    '/forum/help/guides/suggestions',
    '/forum/help/guides/1/helped',
    '/forum/help/guides/1/opened',
    ...GUESSES.map((query) => `/forum/help/search?q=${query}`),
    ...GUESSES.map((query) => `/forum/help/search/suggestions?q=${query}`),
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

    it('is known to staff alone, and to no key: assignees, notes and snoozes (S48)', () => {
      for (const answers of [responses, keyed]) {
        for (const secret of [`${CANARY}-assignee`, `${CANARY}-note`, SNOOZED_UNTIL])
          expect([secret, whereFound(answers, secret)]).toEqual([secret, []]);
      }
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
      expect(service.logLines.filter((line) => /-mail-|-metadata|@example|203\.0\.113/.test(line))).toEqual(
        [],
      );
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
});

describe('access keys', () => {
  const POSTS = {
    '/api/help': DIALOG,
    '/api/comment/help/1': COMMENT,
    '/api/vote/help/1': VOTE,
    '/api/report-dialog/help/1': REPORT,
    '/api/report-comment/help/11': REPORT,
  };

  const WRONG = `gpk_${'canary'.repeat(8).slice(0, 43)}`;

  let service: TestService;
  let forumId: number;
  let key: string;

  beforeAll(async () => {
    service = await startTestService({ LOG_LEVEL: 'debug', RATE_LIMITS: 'off' });
    ({ forumId, key } = await writeExample(service));
  });

  afterAll(() => service.stop());

  describe('S15 a key', () => {
    it.each(['good', 'wrong'])(
      'appears in no body, header, metric or log line, wherever it is sent: a %s one',
      async (which) => {
        const secret = which === 'good' ? key : WRONG;
        const fail = () => Promise.reject(new Error('broken'));
        const broken = supertest(
          createApp({ ...service.context, forums: { ...service.context.forums, find: fail } }),
        );
        const answers: string[] = [];
        for (const request of [service.request, broken]) {
          const paths = [
            ...READS.map(({ path }) => path),
            '/api/unknown.json',
            '/api/help.gif',
            '/api',
            '/docs',
            '/forum/help',
            '/forum/help/1',
            '/forum/help/search',
            '/forum/help/feed.atom',
            `/forum/help/${secret}`,
            '/api/help/js-endpoint/',
            `/api/file/help/${secret}.png`,
            `/api/${secret}.json`,
            `/api/dialog/help/${secret}.json`,
            '/',
          ];
          for (const path of paths.flatMap((one) => [one, one.replace(/json$/, 'xml')])) {
            for (const query of [`key=${secret}`, `limit=x&key=${secret}`, `callback=a(&%6bey=${secret}`]) {
              const { headers, text } = await request.get(`${path}?${query}`);
              answers.push(JSON.stringify(headers) + String(text));
            }
            const { headers, text } = await request.get(path).set('Authorization', `Bearer ${secret}`);
            answers.push(JSON.stringify(headers) + String(text));
          }
          for (const [path, body] of Object.entries(POSTS)) {
            for (const sent of [body, { ...body, key: secret }, [secret], 'no object']) {
              const { headers, text } = await request.post(`${path}?key=${secret}`).send(sent as object);
              answers.push(JSON.stringify(headers) + String(text));
            }
            const form = { ...body, key: secret, name: '' };
            const { headers, text } = await request.post(`${path}?key=${secret}`).type('form').send(form);
            answers.push(JSON.stringify(headers) + String(text));
          }
        }
        expect(answers.length).toBeGreaterThan(200);
        const metrics = await service.context.metrics.registry.metrics();
        expect([...answers, ...service.logLines, metrics].filter((text) => text.includes(secret))).toEqual(
          [],
        );
      },
    );

    it('appears in no address of a response, and no page sends a referrer', async () => {
      for (const { path } of READS) {
        const { text, headers } = await service.get(`${path}?key=${key}`).expect(200);
        expect([text.includes('key='), headers['referrer-policy']]).toEqual([false, 'no-referrer']);
      }
    });
  });

  describe('S17 a response to a request with a key', () => {
    it.each(READS)('is not stored in shared caches: $path', async ({ path }) => {
      const { headers } = await service.get(path).set('Authorization', `Bearer ${key}`);
      expect(headers['cache-control']).toBe('private, no-cache');
      const script = await service.get(`${path}?callback=show&key=${key}`);
      expect(script.headers['cache-control']).toBe('no-store');
    });

    it.each(READS.filter(({ keyed }) => keyed))(
      'is not confirmed with 304 without the key: $path',
      async ({ path }) => {
        const { headers } = await service.get(path).set('Authorization', `Bearer ${key}`);
        await service.get(path).set('If-None-Match', String(headers.etag)).expect(401);
      },
    );
  });

  describe('S17 the entity tag of a deleted record', () => {
    it.each([
      [3, '/api/dialog/help/3.json'],
      [4, '/api/comment/help/4.json'],
      [5, '/forum/help/5'],
      [6, '/forum/help/6/feed.atom'],
    ])('has no effect: %i, %s', async (id, path) => {
      const { database, settled } = service;
      await writeDialogs(database, forumId, [{ id }]);
      await settled('help');
      const { headers } = await service.get(path).expect(200);
      await deleteDialogs(database, { slug: 'help', actor: operatorNamed('Eva'), action: 'dialog delete' }, [
        id,
      ]);
      await settled('help');
      await service.get(path).set('If-None-Match', String(headers.etag)).expect(404);
    });
  });

  describe('S16 a key of another account', () => {
    it.each(Object.entries(POSTS))(
      'is a 401 for a post, too, and nothing is stored: %s',
      async (path, body) => {
        const before = await service.database.one('select revision from forums');
        for (const wrong of [WRONG, key.slice(0, -1), `${key} `, '']) {
          const answer = await service.request.post(path).query({ key: wrong }).send(body);
          expect([answer.status, answer.text]).toEqual([401, 'Authorization Required']);
        }
        expect(await service.database.one('select revision from forums')).toEqual(before);
      },
    );
  });

  it('S16 a key is disabled while its account may not have keys, and works again afterwards', async () => {
    const { account_id } = await service.database.one('select account_id from forums where id = $1', [
      forumId,
    ]);
    const { name } = await service.database.one('select name from accounts where id = $1', [account_id]);
    const statuses: number[] = [];
    for (const allows_keys of [false, true]) {
      await allow(service.database, name, { allows_keys });
      await service.settled('help');
      statuses.push((await service.get(`/api/help.json?key=${key}`)).status);
    }
    expect(statuses).toEqual([401, 200]);
  });
});
