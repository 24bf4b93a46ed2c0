import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { MEDIA_TYPE } from '../http/json-api/headers.ts';
import { issueAccessKey, revokeAccessKey } from '../tenants/access-keys.ts';
import { createKnowledgeBase, deleteKnowledgeBase, setProperties } from '../tenants/administration.ts';
import { OPERATOR, setPublication } from '../testing/content.ts';
import { EXAMPLE } from '../testing/example.ts';
import { settle, startTestService, type TestService } from '../testing/test-service.ts';

const HOST = EXAMPLE.host;
const ROOT = `/knowledge/v1/${HOST}`;

const PATHS = ['', '/guides/31', '/guides?include=tags', '/categories', '/tags', '/guides?q=install'];

/** Mostly `key`, which is cached most. */
const ACCESS_MODES = ['public', 'key', 'key', 'disabled'] as const;

/** The generator of Park and Miller, for a repeatable sequence. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** An instance with its own caches. */
interface Instance {
  context: Context;
  ask(path: string, key: string | undefined): Promise<unknown[]>;
}

function startInstance(url: string): Instance {
  const context = createContext(readConfig({ KB_DATABASE_URL: url, LOG_LEVEL: 'silent' }));
  const request = supertest(createApp(context));
  return {
    context,
    async ask(path, key) {
      const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
      const {
        status,
        headers: { etag, vary },
        text,
      } = await request.get(path).set({ Accept: MEDIA_TYPE, ...headers });
      return [status, etag, vary, text];
    },
  };
}

describe('S29 caches of instances', () => {
  let service: TestService;
  let instances: Instance[];

  beforeAll(async () => {
    service = await startTestService([EXAMPLE]);
    instances = [startInstance(service.url), startInstance(service.url)];
    await settled();
  });

  afterAll(async () => {
    for (const { context } of instances) await context.close();
    await service.stop();
  });

  /** The answers of an instance that has just started and has no caches. */
  async function askOracle(path: string, key: string | undefined): Promise<unknown[]> {
    const oracle = startInstance(service.url);
    const answer = await oracle.ask(path, key);
    await oracle.context.close();
    return answer;
  }

  const settled = () => Promise.all(instances.map(({ context }) => settle(service.database, context, HOST)));

  it('match the database after each of 40 random changes', async () => {
    const random = randomNumbers(20_261_121);
    const keys: { name: string; key: string }[] = [];
    const { database } = service;
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];
    const changes: (() => Promise<unknown>)[] = [
      () => setProperties(database, OPERATOR, { host: HOST, access: pick(ACCESS_MODES) ?? 'public' }),
      () => setProperties(database, OPERATOR, { host: HOST, name: `Help ${random(1_000)}` }),
      async () => {
        const name = `key ${keys.length}`;
        keys.push({ name, key: (await issueAccessKey(database, OPERATOR, { host: HOST, name })).key });
      },
      // Fails if the key is already revoked.
      () =>
        revokeAccessKey(database, OPERATOR, { host: HOST, key: pick(keys)?.name ?? '' }).catch(
          () => undefined,
        ),
      () => setPublication(database, { host: HOST, slugs: ['install'], published: random(2) === 0 }),
    ];
    const statuses = new Set<unknown>();
    for (let step = 0; step < 40; step += 1) {
      await pick(changes)?.();
      await settled();
      const path = ROOT + pick(PATHS);
      const key = random(4) ? pick(keys)?.key : undefined;
      const expected = await askOracle(path, key);
      statuses.add(expected[0]);
      for (const instance of instances)
        expect([step, ...(await instance.ask(path, key))]).toEqual([step, ...expected]);
    }
    expect([...statuses].toSorted()).toEqual([200, 401, 403, 404]);
  }, 60_000);

  it('are right again after a lost notification', async () => {
    const { database } = service;
    await setProperties(database, OPERATOR, { host: HOST, access: 'public' });
    await settled();
    for (const instance of instances) expect((await instance.ask(ROOT, undefined))[0]).toBe(200);
    // Without a notification: instances read the revisions again after reconnecting.
    await database.none(
      `update knowledge_bases set access = 'disabled', revision = revision + 1 where host = $1`,
      [HOST],
    );
    await database.any(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'guidepost kb'`,
    );
    for (const instance of instances) {
      await until('the instance refuses', async () => (await instance.ask(ROOT, undefined))[0] === 403);
    }
  });

  it('end with the knowledge base', async () => {
    const host = 'short.example.com';
    const path = `/knowledge/v1/${host}`;
    const properties = { name: 'a', organization_name: 'b', language: 'en', access: 'public' } as const;
    await createKnowledgeBase(service.database, OPERATOR, { host, ...properties });
    for (const instance of instances) expect((await instance.ask(path, undefined))[0]).toBe(200);
    await deleteKnowledgeBase(service.database, OPERATOR, { host });
    // Notifications arrive in order.
    await setProperties(service.database, OPERATOR, { host: HOST, name: 'Last' });
    await settled();
    for (const instance of instances) expect((await instance.ask(path, undefined))[0]).toBe(404);
  });
});
