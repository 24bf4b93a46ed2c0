import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { clean, createDailyCleaning } from './daily-cleaning.ts';

let service: TestService;
let forumId: number;

beforeAll(async () => {
  service = await startTestService();
  forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [{ id: 1 }]);
});

afterAll(() => service.stop());

/** So many rows of each kind, as old as is said. */
async function write(count: number, ages: { address: string; comment: string }): Promise<void> {
  await service.database.none(
    `insert into post_addresses (forum_id, dialog_id, kind, claimed, sender, posted_at)
     select $1, 1, 'dialog', '192.0.2.1', '192.0.2.2', now() - $3::interval from generate_series(1, $2)`,
    [forumId, count, ages.address],
  );
  await service.database.none(
    `insert into recent_comments (forum_id, dialog_id, content_hash, posted_at)
     select $1, 1, sha256(($3 || n)::bytea), now() - $3::interval from generate_series(1, $2) n`,
    [forumId, count, ages.comment],
  );
}

const count = () =>
  service.database.one(
    'select (select count(*) from post_addresses) as addresses, (select count(*) from recent_comments) as comments',
  );

describe('the daily cleaning', () => {
  it('deletes addresses after 90 days and what says that a comment is recent after one, and nothing else', async () => {
    await write(1, { address: '91 days', comment: '25 hours' });
    await write(2, { address: '89 days', comment: '23 hours' });
    expect(await clean(service.context.database)).toBe(false);
    expect(await count()).toEqual({ addresses: 2, comments: 2 });
    expect(await service.database.one('select count(*) from dialogs')).toEqual({ count: 1 });
  });

  it('goes on until nothing is left, a thousand at a time', async () => {
    await write(1_001, { address: '1 year', comment: '1 year' });
    expect(await clean(service.context.database)).toBe(true);
    expect(await count()).toEqual({ addresses: 3, comments: 3 });
    expect(await clean(service.context.database)).toBe(false);
    expect(await count()).toEqual({ addresses: 2, comments: 2 });
  });

  it('leaves it to the instance that is at it already', async () => {
    await write(1, { address: '2 years', comment: '2 years' });
    await service.database.tx(async (transaction) => {
      await transaction.one('select pg_advisory_xact_lock(7305801248)');
      expect(await clean(service.context.database)).toBe(false);
    });
    expect(await count()).toEqual({ addresses: 3, comments: 3 });
  });

  it('begins when the service starts', async () => {
    const worker = createDailyCleaning(service.context.database, service.context.logger);
    worker.start();
    await until('old rows are deleted', async () => (await count()).comments <= 2);
    await worker.stop();
    expect(await count()).toEqual({ addresses: 2, comments: 2 });
  });
});
