import { gzipSync } from 'node:zlib';
import { answerErrors } from '@guidepost/http';
import { createCountBySubject } from '@guidepost/http/limits';
import { createTestDatabase, type TestDatabase, withDatabaseAway } from '@guidepost/local-servers/testing';
import { createLogger } from '@guidepost/service-kit/process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import request from 'supertest';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { EXAMPLE } from '../testing/example.ts';
import { migrateDatabase, startTestService, type TestService } from '../testing/test-service.ts';
import { representFailure } from './represent-failure.ts';

const ADDRESS = '192.0.2.77';

function keyIdOf({ headers }: Request): number | undefined {
  const id = /^Bearer (\d+)$/.exec(headers.authorization ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

describe('vote limits', () => {
  let database: TestDatabase;
  const contexts: Context[] = [];
  let logLines: string[] = [];

  function startInstance(environment: Record<string, string> = {}) {
    const logger = createLogger({
      service: 'kb',
      level: 'info',
      stream: { write: (line) => void logLines.push(line) },
    });
    const config = readConfig({
      KB_DATABASE_URL: database.url,
      TRUSTED_PROXIES: 'loopback',
      VOTE_LIMIT: '5',
      VOTE_LIMIT_KEY: '10',
      ...environment,
    });
    const context = createContext(config, { logger });
    contexts.push(context);
    const countVote = createCountBySubject(context.rateLimits.votes, context.clients);
    const app = express().post('/upvote', async (incoming, response) => {
      await countVote(incoming, response, keyIdOf(incoming));
      response.end('taken');
    });
    return request(
      app.use(answerErrors({ ...context, translate: (error) => error, represent: representFailure })),
    );
  }

  type Instance = ReturnType<typeof startInstance>;

  const vote = (instance: Instance, address = ADDRESS) =>
    instance.post('/upvote').set('X-Forwarded-For', address);

  async function taken(votes: number, send: (index: number) => request.Test): Promise<number> {
    const answers = [];
    for (let index = 0; index < votes; index += 1) answers.push(await send(index));
    return answers.filter(({ status }) => status === 200).length;
  }

  beforeEach(async () => {
    logLines = [];
    database = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
  });

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    await database.drop();
  });

  it('answer 429 rate_limited beyond the limit', async () => {
    const instance = startInstance();
    expect(await taken(5, () => vote(instance))).toBe(5);
    const answer = await vote(instance);
    expect(answer.status).toBe(429);
    expect(answer.body.errors[0]).toMatchObject({ code: 'rate_limited' });
    expect(answer.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '0' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  it('are thirty a minute unless VOTE_LIMIT is set', async () => {
    const instance = startInstance({ VOTE_LIMIT: '' });
    expect((await vote(instance)).headers['ratelimit-limit']).toBe('30');
  });

  it('are shared by all instances on a database', async () => {
    const instances = [startInstance(), startInstance()] as const;
    expect(await taken(20, (index) => vote(instances[index % 2 ? 0 : 1]))).toBe(5);
  });

  it('count each address for itself', async () => {
    const instance = startInstance();
    expect(await taken(20, (index) => vote(instance, `192.0.2.${index % 2}`))).toBe(10);
  });

  it('keep no address', async () => {
    await vote(startInstance());
    const rows = await contexts[0]?.database.any('select * from rate_limits');
    expect(rows).toEqual([
      { key: expect.stringMatching(/^vote:[\w-]{22}$/), points: 1, expire: expect.any(Number) },
    ]);
  });

  it('do not exist with RATE_LIMITS=off', async () => {
    const instance = startInstance({ RATE_LIMITS: 'off' });
    expect(await taken(20, () => vote(instance))).toBe(20);
  });

  describe('S13 X-Forwarded-For spoofing', () => {
    it('200 rotated values without a key count for the sender', async () => {
      const instance = startInstance();
      expect(await taken(200, (index) => vote(instance, `198.51.100.${index}, ${ADDRESS}`))).toBe(5);
    });

    it('with a key, the limit of the key applies', async () => {
      const instance = startInstance();
      const keyed = (id: number) => (index: number) =>
        vote(instance, `198.51.100.${index}`).set('Authorization', `Bearer ${id}`);
      expect(await taken(50, keyed(7))).toBe(10);
      expect(await taken(50, keyed(8))).toBe(10);
    });

    it('requests with a key do not count for the address', async () => {
      const instance = startInstance();
      await taken(20, () => vote(instance).set('Authorization', 'Bearer 7'));
      expect(await taken(20, () => vote(instance))).toBe(5);
    });

    it('IPv6 counts by /64', async () => {
      const instance = startInstance();
      expect(await taken(50, (index) => vote(instance, `2001:db8:1:2::${index}`))).toBe(5);
    });
  });

  describe('S25 without the store', () => {
    it('votes are accepted and limited per instance, which is logged once', async () => {
      const instance = startInstance();
      await withDatabaseAway(database.url, async () => {
        expect(await taken(20, () => vote(instance))).toBe(5);
      });
      const other = startInstance();
      expect(await taken(20, (index) => vote(index % 2 ? instance : other))).toBe(5);
      const lines = logLines.filter((line) => line.includes('write limits'));
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        'write limits cannot be shared; each instance counts separately',
        'write limits are shared between instances again',
      ]);
    });
  });
});

const MEDIA_TYPE = 'application/vnd.api+json';
const PATH = '/knowledge/v1/help.example.com/guides/install/upvote';

describe('the body of a vote', () => {
  let service: TestService;

  const vote = () => service.request.post(PATH).set('Accept', MEDIA_TYPE);
  const sendBytes = (bytes: string | Buffer, type = MEDIA_TYPE) =>
    // Keeps superagent from encoding it as JSON.
    vote()
      .set('Content-Type', type)
      .serialize((body) => body)
      .send(bytes as string);
  const countVotes = async () => (await service.database.one('select count(*) from guide_votes')).count;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE], { RATE_LIMITS: 'off' });
  });

  beforeEach(() => service.database.none('truncate guide_votes, guide_vote_counts, guide_comments'));
  afterAll(() => service.stop());

  describe('S20 content-type tricks', () => {
    it.each([
      'application/json',
      `${MEDIA_TYPE} ;`,
      `${MEDIA_TYPE};`,
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE}; ext="https://example.com"`,
      `${MEDIA_TYPE}, application/json`,
      `${MEDIA_TYPE}x`,
      'text/plain',
      'multipart/form-data; boundary=x',
      'x',
    ])('415 unsupported_media_type with a body: "%s"', async (type) => {
      const answer = await sendBytes('{}', type);
      expect(answer.status).toBe(415);
      expect(answer.body.errors).toEqual([
        expect.objectContaining({
          code: 'unsupported_media_type',
          detail: expect.stringContaining(`Content-Type: ${MEDIA_TYPE}`),
          source: { header: 'Content-Type' },
        }),
      ]);
      expect(await countVotes()).toBe(0);
    });

    it('415 for a body without Content-Type', async () => {
      expect((await sendBytes('{}').unset('Content-Type')).status).toBe(415);
    });

    it('415 for a content coding', async () => {
      const answer = await sendBytes(gzipSync('{}')).set('Content-Encoding', 'gzip');
      expect([answer.status, answer.body.errors[0].source]).toEqual([415, { header: 'Content-Encoding' }]);
    });

    it.each(['text/plain', `${MEDIA_TYPE}; charset=utf-8`, 'x'])(
      'a vote without body: its Content-Type is not checked: "%s"',
      async (type) => {
        expect((await vote().set('Content-Type', type)).status).toBe(200);
      },
    );

    it.each([MEDIA_TYPE, MEDIA_TYPE.toUpperCase(), ` ${MEDIA_TYPE} `])('is taken as "%s"', async (type) => {
      expect((await sendBytes('{}', type)).status).toBe(200);
    });
  });

  it('413 payload_too_large from 10,001 bytes on', async () => {
    const ofLength = (length: number) => sendBytes(`"${'a'.repeat(length - 2)}"`);
    expect((await ofLength(10_000)).status).toBe(200);
    const answer = await ofLength(10_001);
    expect(answer.status).toBe(413);
    expect(answer.body.errors[0]).toMatchObject({ status: '413', code: 'payload_too_large' });
  });

  it.each([
    ['half of it', '{"data":'],
    ['white space', ' \n '],
    ['U+0000 (S28)', '"\0"'],
    ['broken UTF-8 (S28)', Buffer.of(0x22, 0xe5, 0x22)],
    ['an encoded lone surrogate (S28)', Buffer.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['a form', 'vote=up'],
  ])('400 malformed_body for %s', async (_, body) => {
    const answer = await sendBytes(body);
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'malformed_body']);
    expect(answer.text).not.toContain('vote=up');
  });

  it.each([
    ['a resource', '{"data": {"type": "vote", "attributes": {"vote": "down"}}}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['escaped U+0000 and a lone surrogate (S28)', '"\\u0000\\ud800"'],
    ['deep nesting', `${'['.repeat(4_000)}${']'.repeat(4_000)}`],
    ['__proto__ (S19)', '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'],
    ['more than a vote has (S26)', '{"upvotes": 99, "vote": "down", "voter": "x"}'],
  ])('is otherwise ignored: %s', async (_, body) => {
    const answer = await sendBytes(body);
    expect([answer.status, answer.body.meta]).toEqual([200, { upvotes: 1, downvotes: 0, vote: 'up' }]);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('may come in chunks', async () => {
    const answers = ['{}', '{'].map((chunk) => {
      const request = vote().set('Content-Type', MEDIA_TYPE);
      request.write(chunk);
      return request;
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 400]);
  });
});
