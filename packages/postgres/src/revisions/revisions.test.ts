import {
  createTestDatabase,
  type TestDatabase,
  until,
  withDatabaseAway,
} from '@guidepost/local-servers/testing';
import { startFaultyProxy } from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, openDatabase } from '../connection/database.ts';
import { openServiceDatabases } from '../connection/service-databases.ts';
import {
  bumpRevision,
  createTenantDirectory,
  type RevisionSource,
  type RevisionWatch,
  watchRevisions,
} from './revisions.ts';

const SOURCE: RevisionSource = { service: 'kb', table: 'tenants' };

/** Waits for state changes without sleeping: each call resolves with the next one. */
function createSignal() {
  let next = Promise.withResolvers<boolean>();
  return {
    heard: (listening: boolean) => {
      next.resolve(listening);
      next = Promise.withResolvers();
    },
    wait: () => next.promise,
  };
}

describe('revisions', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let watch: RevisionWatch;
  let signal: ReturnType<typeof createSignal>;

  beforeEach(async () => {
    testDatabase = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    database = openDatabase({
      url: testDatabase.url,
      poolSize: 3,
      applicationName: 'test',
      statementTimeout: 0,
    });
    await database.none('create table tenants (id bigint primary key, revision bigint not null)');
    await database.none('insert into tenants values (1, 1), (2, 7)');
    signal = createSignal();
    const listening = signal.wait();
    watch = watchRevisions(database, SOURCE, signal.heard);
    expect(await listening).toBe(true);
  });

  afterEach(async () => {
    await watch.stop();
    await closeDatabase(database);
    await testDatabase.drop();
  });

  /** Notifications arrive in order, so one of another tenant shows that earlier ones have arrived. */
  async function settle(): Promise<void> {
    const revision = await bumpRevision(database, SOURCE, 2);
    await until(`the watch knows revision ${revision}`, () => watch.isCurrent(2, revision));
  }

  it('knows the revisions at start', () => {
    expect(watch.isCurrent(1, 1)).toBe(true);
    expect(watch.isCurrent(1, 0)).toBe(false);
    expect(watch.isCurrent(2, 7)).toBe(true);
    expect(watch.isCurrent(3, 1)).toBe(false);
  });

  it('learns what it could not hear after a network failure as soon as a request has failed', async () => {
    const proxy = await startFaultyProxy(testDatabase.url);
    const databases = openServiceDatabases({
      service: 'test',
      url: proxy.url,
      poolSize: 1,
      statementTimeout: 0,
      onLoss: () => remote.check(),
    });
    const heard = createSignal();
    const listening = heard.wait();
    const remote = watchRevisions(databases.listening, SOURCE, heard.heard);
    try {
      expect(await listening).toBe(true);
      await databases.serving.one('select 1 as one');
      await proxy.fail('half-open');
      const revision = await bumpRevision(database, SOURCE, 1);
      expect(remote.isCurrent(1, revision)).toBe(false);
      await expect(databases.serving.one('select 1 as one')).rejects.toThrow('Connection terminated');
      await until('it knows the revision', () => remote.isCurrent(1, revision), 15);
    } finally {
      await remote.stop();
      await databases.close();
      await proxy.close();
    }
  });

  it('learns of a change that another connection commits', async () => {
    expect(await bumpRevision(database, SOURCE, 1)).toBe(2);
    await settle();
    expect(watch.isCurrent(1, 2)).toBe(true);
    expect(watch.isCurrent(1, 1)).toBe(false);
  });

  it('ignores a change that is rolled back', async () => {
    const takenBack = database.tx(async (transaction) => {
      await bumpRevision(transaction, SOURCE, 1);
      throw new Error('taken back');
    });
    await expect(takenBack).rejects.toThrow('taken back');
    await settle();
    expect(watch.isCurrent(1, 1)).toBe(true);
  });

  it('accepts revisions directly, and ignores older ones', () => {
    watch.note(1, 3);
    expect([watch.isCurrent(1, 3), watch.isCurrent(1, 1)]).toEqual([true, false]);
    watch.note(1, 2);
    expect(watch.isCurrent(1, 3)).toBe(true);
  });

  it('reads what has just been committed, and leaves it to notifications when it cannot', async () => {
    await database.none('update tenants set revision = 9 where id = 1');
    await watch.catchUp(1);
    expect(watch.isCurrent(1, 9)).toBe(true);
    await watch.catchUp(404);
    await database.none('alter table tenants rename to away');
    await expect(watch.catchUp(1)).resolves.toBe(undefined);
    await database.none('alter table away rename to tenants');
  });

  it('ignores notifications of other services', async () => {
    await database.one(`select pg_notify('guidepost', 'forum:1:99')`);
    await settle();
    expect(watch.isCurrent(1, 1)).toBe(true);
  });

  it('considers nothing current while not listening, and then catches up', async () => {
    // A change without a notification, as if lost in a gap, and a removed tenant.
    await database.none('update tenants set revision = 5 where id = 1');
    await database.none('delete from tenants where id = 2');
    const lost = signal.wait();
    const { back } = await withDatabaseAway(testDatabase.url, async () => {
      expect(await lost).toBe(false);
      expect(watch.listening).toBe(false);
      expect(watch.isCurrent(1, 1)).toBe(false);
      return { back: signal.wait() };
    });
    expect(await back).toBe(true);
    expect(watch.isCurrent(1, 5)).toBe(true);
    expect(watch.isCurrent(2, 7)).toBe(false);
  });
});

describe('a directory of tenants', () => {
  let stored: Map<string, number>;
  let heard: number;
  let reads: string[];

  beforeEach(() => {
    stored = new Map([['help', 1]]);
    heard = 1;
    reads = [];
  });

  function start() {
    const read = async (name: string) => {
      reads.push(name);
      const revision = stored.get(name);
      return revision === undefined ? undefined : { id: 7, revision };
    };
    return createTenantDirectory(read, { isCurrent: (id, revision) => id === 7 && revision === heard });
  }

  it('reads a tenant once while nothing changes', async () => {
    const directory = start();
    expect(await directory.find('help')).toEqual({ id: 7, revision: 1 });
    expect(await directory.find('help')).toEqual({ id: 7, revision: 1 });
    expect(reads).toEqual(['help']);
  });

  it('reads it again after a change, and always while not listening', async () => {
    const directory = start();
    await directory.find('help');
    heard = 2;
    stored.set('help', 2);
    expect(await directory.find('help')).toEqual({ id: 7, revision: 2 });
    heard = 0;
    await directory.find('help');
    await directory.find('help');
    expect(reads).toHaveLength(4);
  });

  it('does not cache unknown names', async () => {
    const directory = start();
    expect([await directory.find('unknown'), await directory.find('unknown')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(reads).toHaveLength(2);
  });

  it('does not read again after a change that leaves the tenant unchanged', async () => {
    const directory = start();
    await directory.find('help');
    heard = 2;
    directory.advance('help', 2);
    expect(await directory.find('help')).toEqual({ id: 7, revision: 2 });
    expect(reads).toEqual(['help']);
  });

  it('reads it again after another change in between', async () => {
    const directory = start();
    await directory.find('help');
    heard = 3;
    stored.set('help', 3);
    directory.advance('help', 3);
    directory.advance('unknown', 3);
    await directory.find('help');
    expect(reads).toHaveLength(2);
  });
});
