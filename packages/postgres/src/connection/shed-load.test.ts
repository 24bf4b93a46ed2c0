import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, openDatabase } from './database.ts';

let testDatabase: TestDatabase;
let database: Database;
let other: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ template: 'empty', prepare: async () => {} });
  const options = { url: testDatabase.url, poolSize: 1, applicationName: 'test', statementTimeout: 0 };
  database = openDatabase({ ...options, shedsLoad: true });
  other = openDatabase(options);
});
afterAll(async () => {
  await closeDatabase(database);
  await closeDatabase(other);
  await testDatabase.drop();
});

const ask = () => database.one('select 1 as one');

/** Keeps the only connection in use. */
async function takeConnection(): Promise<{ giveBack(): Promise<void> }> {
  const [taken, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const using = database.task(() => {
    taken.resolve();
    return over.promise;
  });
  await taken.promise;
  return {
    async giveBack() {
      over.resolve();
      await using;
    },
  };
}

describe('work for which no connection is free', () => {
  it('waits, but is refused at once while other work has waited for more than a second', async () => {
    const { giveBack } = await takeConnection();
    const [first, second] = [ask(), ask()];
    await other.any('select pg_sleep(1.1)');
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable', details: { retryAfter: 1 } });
    await giveBack();
    expect(await Promise.all([first, second])).toEqual([{ one: 1 }, { one: 1 }]);
    expect(await ask()).toEqual({ one: 1 });
  });
});
