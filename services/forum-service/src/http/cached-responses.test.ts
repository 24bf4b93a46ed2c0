import { withDatabaseAway } from '@guidepost/local-servers/testing';
import { bumpRevision } from '@guidepost/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let forumId: number;

beforeAll(async () => {
  service = await startTestService();
  forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [
    { id: 1, title: 'First' },
    { id: 2, topic: 'P' },
  ]);
  await service.settled('help');
});

afterAll(() => service.stop());

beforeEach(async () => {
  await service.get('/api/help.json');
  service.takeStatements();
});

/** Changes a title and waits until the service knows. */
async function rename(title: string): Promise<void> {
  await service.database.tx(async (transaction) => {
    await transaction.none('update dialogs set title = $2 where forum_id = $1 and id = 1', [forumId, title]);
    await bumpRevision(transaction, FORUM_REVISIONS, forumId);
  });
  await service.settled('help');
}

const titlesOf = (body: unknown) => (body as { title: string }[]).map(({ title }) => title);

describe('a cached response', () => {
  it.each([
    ['the same address', '/api/help.json'],
    ['an equivalent address', '/api/help.json?limit=50&start=0&_=1'],
    ['reordered parameters', '/api/help.json?sort=-pub_date&limit=50'],
  ])('is sent again without a statement: %s', async (_title, path) => {
    const made = await service.get('/api/help.json');
    service.takeStatements();
    const cached = await service.get(path);
    expect(service.takeStatements()).toEqual([]);
    expect([cached.text, cached.headers.etag]).toEqual([made.text, made.headers.etag]);
  });

  it.each([
    ['another slice', '/api/help.json?start=1'],
    ['another order', '/api/help.json?sort=id'],
    ['another format', '/api/help.xml'],
    ['a function', '/api/help.json?callback=show'],
    ['another path', '/api/help/q.json'],
  ])('does not answer %s', async (_title, path) => {
    const answer = await service.get(path).expect(200);
    expect(answer.text).not.toBe((await service.get('/api/help.json')).text);
  });

  it('is built once for concurrent requests, in the API and on pages', async () => {
    for (const path of ['/api/help.json?limit=7', '/forum/help/questions?page=1']) {
      service.takeStatements();
      await service.get(path);
      const alone = service.takeStatements().length;
      await rename('Fifth');
      await service.get('/api/help/2.json');
      service.takeStatements();
      await Promise.all(Array.from({ length: 5 }, (_, x) => service.get(`${path}&_=${x}`)));
      expect(service.takeStatements()).toHaveLength(alone);
    }
  });

  it('S29 is outdated as soon as the service knows of a change', async () => {
    for (const title of ['Second', 'Third']) {
      await rename(title);
      expect(titlesOf((await service.get('/api/help.json')).body)).toContain(title);
    }
  });

  it('S29 is never sent to requests with a key', async () => {
    await service
      .get('/api/help.json')
      .set('Authorization', `Bearer gpk_${'a'.repeat(43)}`)
      .expect(401);
    await service.get('/api/help.json?key=gpk_wrong').expect(401);
  });

  it('is sent with content coding, without body to HEAD, and as 304', async () => {
    const { headers } = await service.get('/api/help.json').set('Accept-Encoding', 'identity');
    const head = await service.request.head('/api/help.json').expect(200);
    expect([head.text, head.headers.etag]).toEqual([undefined, headers.etag]);
    await service.get('/api/help.json').set('If-None-Match', String(headers.etag)).expect(304);
    expect(service.takeStatements()).toEqual([]);
  });

  it('is logged occasionally and always counted', async () => {
    const count = async () => {
      const text = await service.context.metrics.registry.metrics();
      return Number(/_count\{method="GET",route="\/api\/:slug",status="200",.*\} (\d+)/.exec(text)?.[1]);
    };
    const before = await count();
    for (let request = 0; request < 100; request += 1) await service.get('/api/help.json');
    expect(await count()).toBe(before + 100);
    expect(service.logLines.filter((line) => line.includes('"sampled":100'))).toHaveLength(1);
  });

  it('is not used when reads are limited, since each request counts', async () => {
    const limited = await startTestService({ READ_LIMIT: '2' });
    await writeForum(limited.database, { slug: 'help' });
    const statuses: number[] = [];
    for (let request = 0; request < 3; request += 1)
      statuses.push((await limited.get('/api/help.json')).status);
    await limited.stop();
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('S29 is not used while notifications could be missed', async () => {
    await withDatabaseAway(service.url, () => service.get('/api/help.json').expect(503));
  });
});
