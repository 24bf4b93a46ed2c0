import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { countEverything, listWrongCounters, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const PATH = '/api/vote/help/1000001';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  const forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [{ id: 1_000_001 }, { id: 1_000_002, archived: true }]);
  ({ key } = await issueAccessKey(service.database, 'help', { name: 'test' }));
});

afterAll(() => service.stop());

const vote = (body: object, path = PATH) => service.request.post(path).send(body);
const votes = async () => (await service.get('/api/dialog/help/1000001.json')).body.num_votes;

describe('POST /api/vote/:slug/:id', () => {
  it('counts one vote for each e-mail address, and raises popularity', async () => {
    const { body: before } = await service.get('/api/dialog/help/1000001.json');
    const answer = await vote(VOTE);
    expect([answer.status, answer.text, answer.headers.location]).toEqual([201, 'Created', undefined]);
    const counts = await countEverything(service.database);
    for (const body of [VOTE, { ...VOTE, name: 'Robert' }, { ...VOTE, useremail: 'BO@EXAMPLE.COM' }]) {
      const again = await vote(body);
      expect([again.status, again.text]).toEqual([409, 'Conflict/Duplicate']);
    }
    expect(await countEverything(service.database)).toEqual(counts);
    expect((await vote({ ...VOTE, useremail: 'c@example.com' })).status).toBe(201);
    expect(await votes()).toBe(2);
    const { body: after } = await service.get('/api/dialog/help/1000001.json');
    expect(after.popularity).toBeGreaterThan(before.popularity);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('requires a key for an archived dialog', async () => {
    const archived = '/api/vote/help/1000002';
    const answer = await vote(VOTE, archived);
    expect([answer.status, answer.text]).toEqual([403, 'Forbidden']);
    expect((await vote(VOTE, `${archived}?key=${key}`)).status).toBe(201);
  });
});
