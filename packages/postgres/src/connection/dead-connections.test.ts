import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { type FaultyProxy, startFaultyProxy, untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, type Executor, openDatabase } from './database.ts';

let testDatabase: TestDatabase;
let proxy: FaultyProxy;
let database: Database;
let direct: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ template: 'empty', prepare: async () => {} });
  proxy = await startFaultyProxy(testDatabase.url);
  const options = { poolSize: 3, applicationName: 'test', statementTimeout: 0 };
  database = openDatabase({ ...options, url: proxy.url });
  direct = openDatabase({ ...options, url: testDatabase.url });
});
afterAll(async () => {
  await closeDatabase(database);
  await closeDatabase(direct);
  await proxy.close();
  await testDatabase.drop();
});

const pid = async () => (await database.one<{ pid: number }>('select pg_backend_pid() as pid')).pid;

/** Turns of the event loop: enough for what has happened to be told, not for anything to happen. */
async function someTurns(): Promise<undefined> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
}

describe('a connection without an answer', () => {
  it('is kept while the server works on its statement', async () => {
    const before = await pid();
    await database.any('select pg_sleep(1.5)');
    expect(await pid()).toBe(before);
  });

  it('is kept while its statement is on the way', async () => {
    const before = await pid();
    await proxy.fail('full');
    const taken = database.one('select length($1) as length', ['x'.repeat(20_000_000)]);
    await direct.any('select pg_sleep(1.5)');
    await proxy.heal();
    expect(await taken).toEqual({ length: 20_000_000 });
    expect(await pid()).toBe(before);
  });

  it('is kept while the last of its statement is on the way, which is written already', async () => {
    const before = await pid();
    await proxy.fail('narrow');
    const taken = await database.one('select length($1) as length', ['x'.repeat(4_000_000)]);
    await proxy.heal();
    expect(taken).toEqual({ length: 4_000_000 });
    expect(await pid()).toBe(before);
  });

  it('is ended once the server has nothing to answer, and another one takes its place', async () => {
    const before = await pid();
    await proxy.fail('half-open');
    await expect(pid()).rejects.toThrow('Connection terminated');
    expect(await pid()).not.toBe(before);
  });

  it('leaves no lock behind, also if others wait for it that are dead, too', async () => {
    const lock = (executor: Executor) => executor.any('select pg_advisory_xact_lock(1)');
    const [locked, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = database.tx(async (transaction) => {
      await lock(transaction);
      locked.resolve();
      await others.promise;
      await transaction.any('select 1');
    });
    await locked.promise;
    const waiting = Promise.allSettled([database.tx(lock), database.tx(lock)]);
    await untilBlocked(direct, 2);
    await proxy.fail('lost');
    others.resolve();
    await expect(first).rejects.toThrow(/terminated|connection error/);
    // One after the other they would fail half a second apart.
    const together = await Promise.race([waiting, someTurns()]);
    expect(together).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    await direct.any('select pg_advisory_lock(1)');
  });

  it('takes those with it that nothing uses, so that they fail nothing', async () => {
    const all = () => Promise.all([pid(), pid(), pid()]);
    const before = await all();
    await proxy.fail('half-open');
    await expect(pid()).rejects.toThrow('Connection terminated');
    const after = await all();
    expect(after.filter((one) => before.includes(one))).toEqual([]);
  });
});
