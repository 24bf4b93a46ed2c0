import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from './database.ts';
import { openServiceDatabases } from './service-databases.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ template: 'empty', prepare: async () => {} });
});
afterAll(() => testDatabase.drop());

describe('the just-in-time compiler, which takes longer than most statements', () => {
  it('is off for every connection of a pool, whatever the server says', async () => {
    const { url } = testDatabase;
    const databases = openServiceDatabases({
      service: 'a',
      url,
      replicaUrl: url,
      poolSize: 2,
      statementTimeout: 0,
    });
    const { serving, background, replica } = databases;
    const { name } = await serving.one('select current_database() as name');
    await serving.none('alter database $1:name set jit = on', [name]);
    const pools = [serving, serving, background, replica ?? serving];
    const ask = async (pool: Database) =>
      (await pool.one(`select current_setting('jit') as jit, pg_sleep(0.1)`)).jit;
    expect(await Promise.all(pools.map(ask))).toEqual(['off', 'off', 'off', 'off']);
    await databases.close();
  });
});

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
