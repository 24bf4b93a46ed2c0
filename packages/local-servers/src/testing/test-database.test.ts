import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from './test-database.ts';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('prepares the template once for concurrent callers', async () => {
    let preparations = 0;
    const options = {
      template: 'counted',
      prepare: async (url: string) => {
        preparations += 1;
        await query(url, 'create table prepared (name text)');
      },
    };
    const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase(options)));
    expect(preparations).toBe(1);
    expect(new Set(databases.map((database) => database.url)).size).toBe(3);
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('gives each caller a separate database', async () => {
    const options = {
      template: 'alone',
      prepare: async (url: string) => void (await query(url, 'create table t (n int)')),
    };
    const [first, second] = [await createTestDatabase(options), await createTestDatabase(options)];
    await query(first.url, 'insert into t values (1)');
    expect(await query(second.url, 'select * from t')).toEqual([]);
    await Promise.all([first.drop(), second.drop()]);
  });

  it('prepares the template again after a failure', async () => {
    const failing = {
      template: 'failing',
      prepare: async (url: string) => {
        await query(url, 'create table half (n int)');
        throw new Error('migration failed');
      },
    };
    await expect(createTestDatabase(failing)).rejects.toThrow('migration failed');
    const database = await createTestDatabase({ template: 'failing', prepare: async () => {} });
    expect(await query(database.url, "select to_regclass('half') as half")).toEqual([{ half: null }]);
    await database.drop();
  });

  it('drops a database that is still in use', async () => {
    const database = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    const client = new pg.Client(database.url);
    client.on('error', () => {}); // disconnected on purpose
    await client.connect();
    await database.drop();
    await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
  });
});
