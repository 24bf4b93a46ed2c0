import { untilBlocked } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createListener } from '../app.ts';
import { createContext } from '../context.ts';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { DIALOG_ID, type PostingService, startPostingService } from '../testing/posting-service.ts';
import { COMMENT, countEverything, DIALOG, REPORT, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('who posts', () => {
  const SENDER = '192.0.2.9';

  let service: PostingService;
  let otherKey: string;

  beforeAll(async () => {
    service = await startPostingService({ TRUSTED_PROXIES: 'loopback' });
    await writeForum(service.database, { slug: 'other' });
    ({ key: otherKey } = await issueAccessKey(service.database, 'other', { name: 'test' }));
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

  describe('the network address of a post', () => {
    it.each([
      ['nothing is claimed', '192.0.2.1', { claimed: '192.0.2.1', sender: '192.0.2.1' }],
      [
        'a server posts for a user',
        '203.0.113.7, 192.0.2.1',
        { claimed: '203.0.113.7', sender: '192.0.2.1' },
      ],
      [
        'through several of our proxies',
        '203.0.113.7, 192.0.2.1, 127.0.0.2',
        { claimed: '203.0.113.7', sender: '192.0.2.1' },
      ],
      [
        'more is claimed',
        '10.0.0.1, 203.0.113.7, 192.0.2.1',
        { claimed: '203.0.113.7', sender: '192.0.2.1' },
      ],
      ['in IPv6', '2001:DB8::7, 2001:db8:0::1', { claimed: '2001:db8::7', sender: '2001:db8::1' }],
      [
        'an invalid address is claimed (S13)',
        'unknown, 192.0.2.1',
        { claimed: '192.0.2.1', sender: '192.0.2.1' },
      ],
      [
        'many invalid addresses are claimed (S13)',
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

    it('is the socket’s without TRUSTED_PROXIES, whatever is claimed', async () => {
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

  describe('a blocked sender', () => {
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
      ['a sender address', { address: '192.0.2.1' }, `203.0.113.9, 192.0.2.1`],
      ['a claimed address', { address: '203.0.113.9' }, '203.0.113.9, 192.0.2.1'],
      ['a network', { address: '203.0.113.0/24' }, '203.0.113.9, 192.0.2.1'],
      ['an IPv6 network', { address: '2001:db8::/32' }, '2001:db8:7::1'],
    ])('gets a 403, and nothing is stored: %s', async (_title, row, forwardedFor) => {
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

  describe('the poster', () => {
    async function poster(
      forwardedFor: string,
      options: { query?: string; fields?: object } = {},
    ): Promise<number> {
      const answer = await post(forwardedFor, options).expect(201);
      return (await service.get(new URL(String(answer.headers.location)).pathname)).body.user.id;
    }

    beforeEach(() => service.database.none('delete from rate_limits'));

    it.each([
      ['the same e-mail address, name and sender', {}, 1],
      ['another name', { fields: { name: 'Robert' } }, 1],
      ['another e-mail address', { fields: { useremail: 'b@example.com' } }, 1],
      ['another sender', {}, 2],
    ])(
      'S27 differs for each post without a key, so that a guessed address is not confirmed: %s',
      async (_title, options, last) => {
        const first = await poster(address(1));
        expect(await poster(address(last), options)).not.toBe(first);
      },
    );

    it('S27 differs for each comment without a key, also in the same person’s dialog', async () => {
      const { name, useremail } = DIALOG;
      const dialog = await post(address(1)).expect(201);
      const id = /(\d+)\.json$/.exec(String(dialog.headers.location))?.[1];
      for (const text of ['One more thing', 'And another']) {
        await service.post(`/api/comment/help/${id}`, { name, useremail, text }).expect(201);
      }
      const { body: comments } = await service.get(`/api/comment/help/${id}.json`);
      const { body: begun } = await service.get(`/api/dialog/help/${id}.json`);
      const ids = [begun, ...comments].map(({ user }) => user.id);
      expect(new Set(ids).size).toBe(3);
    });

    it('is the e-mail address alone with a key, and never a poster without one', async () => {
      const query = `?key=${service.key}`;
      const unproven = await poster(address(1));
      const first = await poster(address(1), { query });
      expect(first).not.toBe(unproven);
      expect(await poster(address(2), { query, fields: { name: 'A. Berg' } })).toBe(first);
    });

    it('has the name given with each post', async () => {
      const query = `?key=${service.key}`;
      const first = await post(address(1), { query, fields: { useremail: 'c@example.com', name: 'Old' } });
      await post(address(1), { query, fields: { useremail: 'c@example.com', name: 'New' } });
      const { body } = await service.get(new URL(String(first.headers.location)).pathname);
      expect(body.user.first_name).toBe('Old');
    });

    it('never appears in a response or log line as an e-mail or IP address (S27)', async () => {
      const fields = { useremail: 'canary@example.com' };
      const answer = await post(`203.0.113.77, ${SENDER}`, { fields });
      const { pathname } = new URL(String(answer.headers.location));
      for (const path of [pathname, `${pathname}?key=${service.key}`, '/api/help.json', '/api/help.xml']) {
        expect((await service.get(path)).text).not.toMatch(/canary|203\.0\.113|192\.0\.2/);
      }
      expect(service.logLines.join()).not.toMatch(/canary|203\.0\.113|192\.0\.2/);
    });
  });

  describe('a key', () => {
    it('S16 of another account is a 401, and nothing is stored', async () => {
      const before = await countEverything(service.database);
      for (const wrong of [otherKey, service.key.slice(0, -1), 'x', '']) {
        const answer = await post(address(1), { query: `?key=${wrong}` });
        expect([answer.status, answer.text]).toEqual([401, 'Authorization Required']);
      }
      expect(await countEverything(service.database)).toEqual(before);
    });

    it('may be in the header, and disables CORS', async () => {
      const posts = [
        post(address(1), { query: `?key=${service.key}` }),
        post(address(1), { query: `?%6bey=${service.key}` }),
        post(address(1)).set('Authorization', `Bearer ${service.key}`),
        post(address(1), { query: `?key=${service.key}`, fields: { topic: 'x' } }),
        post(address(1), { query: '?key=wrong' }),
      ];
      const answers = await Promise.all(posts);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 400, 401]);
      for (const { headers } of answers) expect(headers).not.toHaveProperty('access-control-allow-origin');
      const keyless = await post(address(1), { fields: { topic: 'x' } });
      expect(keyless.headers['access-control-allow-origin']).toBe('*');
    });

    it('S15 appears in no log line', () => {
      expect(service.logLines.join()).not.toContain(service.key);
    });
  });
});

describe('parents', () => {
  const HELP = 1_000_001;
  const OTHER = 1_000_002;

  let service: TestService;
  let key: string;
  let commentOfOther: string;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    await writeDialogs(service.database, await writeForum(service.database, { slug: 'help' }), [
      { id: HELP },
    ]);
    await writeDialogs(service.database, await writeForum(service.database, { slug: 'other' }), [
      { id: OTHER },
    ]);
    ({ key } = await issueAccessKey(service.database, 'help', { name: 'test' }));
    const { headers } = await service.request.post(`/api/comment/other/${OTHER}`).send(COMMENT);
    commentOfOther = /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
  });

  afterAll(() => service.stop());

  const POSTS = [
    ['comment', COMMENT],
    ['vote', VOTE],
    ['report-dialog', REPORT],
    ['report-comment', REPORT],
  ] as const;

  describe.each(POSTS)('S23 POST /api/%s/:slug/:id', (kind, body) => {
    it.each([
      ['of another forum', () => (kind === 'report-comment' ? commentOfOther : OTHER)],
      ['that does not exist', () => 999_999_999],
      ['beyond 2⁵³', () => '9007199254740992'],
      ['with a hundred digits', () => '1'.repeat(100)],
      ['that is 0', () => 0],
      ['that is negative', () => -1],
      ['with an ending', () => `${HELP}.json`],
      ['that is a word', () => 'one'],
      ['in hexadecimal', () => '0xf4241'],
      ['with U+0000 (S28)', () => `${HELP}%00`],
      ['that is malformed (S28)', () => '%E5'],
    ])('is a 404 for an id %s, also with a key, and nothing is stored', async (_title, id) => {
      const before = await countEverything(service.database);
      for (const query of ['', `?key=${key}`]) {
        const answer = await service.request.post(`/api/${kind}/help/${id()}${query}`).send(body);
        expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
      }
      expect(await countEverything(service.database)).toEqual(before);
    });

    it('is a 404 for deleted dialogs and comments', async () => {
      const id = 2_000_000 + POSTS.findIndex(([name]) => name === kind);
      const { id: forumId } = await service.database.one("select id from forums where slug = 'help'");
      await writeDialogs(service.database, forumId, [{ id }]);
      await service.database.none('delete from dialogs where id = $1', [id]);
      expect((await service.request.post(`/api/${kind}/help/${id}`).send(body)).status).toBe(404);
    });
  });

  describe('a dialog deleted during a post', () => {
    /** Posts during a deletion, which finishes when the post waits for it. */
    async function postDuring(deletion: string, path: string, body: object) {
      const post = async () => service.request.post(path).send(body);
      const { sent } = await service.database.tx(async (transaction) => {
        await transaction.none(deletion);
        const sent = post();
        await untilBlocked(service.database);
        return { sent };
      });
      return sent;
    }

    it.each([
      ['comment', COMMENT],
      ['vote', VOTE],
    ] as const)('is lost with the %s: 404, and nothing is stored', async (kind, body) => {
      const id = 3_000_000 + kind.length;
      const { id: forumId } = await service.database.one("select id from forums where slug = 'help'");
      await writeDialogs(service.database, forumId, [{ id }]);
      const before = await countEverything(service.database);
      const answer = await postDuring(
        `delete from dialogs where id = ${id}`,
        `/api/${kind}/help/${id}`,
        body,
      );
      expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
      expect(await countEverything(service.database)).toEqual({ ...before, dialogs: before.dialogs - 1 });
    });

    it('is lost with its forum', async () => {
      const before = await countEverything(service.database);
      await writeForum(service.database, { slug: 'going' });
      const answer = await postDuring("delete from forums where slug = 'going'", '/api/going', DIALOG);
      expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
      expect(await countEverything(service.database)).toEqual(before);
    });
  });
});
