import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase, portOf, untilBlocked } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { issueAccessKey, revokeAccessKey } from '../tenants/access-keys.ts';
import { OPERATOR, writeContent } from '../testing/content.ts';
import { EXAMPLE, OTHER } from '../testing/example.ts';
import { startKbService } from '../testing/processes.ts';
import { migrateDatabase, startTestService, type TestService } from '../testing/test-service.ts';
import { type Ballot, castVote, type Standing } from './votes.ts';

describe('concurrent votes', () => {
  const address = randomBytes(32);
  const voters = Array.from({ length: 7 }, () => randomBytes(32));
  let test: TestDatabase;
  let database: Database;
  let knowledgeBaseId: number;

  const ballotOf = (index: number, vote: Ballot['vote'] = 'up'): Ballot => ({
    knowledgeBaseId,
    guideId: 1,
    voter: voters[index] ?? randomBytes(32),
    address,
    vote,
  });

  beforeAll(async () => {
    test = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    database = openTestDatabase(test.url);
    await writeContent(database, { host: 'help.example.com', guides: [{ id: 1, slug: 'install' }] });
    knowledgeBaseId = (await database.one('select id from knowledge_bases')).id;
  });

  beforeEach(() => database.none('truncate guide_votes, guide_vote_counts, guide_comments'));

  afterAll(async () => {
    await closeDatabase(database);
    await test.drop();
  });

  /** Casts votes that wait for another, uncommitted one, then commits that one. */
  async function castBehind(first: Ballot, others: Ballot[]): Promise<Standing[]> {
    let waiting: Promise<Standing>[] = [];
    await database.tx(async (transaction) => {
      await castVote(transaction, first);
      waiting = others.map((ballot) => castVote(database, ballot));
      await untilBlocked(database, others.length);
    });
    return Promise.all(waiting);
  }

  const placesOf = async () =>
    (await database.any('select place from guide_votes order by place')).map(({ place }) => place);

  it('take the next free place of the address', async () => {
    const standings = await castBehind(ballotOf(0), [ballotOf(1), ballotOf(2)]);
    expect(standings.map(({ upvotes }) => upvotes).toSorted()).toEqual([2, 3]);
    expect(await placesOf()).toEqual([1, 2, 3]);
  });

  it('find the last place taken', async () => {
    for (const index of [0, 1, 2, 3]) await castVote(database, ballotOf(index));
    const standings = await castBehind(ballotOf(4), [ballotOf(5, 'down')]);
    expect(standings).toEqual([{ upvotes: 5, downvotes: 0, vote: null }]);
    expect(await placesOf()).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    ['the same twice', 'up', { upvotes: 1, downvotes: 0, vote: 'up' }],
    ['the opposite', 'down', { upvotes: 0, downvotes: 1, vote: 'down' }],
  ] as const)('of one voter are one, and say what counts: %s', async (_, vote, standing) => {
    expect(await castBehind(ballotOf(0), [ballotOf(0, vote)])).toEqual([standing]);
  });
});

const PATH = '/knowledge/v1/help.example.com/guides/install/upvote';
const SECRET = 'a secret of the voters';

/** The headers of a request from 127.0.0.1. */
interface Sender {
  forwardedFor?: string;
  agent?: string;
  authorization?: string;
}

describe('voters', () => {
  let service: TestService;
  let key: string;

  const cast = async (sender: Sender, target = service) => {
    const request = target.request.post(PATH).set('Accept', 'application/vnd.api+json');
    request.set('User-Agent', sender.agent ?? 'one');
    if (sender.forwardedFor !== undefined) request.set('X-Forwarded-For', sender.forwardedFor);
    if (sender.authorization !== undefined) request.set('Authorization', sender.authorization);
    return request;
  };
  const upvotesAfter = async (senders: Sender[], target = service) => {
    for (const sender of senders) expect((await cast(sender, target)).status).toBe(200);
    return (await cast(senders.at(-1) ?? {}, target)).body.meta.upvotes;
  };
  const keyed = (forwardedFor: string, agent?: string): Sender => ({
    forwardedFor,
    authorization: `Bearer ${key}`,
    ...(agent && { agent }),
  });

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER], { KB_SECRET: SECRET, RATE_LIMITS: 'off' });
    key = (await issueAccessKey(service.database, OPERATOR, { host: EXAMPLE.host, name: 'site' })).key;
  });

  beforeEach(() => service.database.none('truncate guide_votes, guide_vote_counts, guide_comments'));

  afterAll(() => service.stop());

  describe('are distinguished by address and user agent', () => {
    it.each<[string, [address: string, agent?: string][], number]>([
      ['the same twice', [['192.0.2.1'], ['192.0.2.1']], 1],
      [
        'two user agents',
        [
          ['192.0.2.1', 'a'],
          ['192.0.2.1', 'b'],
        ],
        2,
      ],
      ['two addresses', [['192.0.2.1'], ['192.0.2.2']], 2],
      ['IPv4 as it is and mapped into IPv6', [['192.0.2.1'], ['::ffff:192.0.2.1']], 1],
      ['one /64 of IPv6', [['2001:db8:1:2::1'], ['2001:DB8:1:2:ffff::9']], 1],
      ['two /64 of IPv6', [['2001:db8:1:2::1'], ['2001:db8:1:3::1']], 2],
      [
        'an agent that looks like JSON',
        [
          ['192.0.2.1', 'b'],
          ['192.0.2.1', '","b'],
        ],
        2,
      ],
    ])('%s', async (_, visitors, voters) => {
      expect(await upvotesAfter(visitors.map((visitor) => keyed(...visitor)))).toBe(voters);
    });

    it('a missing user agent is a value, too', async () => {
      const vote = () =>
        service.request.post(PATH).set('Accept', 'application/vnd.api+json').unset('User-Agent');
      await vote();
      expect((await vote()).body.meta.upvotes).toBe(1);
    });
  });

  describe('at most 5 voters per address and guide', () => {
    it('the sixth is answered 200 with the counts and without a vote', async () => {
      await upvotesAfter(['1', '2', '3', '4', '5'].map((agent) => ({ agent })));
      const sixth = await cast({ agent: '6' });
      expect([sixth.status, sixth.body.meta]).toEqual([200, { upvotes: 5, downvotes: 0, vote: null }]);
      expect(sixth.body.data.id).toBe('31');
    });

    it('the five can change their votes', async () => {
      await upvotesAfter(['1', '2', '3', '4', '5'].map((agent) => ({ agent })));
      const down = PATH.replace('upvote', 'downvote');
      const answer = await service.request
        .post(down)
        .set({ Accept: 'application/vnd.api+json', 'User-Agent': '3' });
      expect(answer.body.meta).toEqual({ upvotes: 4, downvotes: 1, vote: 'down' });
    });

    it('another address has places of its own', async () => {
      await upvotesAfter(['1', '2', '3', '4', '5'].map((agent) => ({ agent })));
      expect((await cast(keyed('192.0.2.1'))).body.meta.upvotes).toBe(6);
    });

    it('an IPv6 /64 is one address', async () => {
      const senders = Array.from({ length: 9 }, (_, n) => keyed(`2001:db8::${n + 1}`, `agent ${n}`));
      expect(await upvotesAfter(senders)).toBe(5);
    });
  });

  describe('S13 X-Forwarded-For spoofing', () => {
    it('without key 200 rotated values are one voter', async () => {
      const senders = Array.from({ length: 200 }, (_, n) => ({ forwardedFor: `198.51.100.${n}` }));
      expect(await upvotesAfter(senders)).toBe(1);
    });

    it('with a valid access key, the visitor is the voter, also in public knowledge bases', async () => {
      const senders = Array.from({ length: 7 }, (_, n) => keyed(`198.51.100.${n}`));
      expect(await upvotesAfter(senders)).toBe(7);
    });

    it.each([
      ['unknown', () => `Bearer gpk_${'a'.repeat(43)}`],
      ['truncated', () => `Bearer ${key.slice(0, -1)}`],
      ['in the wrong scheme', () => `Basic ${key}`],
      ['missing', () => 'Bearer'],
    ])('a key that is %s is ignored, not refused', async (_, authorization) => {
      const senders = ['192.0.2.1', '192.0.2.2'].map((forwardedFor) => ({
        forwardedFor,
        authorization: authorization(),
      }));
      expect(await upvotesAfter(senders)).toBe(1);
    });

    it('a revoked key is ignored, like that of another knowledge base', async () => {
      const revoked = await issueAccessKey(service.database, OPERATOR, {
        host: EXAMPLE.host,
        name: 'revoked',
      });
      const other = await issueAccessKey(service.database, OPERATOR, { host: OTHER.host, name: 'other' });
      await revokeAccessKey(service.database, OPERATOR, { host: EXAMPLE.host, key: 'revoked' });
      await service.settled(EXAMPLE.host);
      const senders = [revoked, other].flatMap(({ key: bad }) =>
        ['192.0.2.1', '192.0.2.2'].map((forwardedFor) => ({ forwardedFor, authorization: `Bearer ${bad}` })),
      );
      expect(await upvotesAfter(senders)).toBe(1);
    });

    it.each(['', 'unknown', ',,,,', '192.0.2.1, junk', '999.1.1.1', '1'.repeat(8_000), '%00', '[::1'])(
      'with a key junk is harmless and counts as the sender: "%s"',
      async (forwardedFor) => {
        expect(await upvotesAfter([keyed(forwardedFor), {}])).toBe(1);
      },
    );

    it('a trusted proxy names the voter, its clients do not', async () => {
      const proxied = await startTestService([EXAMPLE], { TRUSTED_PROXIES: 'loopback', RATE_LIMITS: 'off' });
      const senders = ['192.0.2.1', '192.0.2.2', '203.0.113.9, 192.0.2.2'];
      const upvotes = await upvotesAfter(
        senders.map((forwardedFor) => ({ forwardedFor })),
        proxied,
      );
      await proxied.stop();
      expect(upvotes).toBe(2);
    });
  });

  describe('S27 addresses are not stored', () => {
    it('only hashes with the secret', async () => {
      await cast(keyed('192.0.2.77', 'canary agent'));
      const rows = await service.database.any('select * from guide_votes');
      expect(rows).toHaveLength(1);
      const stored = Object.values(rows[0]).map((value) =>
        Buffer.isBuffer(value) ? value.toString('latin1') : value,
      );
      expect(JSON.stringify(stored)).not.toMatch(/192\.0\.2\.77|canary/);
      expect(service.logLines.join('')).not.toMatch(/192\.0\.2\.77|canary agent/);
    });

    it('which depend on the secret', async () => {
      const hashes = async (target: TestService) => {
        await cast({}, target);
        const { voter, address } = await target.database.one('select voter, address from guide_votes');
        return [voter.toString('hex'), address.toString('hex')];
      };
      const others = await Promise.all(
        ['another secret here', SECRET].map((KB_SECRET) => startTestService([EXAMPLE], { KB_SECRET })),
      );
      const [mine, ...theirs] = await Promise.all([service, ...others].map(hashes));
      await Promise.all(others.map((other) => other.stop()));
      expect(theirs[0]).not.toEqual(mine);
      expect(theirs[1]).toEqual(mine);
    });
  });
});

describe('200 concurrent mixed votes from two processes', () => {
  const CONTENT = {
    host: 'help.example.com',
    guides: ['install', 'chains', 'rush', 'crowd'].map((slug, index) => ({ id: index + 1, slug })),
  };

  interface Ballot {
    guide: string;
    vote: 'up' | 'down';
    address: string;
    agent?: string;
  }

  const children: ChildProcess[] = [];
  let test: TestDatabase;
  let database: Database;
  let ports: number[];

  beforeAll(async () => {
    test = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    database = openTestDatabase(test.url);
    await writeContent(database, CONTENT);
    const environment = { KB_DATABASE_URL: test.url, TRUSTED_PROXIES: 'loopback', RATE_LIMITS: 'off' };
    const processes = [startKbService(environment), startKbService(environment)];
    children.push(...processes.map(({ child }) => child));
    ports = await Promise.all(processes.map(portOf));
    for (const { output } of processes) output.resume();
  });

  afterEach(async () => {
    // Counters always equal the sums of the rows.
    const wrong = await database.any(
      `select guide_id from guide_vote_counts c full join (
         select guide_id, count(*) filter (where vote = 'up') as up, count(*) filter (where vote = 'down') as down
         from guide_votes group by guide_id
       ) v using (guide_id)
       where (c.upvotes, c.downvotes) is distinct from (v.up, v.down)`,
    );
    expect(wrong).toEqual([]);
  });

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await closeDatabase(database);
    await test.drop();
  });

  /** Casts a vote at one of the two processes. */
  async function cast(ballot: Ballot, turn: number): Promise<Record<string, unknown>> {
    const { guide, vote, address, agent = 'one' } = ballot;
    const path = `/knowledge/v1/${CONTENT.host}/guides/${guide}/${vote}vote`;
    const answer = await fetch(`http://127.0.0.1:${ports[turn % 2]}${path}`, {
      method: 'POST',
      headers: { Accept: 'application/vnd.api+json', 'User-Agent': agent, 'X-Forwarded-For': address },
    });
    // On a slow machine so many at once wait too long for the database, and are told to try again.
    if (answer.status === 503) return cast(ballot, turn);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { meta: Record<string, unknown> }).meta;
  }

  const countsOf = (id: number) =>
    database.one('select upvotes, downvotes from guide_vote_counts where guide_id = $1', [id]);

  it('S22 count each of 200 concurrent voters once', async () => {
    const metas = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        cast({ guide: 'install', vote: index % 4 ? 'up' : 'down', address: `198.51.100.${index}` }, index),
      ),
    );
    expect(await countsOf(1)).toEqual({ upvotes: 150, downvotes: 50 });
    // Each vote sees a different state.
    const totals = metas.map(({ upvotes, downvotes }) => Number(upvotes) + Number(downvotes));
    expect(totals.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
  });

  it('count the last vote of each of 40 voters', async () => {
    const voters = Array.from({ length: 40 }, (_, voter) => async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const vote = (voter * turn) % 3 ? 'up' : 'down';
        await cast({ guide: 'chains', vote, address: `198.51.100.${voter}` }, voter + turn);
      }
    });
    await Promise.all(voters.map((vote) => vote()));
    const upvotes = Array.from({ length: 40 }, (_, voter) => voter * 4).filter((last) => last % 3).length;
    expect(await countsOf(2)).toEqual({ upvotes, downvotes: 40 - upvotes });
  });

  it('S22 count one voter once', async () => {
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        cast({ guide: 'rush', vote: index % 3 ? 'up' : 'down', address: '198.51.100.1' }, index),
      ),
    );
    const { upvotes, downvotes } = await countsOf(3);
    expect(upvotes + downvotes).toBe(1);
  });

  it('count at most 5 voters per address and guide', async () => {
    const metas = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        cast({ guide: 'crowd', vote: 'up', address: '198.51.100.1', agent: `agent ${index}` }, index),
      ),
    );
    expect(await countsOf(4)).toEqual({ upvotes: 5, downvotes: 0 });
    expect(metas.filter(({ vote }) => vote === 'up')).toHaveLength(5);
    expect(metas.filter(({ vote }) => vote === null)).toHaveLength(195);
  });

  it('share one secret, created once', async () => {
    expect(await database.any('select name from secrets')).toEqual([{ name: 'voters' }]);
  });
});
