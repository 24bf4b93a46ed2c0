import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createListener } from '../app.ts';
import { type Context, createContext } from '../context.ts';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { deleteForum } from '../tenants/administration.ts';
import { writeForum } from '../testing/content.ts';
import { COMMENT, countEverything, DIALOG, listWrongCounters, REPORT, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

type Sent = readonly [path: string, body: object];

let service: TestService;
/** A second instance on the same database. */
let context: Context;
let instances: ReturnType<typeof supertest>[];
let key: string;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  await writeForum(service.database, { slug: 'help' });
  ({ key } = await issueAccessKey(service.database, 'help', { name: 'test' }));
  context = createContext(service.context.config, { logger: service.context.logger });
  instances = [service.request, supertest(createListener(context))];
});

afterAll(async () => {
  await context.close();
  await service.stop();
});

/** Posts concurrently, alternating between instances, and counts responses by status. */
async function postAll(posts: readonly Sent[]): Promise<Record<number, number>> {
  const answers = await Promise.all(
    posts.map(async ([path, body], index) => {
      const sent = await instances[index % 2]?.post(path).send(body);
      return sent?.status ?? 0;
    }),
  );
  const counts: Record<number, number> = {};
  for (const status of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, i) => make(i));

async function newDialog(title: string): Promise<string> {
  const { headers } = await service.request
    .post('/api/help')
    .send({ ...DIALOG, title })
    .expect(201);
  return /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
}

describe('S22 fifty concurrent identical posts to two instances', () => {
  const nameless = (index: number) => ({ name: `Person ${index}` });

  it.each([
    ['dialogs', () => '/api/help', { ...DIALOG, title: 'Fifty' }, () => ({})],
    ['dialogs under several names', () => '/api/help', { ...DIALOG, title: 'Of several' }, nameless],
    ['comments', (id: string) => `/api/comment/help/${id}`, COMMENT, () => ({})],
    ['comments under several names', (id: string) => `/api/comment/help/${id}`, COMMENT, nameless],
    ['votes', (id: string) => `/api/vote/help/${id}`, VOTE, () => ({})],
    ['votes under several names', (id: string) => `/api/vote/help/${id}`, VOTE, nameless],
  ])('%s: one 201, 49 times 409, and nothing else is stored', async (title, path, body, change) => {
    const to = path(await newDialog(`For ${title}`));
    const before = await countEverything(service.database);
    const statuses = await postAll(times(50, (index) => [to, { ...body, ...change(index) }]));
    expect(statuses).toEqual({ 201: 1, 409: 49 });
    const after = await countEverything(service.database);
    expect(after.post_addresses).toBe(before.post_addresses + 1);
    expect(after.revision).toBe(before.revision + 1);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('reports: all succeed, and one is stored', async () => {
    const to = `/api/report-dialog/help/${await newDialog('For reports')}`;
    const before = await countEverything(service.database);
    const statuses = await postAll(
      times(50, (index) => [to, { ...REPORT, ...nameless(index), useremail: 'reporter@example.com' }]),
    );
    expect(statuses).toEqual({ 201: 50 });
    const after = await countEverything(service.database);
    expect(after).toEqual({
      ...before,
      posters: before.posters + 1,
      reports: before.reports + 1,
      post_addresses: before.post_addresses + 1,
    });
  });
});

describe('many different concurrent posts to two instances', () => {
  it('do not deadlock, and keep all counters right', async () => {
    const ids = await Promise.all(times(3, (index) => newDialog(`Busy ${index}`)));
    const tags = ['a,b,c', 'C,B,A', 'c,a,d', 'B,d'];
    const posts: Sent[] = times(60, (index) => {
      const id = ids[index % 3];
      const who = { useremail: `${index % 7}@example.com`, name: `Name ${index % 2}` };
      return [
        [
          `/api/help?key=${key}`,
          { ...DIALOG, ...who, title: `T${index}`, tags: tags[index % 4], archived: index % 5 === 0 },
        ],
        [`/api/help`, { ...DIALOG, ...who, title: `U${index % 20}`, topic: 'QPSB'[index % 4] }],
        [`/api/comment/help/${id}`, { ...COMMENT, ...who, text: `Text ${index % 30}` }],
        [`/api/vote/help/${id}`, { ...VOTE, ...who }],
        [`/api/report-dialog/help/${id}`, { ...REPORT, ...who }],
      ] as const;
    }).flat();
    const statuses = await postAll(posts);
    expect(Object.keys(statuses)).toEqual(['201', '409']);
    expect(await listWrongCounters(service.database)).toEqual([]);
    const { dialogs } = await service.database.one('select dialogs from tags where folded_name = $1', ['a']);
    expect(dialogs).toBe(36);
  });
});

describe('a forum deleted during posts', () => {
  async function post(title: string): Promise<number> {
    const { status } = await service.request.post('/api/leaving').send({ ...DIALOG, title });
    return status;
  }

  it('is deleted after posts in progress, and accepts none afterwards', async () => {
    const forumId = await writeForum(service.database, { slug: 'leaving' });
    expect(await post('First')).toBe(201);
    const { onItsWay, deleted, late } = await service.database.tx(async (transaction) => {
      await transaction.any('select from topic_counts where forum_id = $1 for update', [forumId]);
      const onItsWay = post('On its way');
      await untilBlocked(service.database, 1);
      const deleted = deleteForum(service.database, 'leaving');
      await untilBlocked(service.database, 2);
      const late = post('Late');
      await untilBlocked(service.database, 3);
      return { onItsWay, deleted, late };
    });
    expect(await Promise.all([onItsWay, late, deleted])).toEqual([201, 404, undefined]);
  });
});
