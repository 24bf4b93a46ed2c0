import { bumpRevision, type Executor } from '@guidepost/postgres';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { countEverything, DIALOG } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteForum } from './administration.ts';
import { changeForum } from './change-forum.ts';

const SLUG = 'changed';

describe('an administrator of a forum', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await writeForum(service.database, { slug: SLUG });
  });
  afterAll(() => service.stop());

  async function revision(): Promise<number> {
    const row = await service.database.one('select revision from forums where slug = $1', [SLUG]);
    return row.revision;
  }

  it('raises its revision once, and not if nothing changed', async () => {
    const before = await revision();
    for (const changed of [true, false])
      await changeForum(service.database, SLUG, async () => ({ changed, result: undefined }));
    expect(await revision()).toBe(before + 1);
  });

  it('does not block posts', async () => {
    const status = await changeForum(service.database, SLUG, async () => {
      const response = await service.request.post(`/api/${SLUG}`).send(DIALOG);
      return { changed: true, result: response.status };
    });
    expect(status).toBe(201);
  });

  it('waits for other administrators', async () => {
    const events: string[] = [];
    let second: Promise<void> | undefined;
    await changeForum(service.database, SLUG, async () => {
      second = changeForum(service.database, SLUG, async () => {
        events.push('second');
        return { changed: false, result: undefined };
      });
      await untilBlocked(service.database);
      events.push('first');
      return { changed: false, result: undefined };
    });
    await second;
    expect(events).toEqual(['first', 'second']);
  });

  it('is told that there is no such forum', async () => {
    const changing = changeForum(service.database, 'nowhere', async () => ({
      changed: true,
      result: undefined,
    }));
    await expect(changing).rejects.toThrow('There is no forum nowhere.');
  });
});

describe('a deleted forum', () => {
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

  it('does not deadlock with a concurrent vote', async () => {
    const vote = (transaction: Executor, forumId: number) =>
      bumpRevision(transaction, FORUM_REVISIONS, forumId);
    expect(await deleteMeanwhile('voted', vote)).toBe('fulfilled');
    expect(await left()).toEqual(new Set([0, null]));
  });
});
