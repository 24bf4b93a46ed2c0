import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase, untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeContent } from '../testing/content.ts';
import { migrateDatabase } from '../testing/test-service.ts';
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

  beforeEach(() => database.none('truncate guide_votes, guide_vote_counts'));

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
