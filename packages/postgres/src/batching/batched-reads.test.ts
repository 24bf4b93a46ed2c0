import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ContentReader, closeDatabase, type Database, openDatabase } from '../connection/database.ts';
import type { BoundStatement } from '../sql/sql.ts';
import { batchable, createBatchedReads } from './batched-reads.ts';

const SCHEMA = `
  create table guides (tenant_id bigint, id bigint, title text, parts integer, primary key (tenant_id, id));
  insert into guides select tenant, id, 'Guide ' || tenant || '-' || id, 1
  from generate_series(1, 2) tenant, generate_series(1, 40) id`;

const find = batchable(
  (values) => ({
    name: 'find',
    text: 'select id, title, 1 / parts as whole from guides where tenant_id = $1 and id = $2',
    values,
  }),
  { 2: 'bigint' },
);

const listFrom = batchable(
  (values) => ({
    name: 'list',
    text: 'select id from guides where tenant_id = $1 and id >= $2 order by id desc limit $3\n',
    values,
  }),
  { 2: 'bigint' },
);

interface Guide {
  id: number;
  title: string;
}

describe('batched reads', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let sent: BoundStatement[];
  /** Lets the first statement reach the database. */
  let release: () => void;
  let reads: ContentReader;

  beforeAll(async () => {
    testDatabase = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    database = openDatabase({
      url: testDatabase.url,
      poolSize: 3,
      applicationName: 'test',
      statementTimeout: 0,
    });
    await database.none(SCHEMA);
  });

  afterAll(async () => {
    await closeDatabase(database);
    await testDatabase.drop();
  });

  beforeEach(() => {
    sent = [];
    const released = Promise.withResolvers<void>();
    release = released.resolve;
    reads = createBatchedReads({
      async any<Row>(statement: BoundStatement) {
        sent.push(statement);
        await released.promise;
        return database.any<Row>(statement);
      },
      one: (statement) => database.one(statement),
      oneOrNone: (statement) => database.oneOrNone(statement),
    });
  });

  const findGuide = (id: number, tenant = 1) => reads.oneOrNone<Guide>(find([tenant, id]));
  const titleOf = async (guide: Promise<Guide | null>) => (await guide)?.title;

  it('sends a lone request at once, as it is', async () => {
    const guide = findGuide(1);
    expect(sent).toEqual([find([1, 1])]);
    release();
    expect(await titleOf(guide)).toBe('Guide 1-1');
    expect(await titleOf(findGuide(2))).toBe('Guide 1-2');
    expect(sent).toEqual([find([1, 1]), find([1, 2])]);
  });

  it('reads with one statement what is asked for meanwhile, also twice or in vain', async () => {
    const titles = [1, 2, 99, 3, 2].map((id) => titleOf(findGuide(id)));
    expect(sent).toHaveLength(1);
    release();
    expect(await Promise.all(titles)).toEqual([
      'Guide 1-1',
      'Guide 1-2',
      undefined,
      'Guide 1-3',
      'Guide 1-2',
    ]);
    expect(sent).toHaveLength(2);
  });

  it('adds nothing to the rows', async () => {
    const guides = [findGuide(1), findGuide(2)];
    release();
    expect(await Promise.all(guides)).toEqual([
      { id: 1, title: 'Guide 1-1', whole: 1 },
      { id: 2, title: 'Guide 1-2', whole: 1 },
    ]);
  });

  it('keeps the rows of each request in order', async () => {
    const lists = [40, 39, 41, 38].map((id) => reads.any<Guide>(listFrom([1, id, 2])));
    release();
    const ids = (await Promise.all(lists)).map((rows) => rows.map(({ id }) => id));
    expect(ids).toEqual([[40], [40, 39], [], [40, 39]]);
  });

  it('reads nothing older than the request', async () => {
    const first = findGuide(4);
    const second = findGuide(5);
    await database.none("update guides set title = 'Changed' where tenant_id = 1 and id in (4, 5)");
    const third = findGuide(4);
    release();
    await first;
    expect(await Promise.all([second, third].map(titleOf))).toEqual(['Changed', 'Changed']);
  });

  it('never mixes tenants, or requests with other limits', async () => {
    const guides = [findGuide(1, 1), findGuide(1, 2)];
    const lists = [1, 3].map((limit) => reads.any(listFrom([1, 1, limit])));
    expect(sent).toHaveLength(4);
    release();
    expect(await Promise.all(guides.map(titleOf))).toEqual(['Guide 1-1', 'Guide 2-1']);
    expect((await Promise.all(lists)).map(({ length }) => length)).toEqual([1, 3]);
  });

  it('lets the error of one request spoil no other', async () => {
    await database.none('update guides set parts = 0 where tenant_id = 2 and id = 2');
    const guides = [1, 2, 3].map((id) => findGuide(id, 2));
    release();
    expect(await Promise.allSettled(guides)).toMatchObject([
      { value: { id: 1 } },
      { reason: { message: 'division by zero' } },
      { value: { id: 3 } },
    ]);
  });

  it('reads 16 together at most', async () => {
    const titles = Array.from({ length: 40 }, (_, index) => titleOf(findGuide(index + 1)));
    release();
    await Promise.all(titles);
    expect(sent.map(({ values: [, ids] }) => (Array.isArray(ids) ? ids.length : 1))).toEqual([1, 16, 16, 7]);
  });
});
