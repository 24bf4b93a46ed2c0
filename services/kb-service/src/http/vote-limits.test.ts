import { createCountBySubject } from '@guidepost/access';
import { answerErrors } from '@guidepost/http';
import { createTestDatabase, type TestDatabase, withDatabaseAway } from '@guidepost/local-servers/testing';
import { createLogger } from '@guidepost/service-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import request from 'supertest';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { migrateDatabase } from '../testing/test-service.ts';
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
