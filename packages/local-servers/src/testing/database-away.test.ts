import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { withDatabaseAway } from './database-away.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

describe('withDatabaseAway', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'empty', prepare: async () => {} });
  });
  afterAll(() => database.drop());

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(database.url);
    client.on('error', () => {}); // disconnected on purpose
    await client.connect();
    return client;
  }

  it('disconnects clients and refuses new ones until it is back', async () => {
    const connected = await connect();
    await withDatabaseAway(database.url, async () => {
      await expect(connected.query('select 1')).rejects.toThrow();
      await expect(connect()).rejects.toThrow('not currently accepting connections');
    });
    await (await connect()).end();
  });

  it('restores the database when the action throws', async () => {
    const failing = withDatabaseAway(database.url, () => Promise.reject(new Error('assertion failed')));
    await expect(failing).rejects.toThrow('assertion failed');
    await (await connect()).end();
  });
});
