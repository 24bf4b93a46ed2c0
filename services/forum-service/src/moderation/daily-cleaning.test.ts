import { until } from '@guidepost/local-servers/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { clean, createDailyCleaning } from './daily-cleaning.ts';

let service: TestService;
let forumId: number;

beforeEach(async () => {
  service = await startTestService();
  forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [{ id: 1 }]);
});

afterEach(() => service.stop());

/** Rows of each kind with the given ages. */
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

describe('daily cleaning', () => {
  it('deletes addresses after 90 days and recent-comment hashes after one, and nothing else', async () => {
    await write(1, { address: '91 days', comment: '25 hours' });
    await write(2, { address: '89 days', comment: '23 hours' });
    expect(await clean(service.context.database)).toBe(false);
    expect(await count()).toEqual({ addresses: 2, comments: 2 });
    expect(await service.database.one('select count(*) from dialogs')).toEqual({ count: 1 });
  });

  it('continues in batches of a thousand until nothing is left', async () => {
    await write(1_001, { address: '1 year', comment: '1 year' });
    expect(await clean(service.context.database)).toBe(true);
    expect(await count()).toEqual({ addresses: 1, comments: 1 });
    expect(await clean(service.context.database)).toBe(false);
    expect(await count()).toEqual({ addresses: 0, comments: 0 });
  });

  it('skips when another instance is cleaning', async () => {
    await write(1, { address: '2 years', comment: '2 years' });
    await service.database.tx(async (transaction) => {
      await transaction.one('select pg_advisory_xact_lock(7305801248)');
      expect(await clean(service.context.database)).toBe(false);
    });
    expect(await count()).toEqual({ addresses: 1, comments: 1 });
  });

  it('starts with the service', async () => {
    await write(3, { address: '2 years', comment: '2 years' });
    const worker = createDailyCleaning(service.context.database, service.context.logger);
    worker.start();
    await until('old rows are deleted', async () => (await count()).comments === 0);
    await worker.stop();
    expect(await count()).toEqual({ addresses: 0, comments: 0 });
  });
});
