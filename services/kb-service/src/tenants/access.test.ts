import type { IssuedKey } from '@guidepost/keys';
import { withDatabaseAway } from '@guidepost/local-servers/testing';
import { closeDatabase } from '@guidepost/postgres';
import { createLogger } from '@guidepost/service-kit/process';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { OPERATOR } from '../testing/content.ts';
import { DISABLED, EXAMPLE, KEYED } from '../testing/example.ts';
import { settle, startTestService, type TestService } from '../testing/test-service.ts';
import { createKnowledgeBaseKeys, issueAccessKey, listAccessKeys, revokeAccessKey } from './access-keys.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const HOST = KEYED.host;
const ROOT = `/knowledge/v1/${HOST}`;
const CONTENT = { ...EXAMPLE, ...KEYED };
const OTHER_KEYED = { host: 'second.example.com', access: 'key' as const };
const PRIVATE = { 'cache-control': 'private, no-cache', vary: 'Accept, Accept-Encoding, Authorization' };

describe('access keys', () => {
  let service: TestService;
  let key: string;
  let keyOfAnother: string;

  const ask = (authorization: string | undefined, path = '/guides/31') => {
    const request = service.get(`${ROOT}${path}`);
    return authorization === undefined ? request : request.set('Authorization', authorization);
  };
  const issue = async (name: string, host = HOST) => {
    const issued = await issueAccessKey(service.database, OPERATOR, { host, name });
    await service.settled(host);
    return issued.key;
  };

  beforeAll(async () => {
    service = await startTestService([CONTENT, OTHER_KEYED, DISABLED, { host: 'open.example.com' }]);
    key = await issue('app');
    keyOfAnother = await issue('app', OTHER_KEYED.host);
  });

  afterAll(() => service.stop());

  it.each([
    ['Bearer', (valid: string) => `Bearer ${valid}`],
    ['bearer (RFC 9110 §11.1: in any letter case)', (valid: string) => `bearer ${valid}`],
    ['BEARER with several spaces', (valid: string) => `BEARER   ${valid}`],
  ])('grant access to their knowledge base: %s', async (_, header) => {
    const answer = await ask(header(key));
    expect([answer.status, answer.body.data.id]).toEqual([200, '31']);
  });

  it.each(['', '/guides', '/guides/slug/install', '/categories', '/tags', '/guides?include=tags,categories'])(
    'grant access to all of it: %s',
    async (path) => {
      expect((await ask(`Bearer ${key}`, path)).status).toBe(200);
    },
  );

  describe('S16 keys of other tenants', () => {
    let refused: { status: number; text: string; headers: Record<string, string> };

    const comparable = ({ status, text, headers }: supertest.Response) => {
      const { date: _date, ...others } = headers;
      return { status, text, headers: others };
    };

    beforeAll(async () => {
      refused = comparable(await ask(undefined));
    });

    it('a missing key is a 401 with WWW-Authenticate: Bearer', () => {
      expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer', ...PRIVATE } });
      expect(JSON.parse(refused.text).errors).toEqual([
        expect.objectContaining({
          status: '401',
          code: 'unauthorized',
          detail: expect.stringContaining('Authorization: Bearer <access key>'),
          source: { header: 'Authorization' },
        }),
      ]);
    });

    it.each<[string, (valid: string) => string]>([
      ['unknown', () => `Bearer gpk_${'a'.repeat(43)}`],
      ['truncated', (valid) => `Bearer ${valid.slice(0, -1)}`],
      ['too long', (valid) => `Bearer ${valid}a`],
      ['in another case', (valid) => `Bearer ${valid.toUpperCase()}`],
      ['without its prefix', (valid) => `Bearer ${valid.slice(4)}`],
      ['in another scheme', (valid) => `Basic ${valid}`],
      ['without a scheme', (valid) => valid],
      ['with a tab', (valid) => `Bearer\t${valid}`],
      ['quoted', (valid) => `Bearer "${valid}"`],
      ['followed by another', (valid) => `Bearer ${valid}, Bearer ${valid}`],
      ['a parameter', (valid) => `Bearer key=${valid}`],
      ['missing', () => 'Bearer'],
      ['empty', () => ''],
      ['very long', () => `Bearer ${'a'.repeat(12_000)}`],
      ['Latin-1', () => 'Bearer gpk_\u00e5'],
      ['a prototype', () => 'Bearer __proto__'],
    ])('a key that is %s is the same 401', async (_, header) => {
      expect(comparable(await ask(header(key)))).toEqual(refused);
    });

    it('a key of another knowledge base is the same 401', async () => {
      expect(comparable(await ask(`Bearer ${keyOfAnother}`))).toEqual(refused);
    });

    it('a revoked key is the same 401; other keys still work', async () => {
      const revoked = await issue('revoked');
      expect((await ask(`Bearer ${revoked}`)).status).toBe(200);
      await revokeAccessKey(service.database, OPERATOR, { host: HOST, key: 'revoked' });
      await service.settled(HOST);
      expect(comparable(await ask(`Bearer ${revoked}`))).toEqual(refused);
      expect((await ask(`Bearer ${key}`)).status).toBe(200);
    });

    it('keys in the query string or in cookies are ignored', async () => {
      const cookie = service
        .get(`${ROOT}/guides/31?key=${key}&access_token=${key}`)
        .set('Cookie', `key=${key}`);
      expect(comparable(await cookie)).toEqual(refused);
    });

    it('a vote is refused with the same error', async () => {
      const answer = await service.request.post(`${ROOT}/guides/install/upvote`).set('Accept', MEDIA_TYPE);
      expect(comparable(answer)).toEqual(refused);
    });
  });

  describe('S17 keyed responses are private, no-cache, and vary by Authorization', () => {
    const cases: [string, number, string][] = [
      ['a guide', 200, '/guides/31'],
      ['a list', 200, '/guides'],
      ['a bad parameter', 400, '/guides?page=2'],
      ['an unknown guide', 404, '/guides/999'],
    ];

    it.each(cases)('%s (%d)', async (_, status, path) => {
      const answer = await ask(`Bearer ${key}`, path);
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject(PRIVATE);
    });

    it('a 304', async () => {
      const { headers } = await ask(`Bearer ${key}`);
      const answer = await ask(`Bearer ${key}`).set('If-None-Match', headers.etag ?? '');
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(answer.headers).toMatchObject(PRIVATE);
    });

    it('a matching etag without a key is a 401', async () => {
      const { headers } = await ask(`Bearer ${key}`);
      expect((await ask(undefined).set('If-None-Match', headers.etag ?? '')).status).toBe(401);
      expect((await ask(undefined).set('If-None-Match', '*')).status).toBe(401);
    });

    it('a vote', async () => {
      const answer = await service.request
        .post(`${ROOT}/guides/install/upvote`)
        .set({ Accept: MEDIA_TYPE, Authorization: `Bearer ${key}` });
      expect([answer.status, answer.body.meta.vote]).toEqual([200, 'up']);
      expect(answer.headers).toMatchObject(PRIVATE);
    });

    it('a 500', async () => {
      await service.database.none('alter table tags rename to tags_elsewhere');
      const answer = await ask(`Bearer ${key}`, '/tags');
      await service.database.none('alter table tags_elsewhere rename to tags');
      expect(answer.status).toBe(500);
      expect(answer.headers).toMatchObject(PRIVATE);
    });

    it('except errors before the knowledge base is known', async () => {
      const answer = await ask(`Bearer ${key}`).set('Accept', '*/*');
      expect([answer.status, answer.headers['cache-control']]).toEqual([406, 'public, no-cache']);
    });
  });

  describe('a knowledge base without access "key"', () => {
    const open = '/knowledge/v1/open.example.com';

    it.each(['Bearer nonsense', 'Basic YTpi', 'nonsense', ''])(
      'is read when it is public, whatever Authorization says: "%s"',
      async (authorization) => {
        const plain = await service.get(open);
        const answer = await service.get(open).set('Authorization', authorization);
        expect([answer.status, answer.text]).toEqual([200, plain.text]);
        expect(answer.headers).toMatchObject({
          'cache-control': 'public, no-cache',
          vary: 'Accept, Accept-Encoding',
        });
      },
    );

    it('is not accessible with a valid key when it is disabled', async () => {
      const disabled = await issue('disabled', DISABLED.host);
      const answer = await service
        .get(`/knowledge/v1/${DISABLED.host}`)
        .set('Authorization', `Bearer ${disabled}`);
      expect(answer.status).toBe(403);
    });
  });

  it('lets browsers send Authorization across origins', async () => {
    const { headers } = await service.request.options(`${ROOT}/guides`);
    expect(headers['access-control-allow-headers']).toContain('Authorization');
  });

  it('is cached while nothing changes', async () => {
    await ask(`Bearer ${key}`);
    service.takeStatements();
    await ask(`Bearer ${key}`);
    await ask('Bearer gpk_guess');
    expect(service.takeStatements()).toHaveLength(1);
  });

  it('without the database, the answer is 503, with a key or without', async () => {
    await withDatabaseAway(service.url, async () => {
      for (const authorization of [`Bearer ${key}`, 'Bearer nonsense', undefined]) {
        expect((await ask(authorization)).status).toBe(503);
      }
    });
    expect((await ask(`Bearer ${key}`)).status).toBe(200);
  });

  describe('revoking takes effect on every instance', () => {
    function startInstance(environment: Record<string, string>) {
      const context = createContext(
        readConfig({ KB_DATABASE_URL: service.url, LOG_LEVEL: 'silent', ...environment }),
      );
      const request = supertest(createApp(context));
      const statusOf = async (issued: string) => {
        const headers = { Accept: MEDIA_TYPE, Authorization: `Bearer ${issued}` };
        return (await request.get(ROOT).set(headers)).status;
      };
      return { context, statusOf };
    }

    it('as soon as it is notified', async () => {
      const { context, statusOf } = startInstance({});
      const issued = await issue('heard');
      await settle(service.database, context, HOST);
      const before = await statusOf(issued);
      await revokeAccessKey(service.database, OPERATOR, { host: HOST, key: 'heard' });
      await settle(service.database, context, HOST);
      const after = [await statusOf(issued), await statusOf(key)];
      await context.close();
      expect([before, ...after]).toEqual([200, 401, 200]);
    });

    it('at once, while it cannot be notified', async () => {
      const { context, statusOf } = startInstance({ KB_DATABASE_LISTEN_URL: 'postgres://localhost:1/kb' });
      const issued = await issue('unheard');
      const before = await statusOf(issued);
      await revokeAccessKey(service.database, OPERATOR, { host: HOST, key: 'unheard' });
      const after = [await statusOf(issued), await statusOf(key)];
      await context.close();
      expect([before, ...after]).toEqual([200, 401, 200]);
    });
  });

  describe('are stored as hashes', () => {
    it('that cannot be reversed', async () => {
      const rows = await service.database.any('select * from access_keys');
      const text = rows.map((row) =>
        Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(text)).not.toMatch(/gpk_/);
    });
  });

  describe('S15 keys in logs', () => {
    it('no log line, header or body contains a key', async () => {
      const canary = await issue('canary');
      const bodies: string[] = [];
      const send = async (
        method: 'get' | 'post' | 'delete' | 'options',
        path: string,
        accept = MEDIA_TYPE,
      ) => {
        const answer = await service.request[method](`${path}?access_key=${canary}`).set({
          Accept: accept,
          Authorization: `Bearer ${canary}`,
          'X-Forwarded-For': canary,
          Cookie: canary,
          'If-None-Match': `"${canary}"`,
        });
        bodies.push(answer.text, JSON.stringify(answer.headers));
        return answer.status;
      };
      const statuses = [
        await send('get', ROOT),
        await send('get', `${ROOT}/guides`, '*/*'),
        await send('get', `${ROOT}/guides/999`),
        await send('get', '/nowhere'),
        await send('delete', `${ROOT}/guides`),
        await send('options', `${ROOT}/guides`),
        await send('post', `${ROOT}/guides/install/upvote`),
        await send('post', `${ROOT}/guides/nothing/upvote`),
        await send('get', `/knowledge/v1/${DISABLED.host}`),
        await send('get', `/knowledge/v1/${OTHER_KEYED.host}`),
      ];
      await service.database.none('alter table guides rename to guides_elsewhere');
      statuses.push(await send('get', `${ROOT}/guides`), await send('post', `${ROOT}/guides/install/upvote`));
      await service.database.none('alter table guides_elsewhere rename to guides');
      await withDatabaseAway(service.url, async () => statuses.push(await send('get', `${ROOT}/guides`)));
      expect(statuses).toEqual([200, 406, 404, 404, 405, 204, 200, 404, 403, 401, 500, 500, 503]);
      expect([...service.logLines, ...bodies].join('\n')).not.toContain(canary.slice(4, 20));
    });
  });
});

describe('an unused key', () => {
  it('is accepted by an instance that has not seen it', async () => {
    const service = await startTestService([KEYED]);
    const database = openTestDatabase(service.url);
    const { key } = await issueAccessKey(database, OPERATOR, { host: HOST, name: 'first' });
    await closeDatabase(database);
    const answer = await service.get(ROOT).set('Authorization', `Bearer ${key}`);
    await service.stop();
    expect(answer.status).toBe(200);
  });
});

describe('the last use of a key', () => {
  let service: TestService;
  let key: IssuedKey;
  const logger = createLogger({ service: 'kb', level: 'silent' });

  const lastUse = async () => {
    const keys = await listAccessKeys(service.database, KEYED.host);
    return keys.find(({ id }) => id === key.id)?.last_used_at?.getTime();
  };
  const readRow = () => service.database.one('select id, revision from knowledge_bases');

  beforeEach(async () => {
    service = await startTestService([KEYED]);
    key = await issueAccessKey(service.database, OPERATOR, { host: KEYED.host, name: 'app' });
  });

  afterEach(() => service.stop());

  it('is written in the background, once for many requests', async () => {
    const statements: string[] = [];
    const context = createContext(readConfig({ KB_DATABASE_URL: service.url }), {
      logger,
      onStatement: (text) => statements.push(text),
    });
    const { id, revision } = await readRow();
    const knowledgeBase = await context.knowledgeBases.find(KEYED.host);
    if (!knowledgeBase) throw new Error('there is no knowledge base');
    const before = Date.now();
    for (let request = 0; request < 3; request += 1) {
      expect(await context.keyRing.find(knowledgeBase, key.key)).toBe(key.id);
    }
    expect(await lastUse()).toBeUndefined();
    // Flushed at stop.
    await context.close();
    expect(await lastUse()).toBeGreaterThanOrEqual(before);
    expect(statements.filter((text) => text.includes('last_used_at'))).toHaveLength(1);
    // Never bumps a revision.
    expect(await readRow()).toEqual({ id, revision });
  });

  it('only moves forward, in whatever order instances write', async () => {
    const rings = [1, 2].map(() => createKnowledgeBaseKeys(service.database, logger));
    const knowledgeBase = await requireKnowledgeBase(service.database, KEYED.host);
    for (const ring of rings) {
      await ring.find(knowledgeBase, key.key);
      // Uses of the two keys have different times.
      const now = Date.now();
      while (Date.now() === now);
    }
    await rings[1]?.flush();
    const later = await lastUse();
    await rings[0]?.flush();
    expect(await lastUse()).toBe(later);
  });
});
