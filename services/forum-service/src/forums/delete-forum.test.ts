import { bumpRevision, type Executor } from '@guidepost/postgres';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { countEverything } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteForum } from './administration.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
});

afterAll(() => service.stop());

/** Deletes a forum with one dialog while another transaction holds a lock on it and continues. */
async function deleteMeanwhile(
  slug: string,
  more: (transaction: Executor, forumId: number) => Promise<unknown>,
) {
  const { database } = service;
  const forumId = await writeForum(database, { slug });
  await writeDialogs(database, forumId, [{ id: 1_000_001 }]);
  const deleting = await database.tx(async (transaction) => {
    await transaction.none('update dialogs set num_votes = num_votes + 1 where forum_id = $1', [forumId]);
    const result = Promise.allSettled([deleteForum(database, slug)]);
    await untilBlocked(database);
    await more(transaction, forumId);
    return { result };
  });
  return (await deleting.result)[0].status;
}

const left = async () => {
  const { search_queue, ...rows } = await countEverything(service.database);
  return new Set(Object.values(rows));
};

describe('a deleted forum', () => {
  it('does not deadlock with a concurrent vote', async () => {
    const vote = (transaction: Executor, forumId: number) =>
      bumpRevision(transaction, FORUM_REVISIONS, forumId);
    expect(await deleteMeanwhile('voted', vote)).toBe('fulfilled');
    expect(await left()).toEqual(new Set([0, null]));
  });
});
