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
    client.on('error', () => {}); // being cut off is the point
    await client.connect();
    return client;
  }

  it('cuts off who is connected and refuses everybody until it is back', async () => {
    const connected = await connect();
    await withDatabaseAway(database.url, async () => {
      await expect(connected.query('select 1')).rejects.toThrow();
      await expect(connect()).rejects.toThrow('not currently accepting connections');
    });
    await (await connect()).end();
  });

  it('brings the database back when the action throws', async () => {
    const failing = withDatabaseAway(database.url, () => Promise.reject(new Error('assertion failed')));
    await expect(failing).rejects.toThrow('assertion failed');
    await (await connect()).end();
  });
});
