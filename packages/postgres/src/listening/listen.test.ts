import { createTestDatabase, type TestDatabase } from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, openDatabase } from '../connection/database.ts';
import { listen } from './listen.ts';

describe('listen', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    testDatabase = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    database = openDatabase({
      url: testDatabase.url,
      poolSize: 1,
      applicationName: 'test',
      statementTimeout: 0,
    });
  });

  afterEach(async () => {
    await closeDatabase(database);
    await testDatabase.drop();
  });

  it('can be stopped while it begins', async () => {
    const begun = Promise.withResolvers<void>();
    const unheard = Promise.withResolvers<unknown>();
    process.once('unhandledRejection', unheard.resolve);
    const listener = listen({
      database,
      channel: 'test',
      interval: 60_000,
      onNotification: () => {},
      async resynchronize(connection) {
        begun.resolve();
        await connection.one('select pg_sleep(60)');
      },
    });
    await begun.promise;
    await listener.stop();
    const outcome = await Promise.race([unheard.promise, database.one('select 1 as one')]);
    process.off('unhandledRejection', unheard.resolve);
    expect(outcome).toEqual({ one: 1 });
  });
});
