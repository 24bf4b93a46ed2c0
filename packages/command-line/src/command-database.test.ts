import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CommandDatabase, openCommandDatabase } from './command-database.ts';

const SERVICE = { name: 'example', urlVariable: 'EXAMPLE_DATABASE_URL', migrations: [] };

describe('the database of a command', () => {
  let cluster: TestDatabase;
  let own: CommandDatabase;
  let other: CommandDatabase;

  beforeAll(async () => {
    cluster = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    own = await openCommandDatabase(SERVICE, { url: cluster.url });
    other = await openCommandDatabase(SERVICE, { url: cluster.url });
    await other.database.none('create table things (id bigint)');
  });

  afterAll(async () => {
    await own.close();
    await other.close();
    await cluster.drop();
  });

  it('is cut off: what the command has begun is rolled back, and no other command notices', async () => {
    await other.database.tx('other', async (transaction) => {
      await transaction.none('lock table things in share mode');
      const attempt = own.database.tx('own', (work) => work.none('insert into things values (1)'));
      const ended = Promise.allSettled([attempt]);
      await untilBlocked(other.database);
      await own.cutOff();
      expect(await ended).toMatchObject([{ status: 'rejected' }]);
    });
    expect(await other.database.any('select id from things')).toEqual([]);
    expect(await own.database.any('select id from things')).toEqual([]);
  });
});
