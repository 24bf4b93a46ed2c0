import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { issueAccessKey } from '../access/access-keys.ts';
import { createListener } from '../app.ts';
import { createContext } from '../context.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { COMMENT, countEverything, DIALOG, REPORT, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const DIALOG_ID = 1_000_001;
const SENDER = '192.0.2.9';

let service: TestService;
let key: string;
let otherKey: string;
let number = 0;

beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: 'loopback' });
  const forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [{ id: DIALOG_ID }]);
  await writeForum(service.database, { slug: 'other' });
  ({ key } = await issueAccessKey(service.database, 'help', 'test'));
  ({ key: otherKey } = await issueAccessKey(service.database, 'other', 'test'));
});

afterAll(() => service.stop());

/** Nobody has been counted yet: limiters remember in memory whom they have refused, so each test has its own addresses. */
let block = 0;
beforeEach(() => {
  block += 1;
});
const address = (last: number) => `198.51.${block}.${last}`;

/** Posts a dialog that the forum does not have, through our proxy. */
function post(forwardedFor: string, { query = '', fields = {} } = {}) {
  number += 1;
  const body = { ...DIALOG, title: `Title ${number}`, ...fields };
  return service.request.post(`/api/help${query}`).set('X-Forwarded-For', forwardedFor).send(body);
}

/** How many of so many are taken, one after the other. */
async function taken(count: number, send: (index: number) => supertest.Test): Promise<number> {
  let created = 0;
  for (let index = 0; index < count; index += 1) created += (await send(index)).status === 201 ? 1 : 0;
  return created;
}

describe('where a post comes from', () => {
  it.each([
    ['nothing is claimed', '192.0.2.1', { claimed: '192.0.2.1', sender: '192.0.2.1' }],
    [
      'a server speaks for somebody',
      '203.0.113.7, 192.0.2.1',
      { claimed: '203.0.113.7', sender: '192.0.2.1' },
    ],
    [
      'through several of our proxies',
      '203.0.113.7, 192.0.2.1, 127.0.0.2',
      { claimed: '203.0.113.7', sender: '192.0.2.1' },
    ],
    ['more is claimed', '10.0.0.1, 203.0.113.7, 192.0.2.1', { claimed: '203.0.113.7', sender: '192.0.2.1' }],
    ['in IPv6', '2001:DB8::7, 2001:db8:0::1', { claimed: '2001:db8::7', sender: '2001:db8::1' }],
    ['nonsense is claimed (S13)', 'unknown, 192.0.2.1', { claimed: '192.0.2.1', sender: '192.0.2.1' }],
    [
      'much nonsense is claimed (S13)',
      `${'a,'.repeat(4_000)} 192.0.2.1`,
      { claimed: '192.0.2.1', sender: '192.0.2.1' },
    ],
  ])('is kept for 90 days: %s', async (_title, forwardedFor, expected) => {
    expect((await post(forwardedFor)).status).toBe(201);
    const row = await service.database.one(
      'select host(claimed) as claimed, host(sender) as sender, kind from post_addresses order by id desc limit 1',
    );
    expect(row).toEqual({ ...expected, kind: 'dialog' });
  });

  it('is the socket without TRUSTED_PROXIES, whatever is claimed', async () => {
    const context = createContext(
      { ...service.context.config, TRUSTED_PROXIES: '' },
      { logger: service.context.logger },
    );
    const untrusting = supertest(createListener(context));
    await untrusting
      .post('/api/help')
      .set('X-Forwarded-For', '203.0.113.9')
      .send({ ...DIALOG, title: 'Untrusting' })
      .expect(201);
    await context.close();
    const row = await service.database.one(
      'select host(claimed) as claimed, host(sender) as sender from post_addresses order by id desc limit 1',
    );
    expect(row).toEqual({ claimed: '203.0.113.9', sender: '127.0.0.1' });
  });
});

describe('limits a minute', () => {
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

  it('are 30 votes for each claimed address, which take nothing from its posts', async () => {
    const vote = (index: number) =>
      service.request
        .post(`/api/vote/help/${DIALOG_ID}`)
        .set('X-Forwarded-For', address(1))
        .send({ ...VOTE, useremail: `voter-${index}@example.com` });
    expect(await taken(32, vote)).toBe(30);
    expect((await post(address(1))).status).toBe(201);
  });

  it('S13 are 60 for each sender without key, whomever they claim to speak for', async () => {
    expect(await taken(70, (index) => post(`203.0.${block}.${index}, ${address(1)}`))).toBe(60);
  });

  it('S13 are 600 for each key, and not for its sender; what servers post for themselves is not limited otherwise', async () => {
    const config = { ...service.context.config, POST_LIMIT_KEY: 75 };
    const context = createContext(config, { logger: service.context.logger });
    const limited = supertest(createListener(context));
    const send = (index: number) => {
      number += 1;
      const claimed = index % 2 ? `203.0.${block}.${index}, ` : '';
      return limited
        .post(`/api/help?key=${key}`)
        .set('X-Forwarded-For', `${claimed}${address(1)}`)
        .send({ ...DIALOG, title: `Title ${number}` });
    };
    expect(await taken(80, send)).toBe(75);
    await context.close();
    expect(service.context.config.POST_LIMIT_KEY).toBe(600);
  });

  it('S13 are those of the claimed address with a key, too', async () => {
    await service.database.none('delete from rate_limits');
    const forwardedFor = `203.0.${block}.1, ${address(1)}`;
    expect(await taken(12, () => post(forwardedFor, { query: `?key=${key}` }))).toBe(10);
  });

  it('S13 count IPv6 by /64', async () => {
    expect(await taken(12, (index) => post(`2001:db8:${block}:2::${index}`))).toBe(10);
    expect((await post(`2001:db8:${block}:3::1`)).status).toBe(201);
  });

  it('are judged before the body, and count what is refused', async () => {
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

  it('are judged after the key', async () => {
    await taken(10, () => post(address(1)));
    expect((await post(address(1), { query: '?key=k' })).status).toBe(401);
  });

  it('are shared by all instances, and store no address', async () => {
    await service.database.none('delete from rate_limits');
    const context = createContext(service.context.config, { logger: service.context.logger });
    const other = supertest(createListener(context));
    const send = (index: number) => {
      number += 1;
      const instance = index % 2 ? other : service.request;
      return instance
        .post('/api/help')
        .set('X-Forwarded-For', address(1))
        .send({ ...DIALOG, title: `Title ${number}` });
    };
    expect(await taken(14, send)).toBe(10);
    await context.close();
    const rows = await service.database.any('select key from rate_limits');
    expect(rows.map((row) => String(row.key)).toSorted()).toEqual([
      expect.stringMatching(/^post-sender:[\w-]{22}$/),
      expect.stringMatching(/^post:[\w-]{22}$/),
    ]);
  });

  describe('S25 while their store is away', () => {
    afterEach(() => service.database.none('alter table if exists away rename to rate_limits'));

    it('posts are taken, and limited by each instance', async () => {
      await service.database.none('alter table rate_limits rename to away');
      expect(await taken(12, () => post(address(1)))).toBe(10);
    });
  });
});

describe('who is blocked', () => {
  const blocked = async (row: { email?: string; address?: string }) => {
    const { id } = await service.database.one("select id from forums where slug = 'help'");
    await service.database.none('truncate blocked_senders');
    await service.database.none(
      'insert into blocked_senders (forum_id, email, address) values ($1, $2, $3)',
      [id, row.email ?? null, row.address ?? null],
    );
  };

  afterEach(() => service.database.none('truncate blocked_senders'));

  it.each([
    ['an e-mail address', { email: 'anna@example.com' }, '192.0.2.1'],
    ['an address that sends', { address: '192.0.2.1' }, `203.0.113.9, 192.0.2.1`],
    ['an address that is claimed', { address: '203.0.113.9' }, '203.0.113.9, 192.0.2.1'],
    ['a network', { address: '203.0.113.0/24' }, '203.0.113.9, 192.0.2.1'],
    ['a network of IPv6', { address: '2001:db8::/32' }, '2001:db8:7::1'],
  ])('is told so with a 403, and nothing is stored: %s', async (_title, row, forwardedFor) => {
    await blocked(row);
    const before = await countEverything(service.database);
    const body = { ...DIALOG, ...COMMENT, ...REPORT, useremail: 'Anna@Example.com', title: 'Blocked' };
    for (const path of [
      '/api/help',
      ...['comment', 'vote', 'report-dialog'].map((kind) => `/api/${kind}/help/${DIALOG_ID}`),
    ]) {
      const answer = await service.request.post(path).set('X-Forwarded-For', forwardedFor).send(body);
      expect([answer.status, answer.text, answer.type]).toEqual([403, 'Forbidden', 'text/plain']);
    }
    expect(await countEverything(service.database)).toEqual(before);
    await service.database.none('delete from rate_limits');
  });

  it('is blocked in that forum only', async () => {
    await blocked({ email: 'anna@example.com' });
    const body = { ...DIALOG, title: `Not here ${block}` };
    expect(
      (await service.request.post('/api/other').set('X-Forwarded-For', address(1)).send(body)).status,
    ).toBe(201);
  });
});

describe('who a poster is', () => {
  /** The id of the user of a dialog. */
  async function poster(
    forwardedFor: string,
    options: { query?: string; fields?: object } = {},
  ): Promise<number> {
    const answer = await post(forwardedFor, options).expect(201);
    return (await service.get(new URL(String(answer.headers.location)).pathname)).body.user.id;
  }

  beforeEach(() => service.database.none('delete from rate_limits'));

  it('is the same for the same address, name and sender, in whatever letters', async () => {
    const first = await poster(address(1));
    expect(await poster(address(1), { fields: { useremail: 'ANNA@EXAMPLE.COM' } })).toBe(first);
  });

  it.each([
    ['another name', { fields: { name: 'Robert' } }, 1],
    ['another e-mail address', { fields: { useremail: 'b@example.com' } }, 1],
    ['another sender', {}, 2],
  ])('is somebody else with %s (S27)', async (_title, options, last) => {
    const first = await poster(address(1));
    expect(await poster(address(last), options)).not.toBe(first);
  });

  it('is the e-mail address alone with a key, and never who posted it without', async () => {
    const query = `?key=${key}`;
    const unproven = await poster(address(1));
    const first = await poster(address(1), { query });
    expect(first).not.toBe(unproven);
    expect(await poster(address(2), { query, fields: { name: 'A. Berg' } })).toBe(first);
  });

  it('shows the name that was given with each post', async () => {
    const query = `?key=${key}`;
    const first = await post(address(1), { query, fields: { useremail: 'c@example.com', name: 'Old' } });
    await post(address(1), { query, fields: { useremail: 'c@example.com', name: 'New' } });
    const { body } = await service.get(new URL(String(first.headers.location)).pathname);
    expect(body.user.first_name).toBe('Old');
  });

  it('is in no answer and no log line as an e-mail or IP address (S27)', async () => {
    const fields = { useremail: 'canary@example.com' };
    const answer = await post(`203.0.113.77, ${SENDER}`, { fields });
    const { pathname } = new URL(String(answer.headers.location));
    for (const path of [pathname, `${pathname}?key=${key}`, '/api/help.json', '/api/help.xml']) {
      expect((await service.get(path)).text).not.toMatch(/canary|203\.0\.113|192\.0\.2/);
    }
    expect(service.logLines.join()).not.toMatch(/canary|203\.0\.113|192\.0\.2/);
  });
});

describe('a key', () => {
  it('S16 of another account is a 401, and nothing is stored', async () => {
    const before = await countEverything(service.database);
    for (const wrong of [otherKey, key.slice(0, -1), 'x', '']) {
      const answer = await post(address(1), { query: `?key=${wrong}` });
      expect([answer.status, answer.text]).toEqual([401, 'Authorization Required']);
    }
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('may come in the header, and is no business of scripts', async () => {
    const posts = [
      post(address(1), { query: `?key=${key}` }),
      post(address(1)).set('Authorization', `Bearer ${key}`),
      post(address(1), { query: `?key=${key}`, fields: { topic: 'x' } }),
      post(address(1), { query: '?key=wrong' }),
    ];
    const answers = await Promise.all(posts);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 400, 401]);
    for (const { headers } of answers) expect(headers).not.toHaveProperty('access-control-allow-origin');
    const keyless = await post(address(1), { fields: { topic: 'x' } });
    expect(keyless.headers['access-control-allow-origin']).toBe('*');
  });

  it('S15 is in no log line', () => {
    expect(service.logLines.join()).not.toContain(key);
  });
});
