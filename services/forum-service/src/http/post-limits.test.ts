import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createListener } from '../app.ts';
import { createContext } from '../context.ts';
import { DIALOG_ID, type PostingService, startPostingService } from '../testing/posting-service.ts';
import { COMMENT, DIALOG, REPORT, VOTE } from '../testing/posts.ts';

let service: PostingService;

beforeAll(async () => {
  service = await startPostingService({ TRUSTED_PROXIES: 'loopback' });
});

afterAll(() => service.stop());

/** Limiters remember refused clients in memory, so each test uses its own addresses. */
let block = 0;
beforeEach(() => {
  block += 1;
});
const address = (last: number) => `198.51.${block}.${last}`;

/** Posts a unique dialog through our proxy. */
function post(forwardedFor: string, { query = '', fields = {} } = {}) {
  return service.post(`/api/help${query}`, service.newDialog(fields)).set('X-Forwarded-For', forwardedFor);
}

async function taken(count: number, send: (index: number) => supertest.Test): Promise<number> {
  let created = 0;
  for (let index = 0; index < count; index += 1) created += (await send(index)).status === 201 ? 1 : 0;
  return created;
}

describe('limits per minute', () => {
  it('are 10 posts for each claimed address: dialogs, comments and reports together', async () => {
    const send = (index: number) => {
      const [path, body] = [
        ['/api/help', { ...DIALOG, title: `Together ${index}` }],
        [`/api/comment/help/${DIALOG_ID}`, { ...COMMENT, text: `Together ${index}` }],
        [`/api/report-dialog/help/${DIALOG_ID}`, { ...REPORT, useremail: `${index}@example.com` }],
      ][index % 3] as [string, object];
      return service.request.post(path).set('X-Forwarded-For', address(1)).send(body);
    };
    expect(await taken(12, send)).toBe(10);
    const answer = await send(12);
    expect([answer.status, answer.text, answer.type]).toEqual([429, 'Throttled', 'text/plain']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await post(address(2))).status).toBe(201);
  });

  it('are 30 votes for each claimed address, separate from its posts', async () => {
    const vote = (index: number) =>
      service.request
        .post(`/api/vote/help/${DIALOG_ID}`)
        .set('X-Forwarded-For', address(1))
        .send({ ...VOTE, useremail: `voter-${index}@example.com` });
    expect(await taken(32, vote)).toBe(30);
    // Those of guests, who give no address, count together with them.
    const guest = await service.request
      .post(`/forum/help/${DIALOG_ID}/guest-vote`)
      .type('form')
      .set({ 'X-Forwarded-For': address(1), 'Sec-Fetch-Site': 'same-origin' })
      .send({ vote: 'on' });
    expect([guest.status, guest.type]).toEqual([429, 'text/html']);
    expect((await post(address(1))).status).toBe(201);
  });

  it('S13 are 60 for each sender without a key, whatever addresses it claims', async () => {
    expect(await taken(70, (index) => post(`203.0.${block}.${index}, ${address(1)}`))).toBe(60);
  });

  it('S13 are 600 for each key, not for its sender; posts without another address count for the key alone', async () => {
    const config = { ...service.context.config, POST_LIMIT_KEY: 75 };
    const context = createContext(config, { logger: service.context.logger });
    const limited = supertest(createListener(context));
    const send = (index: number) => {
      const claimed = index % 2 ? `203.0.${block}.${index}, ` : '';
      return limited
        .post(`/api/help?key=${service.key}`)
        .set('X-Forwarded-For', `${claimed}${address(1)}`)
        .send(service.newDialog());
    };
    expect(await taken(80, send)).toBe(75);
    await context.close();
    expect(service.context.config.POST_LIMIT_KEY).toBe(600);
  });

  it('S13 apply to the claimed address with a key, too', async () => {
    await service.database.none('delete from rate_limits');
    const forwardedFor = `203.0.${block}.1, ${address(1)}`;
    expect(await taken(12, () => post(forwardedFor, { query: `?key=${service.key}` }))).toBe(10);
  });

  it('S13 count IPv6 by /64', async () => {
    expect(await taken(12, (index) => post(`2001:db8:${block}:2::${index}`))).toBe(10);
    expect((await post(`2001:db8:${block}:3::1`)).status).toBe(201);
    expect(await taken(12, (index) => post(`2001:db8:${block}:4::${index}, ${address(1)}`))).toBe(10);
  });

  describe('S13 without a key count claimed address and sender together, so that', () => {
    const VICTIM = () => address(1);
    const FORGED = () => `${VICTIM()}, ${address(2)}`;
    const vote = (forwardedFor: string, index: number) =>
      service.request
        .post(`/api/vote/help/${DIALOG_ID}`)
        .set('X-Forwarded-For', forwardedFor)
        .send({ ...VOTE, useremail: `voter-${block}-${index}@example.com` });

    it.each<[string, () => string, string]>([
      ['the address itself can still post', VICTIM, ''],
      ['another sender can still post for it', () => `${VICTIM()}, ${address(3)}`, ''],
      ['a server with a key can still post for it', () => `${VICTIM()}, ${address(3)}`, 'key'],
      ['the sender can still post for itself', () => address(2), ''],
    ])('forged claims end at the limit, and %s', async (_title, forwardedFor, key) => {
      expect(await taken(12, () => post(FORGED()))).toBe(10);
      const query = key && `?key=${service.key}`;
      expect((await post(forwardedFor(), { query })).status).toBe(201);
    });

    it('forged votes do not use up those of the address', async () => {
      expect(await taken(32, (index) => vote(FORGED(), index))).toBe(30);
      expect((await vote(VICTIM(), 99)).status).toBe(201);
    });
  });

  it('are checked before the body, and count refused posts', async () => {
    expect(
      await taken(10, () => service.request.post('/api/help').set('X-Forwarded-For', address(1)).send({})),
    ).toBe(0);
    const answer = await service.request
      .post('/api/help')
      .set('X-Forwarded-For', address(1))
      .type('text')
      .send('x');
    expect(answer.status).toBe(429);
  });

  it('are checked after the key', async () => {
    await taken(10, () => post(address(1)));
    expect((await post(address(1), { query: '?key=k' })).status).toBe(401);
  });

  it('are shared by all instances, and store no address', async () => {
    await service.database.none('delete from rate_limits');
    const context = createContext(service.context.config, { logger: service.context.logger });
    const other = supertest(createListener(context));
    const send = (index: number) => {
      const instance = index % 2 ? other : service.request;
      return instance.post('/api/help').set('X-Forwarded-For', address(1)).send(service.newDialog());
    };
    expect(await taken(14, send)).toBe(10);
    await context.close();
    const rows = await service.database.any('select key from rate_limits');
    expect(rows.map((row) => String(row.key)).toSorted()).toEqual([
      expect.stringMatching(/^post-sender:[\w-]{22}$/),
      expect.stringMatching(/^post:[\w-]{22}$/),
    ]);
  });

  describe('S25 while their store is unavailable', () => {
    afterEach(() => service.database.none('alter table if exists away rename to rate_limits'));

    it('posts are accepted, and limited per instance', async () => {
      await service.database.none('alter table rate_limits rename to away');
      expect(await taken(12, () => post(`${address(1)}, ${address(2)}`))).toBe(10);
      expect(await taken(12, () => post(address(1)))).toBe(10);
    });
  });
});
