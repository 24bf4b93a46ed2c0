import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createListener } from '../app.ts';
import { type Context, createContext } from '../context.ts';
import { writeForum } from '../testing/content.ts';
import { COMMENT, countEverything, DIALOG, listWrongCounters, REPORT, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
/** A second instance on the same database. */
let context: Context;
let instances: ReturnType<typeof supertest>[];

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off', TRUSTED_PROXIES: 'loopback' });
  await writeForum(service.database, { slug: 'help' });
  context = createContext(service.context.config, { logger: service.context.logger });
  instances = [service.request, supertest(createListener(context))];
});

afterAll(async () => {
  await context.close();
  await service.stop();
});

/** Posts all at once, every second one to the other instance, and counts the answers by status. */
async function postAll(posts: readonly (readonly [path: string, body: object, address?: string])[]) {
  const answers = await Promise.all(
    posts.map(([path, body, address = '192.0.2.1'], index) =>
      instances[index % 2]?.post(path).set('X-Forwarded-For', address).send(body),
    ),
  );
  const statuses = answers.map((answer) => answer?.status ?? 0);
  return Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([s, all]) => [s, all.length]),
  );
}

const fifty = (path: string, body: (index: number) => object) =>
  Array.from({ length: 50 }, (_, index) => [path, body(index)] as const);

async function newDialog(title: string): Promise<string> {
  const { headers } = await service.request
    .post('/api/help')
    .send({ ...DIALOG, title })
    .expect(201);
  return /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
}

describe('S22 fifty identical posts at once, over two instances', () => {
  it.each([
    ['dialogs', () => '/api/help', { ...DIALOG, title: 'Fifty' }],
    ['comments', (id: string) => `/api/comment/help/${id}`, COMMENT],
    ['votes', (id: string) => `/api/vote/help/${id}`, VOTE],
  ])('%s: one 201, 49 times 409, and nothing else is stored', async (_title, path, body) => {
    const id = await newDialog(path.toString());
    const before = await countEverything(service.database);
    expect(await postAll(fifty(path(id), () => body))).toEqual({ 201: 1, 409: 49 });
    const after = await countEverything(service.database);
    expect(after.post_addresses).toBe(Number(before.post_addresses) + 1);
    expect(after.revisions).toEqual([Number((before.revisions as number[])[0]) + 1]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });
});
