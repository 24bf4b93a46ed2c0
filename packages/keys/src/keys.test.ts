import { createTestDatabase, type TestDatabase, withDatabaseAway } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { createLogger } from '@guidepost/service-kit/process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAccessKey, findByHash, hashAccessKey, maskTokens, readBearerKey } from './access-key.ts';
import { createKeyUse, type KeyUse } from './key-ring.ts';

describe('an access key', () => {
  it('has a prefix that tells what it is, and needs no encoding anywhere', () => {
    expect(createAccessKey()).toMatch(/^gpk_[A-Za-z0-9_-]{43}$/);
  });

  it('is random: at least 160 bits, never repeated', () => {
    const keys = Array.from({ length: 1_000 }, createAccessKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Buffer.from(keys[0]?.slice(4) ?? '', 'base64url').length * 8).toBeGreaterThanOrEqual(160);
  });

  it('is stored as its SHA-256', () => {
    expect(hashAccessKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it.each(['Bearer ', 'bearer   '])('is read after "%s"', (scheme) => {
    const key = createAccessKey();
    expect(readBearerKey(`${scheme}${key}`)).toBe(key);
  });

  it('is masked anywhere in a text', () => {
    expect(maskTokens(`/guides/${createAccessKey()}/${createAccessKey()}`)).toBe('/guides/gpk_…/gpk_…');
  });

  it.each([
    ['1 MB of letters', `Bearer gpk_${'a'.repeat(1_000_000)}`],
    ['1 MB of spaces', `Bearer${' '.repeat(1_000_000)}gpk_`],
    ['nothing', ''],
    ['no header', undefined],
  ])('is not read from %s', (_, header) => {
    expect(readBearerKey(header)).toBeUndefined();
  });
});

describe('findByHash', () => {
  const keys = [1, 2].map((id) => ({ id, key: createAccessKey() }));
  const stored = keys.map(({ id, key }) => ({ id, hash: hashAccessKey(key) }));

  it.each(keys)('finds a key among several: $id', ({ id, key }) => {
    expect(findByHash(stored, hashAccessKey(key))?.id).toBe(id);
  });

  it('finds nothing for an unknown hash', () => {
    expect(findByHash(stored, hashAccessKey(createAccessKey()))).toBeUndefined();
    expect(findByHash([], hashAccessKey('abc'))).toBeUndefined();
  });
});

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
