import { createTestDatabase, type TestDatabase, withDatabaseAway } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { createLogger } from '@guidepost/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createKeyUse, type KeyUse } from './key-use.ts';

describe('the last use of a key', () => {
  let cluster: TestDatabase;
  let database: Database;
  let statements: string[] = [];
  let logLines: string[] = [];

  function start(): KeyUse {
    const logger = createLogger({
      service: 'test',
      level: 'warn',
      stream: { write: (line) => void logLines.push(line) },
    });
    const text = 'insert into uses select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[])';
    return createKeyUse({ database, logger, updateLastUse: (values) => ({ text, values }) });
  }

  beforeAll(async () => {
    cluster = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    database = openDatabase({
      url: cluster.url,
      poolSize: 1,
      applicationName: 'guidepost test',
      statementTimeout: 0,
      onStatement: (text) => void statements.push(text),
    });
    await database.none('create table uses (owner_id bigint, id bigint, at timestamptz)');
  });

  beforeEach(async () => {
    await database.none('truncate uses');
    statements = [];
    logLines = [];
  });

  afterAll(async () => {
    await closeDatabase(database);
    await cluster.drop();
  });

  it('is written once for all keys, and with one time for each', async () => {
    const use = start();
    const before = new Date();
    for (const [ownerId, id] of [
      [1, 7],
      [2, 7],
      [1, 7],
      [1, 8],
    ] as const)
      use.note({ ownerId, id });
    await use.flush();
    expect(statements).toHaveLength(1);
    const rows = await database.any('select owner_id, id, at from uses order by owner_id, id');
    expect(rows.map(({ owner_id, id }) => [owner_id, id])).toEqual([
      [1, 7],
      [1, 8],
      [2, 7],
    ]);
    for (const { at } of rows) expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it('writes nothing while no key is used', async () => {
    const use = start();
    use.note({ ownerId: 1, id: 7 });
    await use.flush();
    statements = [];
    await use.flush();
    expect(statements).toEqual([]);
  });

  it('only logs a failure', async () => {
    const use = start();
    use.note({ ownerId: 1, id: 7 });
    await withDatabaseAway(cluster.url, () => use.flush());
    expect(logLines).toEqual([expect.stringContaining('could not store the last use of access keys')]);
  });
});
