import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase, withDatabaseAway } from './test-database.ts';
import { until } from './until.ts';

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

describe('until', () => {
  it('resolves with the first value found', async () => {
    const seen = [undefined, '', 0, 'roses'];
    expect(await until('there are roses', () => seen.shift())).toBe('roses');
  });

  it('names the expectation after a timeout', async () => {
    await expect(until('there are roses', () => false, 0)).rejects.toThrow(
      'Timed out after 0 s, waiting until there are roses.',
    );
  });

  it('rejects when polling fails', async () => {
    const look = () => Promise.reject(new Error('the garden is closed'));
    await expect(until('there are roses', look)).rejects.toThrow('the garden is closed');
  });
});
