import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase, until } from '@guidepost/local-servers/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, openDatabase } from '../connection/database.ts';
import { migrate } from './migrate.ts';

const WAITING = `
  select exists (
    select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
  ) as waiting`;

describe('migrations', () => {
  let testDatabase: TestDatabase;
  let folder: string;
  const opened: Database[] = [];

  function open(): Database {
    const options = { url: testDatabase.url, poolSize: 2, applicationName: 'test', statementTimeout: 1_000 };
    const database = openDatabase(options);
    opened.push(database);
    return database;
  }

  const directory = () => pathToFileURL(`${folder}/`);
  const write = (name: string, text: string) => writeFile(join(folder, name), text);

  beforeEach(async () => {
    testDatabase = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await write('0001-first.sql', 'create table runs (n integer); insert into runs values (1);');
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map(closeDatabase));
    await testDatabase.drop();
    await rm(folder, { recursive: true });
  });

  it('applies each migration once when twenty instances start together', async () => {
    await write('0002-second.sql', 'insert into runs values (2)');
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => migrate(open(), [directory()])));
    expect(outcomes.flat().sort()).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await open().map('select n from runs order by n', [], ({ n }) => n)).toEqual([1, 2]);
  });

  it('applies only new migrations, in numerical order', async () => {
    await migrate(open(), [directory()]);
    await write('0010-tenth.sql', 'insert into runs values (10)');
    await write('0002-second.sql', 'insert into runs values (2)');
    await write('notes.txt', 'this is no migration');
    expect(await migrate(open(), [directory()])).toEqual(['0002-second.sql', '0010-tenth.sql']);
    expect(await migrate(open(), [directory()])).toEqual([]);
  });

  it('keeps what was applied before a failure, and goes on from there', async () => {
    await write('0002-broken.sql', 'insert into runs values (2); insert into no_such_table values (1)');
    await write('0003-third.sql', 'insert into runs values (3)');
    const database = open();
    await expect(migrate(database, [directory()])).rejects.toThrow('no_such_table');
    expect(await database.map('select name from schema_migrations', [], ({ name }) => name)).toEqual([
      '0001-first.sql',
    ]);
    await write('0002-broken.sql', 'insert into runs values (2)');
    expect(await migrate(database, [directory()])).toEqual(['0002-broken.sql', '0003-third.sql']);
    expect(await database.map('select n from runs order by n', [], ({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('holds no locks of one migration during the next', async () => {
    await write('0002-second.sql', 'do $$ begin perform pg_advisory_xact_lock(1); end $$');
    const other = open();
    await other.task(async (task) => {
      await task.any('select pg_advisory_lock(1)');
      const migrating = migrate(open(), [directory()]);
      await until('the second migration waits', async () => (await task.one(WAITING)).waiting);
      expect(await task.one('select n from runs')).toEqual({ n: 1 });
      await task.any('select pg_advisory_unlock(1)');
      expect(await migrating).toEqual(['0001-first.sql', '0002-second.sql']);
    });
  });

  it('says what it waits for', async () => {
    const other = open();
    await other.task(async (task) => {
      await task.any('select pg_advisory_lock(7305801246)');
      const told: string[] = [];
      const migrating = migrate(open(), [directory()], (what) => told.push(what));
      await until('it waits', async () => (await task.one(WAITING)).waiting);
      expect(told).toEqual(['the database', 'another process that updates the schema']);
      await task.any('select pg_advisory_unlock(7305801246)');
      await migrating;
      expect(told).toContain('the migration 0001-first.sql');
    });
  });

  it('rejects a migration that was edited after it was applied', async () => {
    await migrate(open(), [directory()]);
    await write('0001-first.sql', 'create table runs (n bigint)');
    await expect(migrate(open(), [directory()])).rejects.toThrow(
      '0001-first.sql is not the one that was applied to this database',
    );
  });

  it('needs no DDL privileges when nothing is pending', async () => {
    await migrate(open(), [directory()]);
    await open().none(`alter database $1:name set default_transaction_read_only = on`, [
      new URL(testDatabase.url).pathname.slice(1),
    ]);
    expect(await migrate(open(), [directory()])).toEqual([]);
  });

  it('accepts a database that a newer version has migrated', async () => {
    await write('0002-newer.sql', 'insert into runs values (2)');
    await migrate(open(), [directory()]);
    await rm(join(folder, '0002-newer.sql'));
    expect(await migrate(open(), [directory()])).toEqual([]);
  });
});
