import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeForum } from '../testing/content.ts';
import { DIALOG } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { changeForum } from './changes.ts';

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
