import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { allow } from '../../accounts/allow.ts';
import { createApp } from '../../app.ts';
import { deleteDialogs } from '../../dialogs/delete-dialogs.ts';
import { writeDialogs } from '../../testing/content.ts';
import { READS, writeExample } from '../../testing/example.ts';
import { COMMENT, DIALOG, REPORT, VOTE } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

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
      expect([...answers, ...service.logLines, metrics].filter((text) => text.includes(secret))).toEqual([]);
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
    '/api/dialog/help/3.json',
    '/api/comment/help/3.json',
    '/forum/help/3',
    '/forum/help/3/feed.atom',
  ])('has no effect: %s', async (path) => {
    const { database, settled } = service;
    await writeDialogs(database, forumId, [{ id: 3 }]);
    await settled('help');
    const { headers } = await service.get(path).expect(200);
    await deleteDialogs(database, { slug: 'help', by: 'Eva', action: 'dialog delete' }, [3]);
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
  const { account_id } = await service.database.one('select account_id from forums where id = $1', [forumId]);
  const { name } = await service.database.one('select name from accounts where id = $1', [account_id]);
  const statuses: number[] = [];
  for (const allows_keys of [false, true]) {
    await allow(service.database, name, { allows_keys });
    await service.settled('help');
    statuses.push((await service.get(`/api/help.json?key=${key}`)).status);
  }
  expect(statuses).toEqual([401, 200]);
});
