import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from './database.ts';
import { openServiceDatabases } from './service-databases.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ template: 'empty', prepare: async () => {} });
});
afterAll(() => testDatabase.drop());

const limitOf = async (database: Database) =>
  (await database.one("select current_setting('idle_in_transaction_session_timeout') as limit")).limit;

describe('how long the server keeps a transaction in which nothing happens', () => {
  it.each([
    ['seconds for requests, minutes for workers', {}, ['10s', '5min']],
    ['as long as a pooler says', { behindPooler: true }, ['0', '0']],
  ])('%s', async (_, { behindPooler = false }: { behindPooler?: boolean }, limits) => {
    const { url } = testDatabase;
    const listenUrl = behindPooler ? url : undefined;
    const databases = openServiceDatabases({
      service: 'a',
      url,
      listenUrl,
      poolSize: 1,
      statementTimeout: 0,
    });
    expect([await limitOf(databases.serving), await limitOf(databases.background)]).toEqual(limits);
    await databases.close();
  });
});
