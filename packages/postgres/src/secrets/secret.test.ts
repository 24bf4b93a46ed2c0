import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, openDatabase } from '../connection/database.ts';
import { createSecret } from './secret.ts';

function open(url: string): Database {
  return openDatabase({ url, poolSize: 1, applicationName: 'guidepost test', statementTimeout: 0 });
}

describe('the secret of the database', () => {
  let cluster: TestDatabase;
  const databases: Database[] = [];

  beforeAll(async () => {
    cluster = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    databases.push(...Array.from({ length: 5 }, () => open(cluster.url)));
    await databases[0]?.none('create table secrets (name text primary key, value bytea not null)');
  });

  afterAll(async () => {
    await Promise.all(databases.map(closeDatabase));
    await cluster.drop();
  });

  const secrets = (name: string, configured?: string) =>
    Promise.all(databases.map((database) => createSecret(database, { name, configured })()));

  it('is generated once when several instances start together', async () => {
    const made = await secrets('voters');
    expect(new Set(made.map(String)).size).toBe(1);
    expect(made[0]).toHaveLength(32);
    expect(await secrets('voters')).toEqual(made);
  });

  it('differs by name', async () => {
    expect((await secrets('voters'))[0]).not.toEqual((await secrets('visitors'))[0]);
  });

  it('is not generated if one is configured', async () => {
    expect(new Set(await secrets('configured', 'a configured secret'))).toEqual(
      new Set(['a configured secret']),
    );
    const rows = await databases[0]?.any("select name from secrets where name = 'configured'");
    expect(rows).toEqual([]);
  });
});
