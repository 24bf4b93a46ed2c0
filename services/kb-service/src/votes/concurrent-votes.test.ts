import type { ChildProcess } from 'node:child_process';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase, portOf } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { writeContent } from '../testing/content.ts';
import { startKbService } from '../testing/start-kb-service.ts';
import { migrateDatabase } from '../testing/test-service.ts';

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

describe('200 concurrent mixed votes from two processes', () => {
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
  async function cast({ guide, vote, address, agent = 'one' }: Ballot, turn: number) {
    const path = `/knowledge/v1/${CONTENT.host}/guides/${guide}/${vote}vote`;
    const answer = await fetch(`http://127.0.0.1:${ports[turn % 2]}${path}`, {
      method: 'POST',
      headers: { Accept: 'application/vnd.api+json', 'User-Agent': agent, 'X-Forwarded-For': address },
    });
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
