import {
  createTestDatabase,
  type LogicalPostgres,
  startLogicalPostgres,
  type TestDatabase,
  until,
} from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { type FaultyProxy, openTestDatabase, startFaultyProxy } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../testing/content.ts';
import { writeEveryTable } from '../testing/every-table.ts';
import { runKb, startKb } from '../testing/processes.ts';
import { migrateDatabase } from '../testing/test-service.ts';
import { setLanguages } from './languages.ts';

const HOST = 'help.example.com';

/** At the end of the target's transaction, by an advisory lock that a test holds. */
const HOLD_COMMIT = `
  create function hold_commit() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(1);
    return null;
  end $$;
  create constraint trigger hold_commit after update on tenant_arrivals deferrable initially deferred
    for each row when (new.arrived) execute function hold_commit()`;

/** While tags are copied, by another one. */
const HOLD_COPY = `
  create function hold_copy() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(2);
    return new;
  end $$;
  create trigger hold_copy before insert on tags for each row execute function hold_copy();
  alter table tags enable replica trigger hold_copy`;

const FILL_DISK = `
  create function fill_disk() returns trigger language plpgsql as $$
  begin
    raise exception 'could not extend file' using errcode = 'disk_full';
  end $$;
  create trigger fill_disk before insert on guide_views for each row execute function fill_disk();
  alter table guide_views enable replica trigger fill_disk`;

/** Whatever a move makes in a database, and rows of the tenant. */
const TRACES = `
  select pubname::text as trace from pg_publication
  union all select subname from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())
  union all select slot_name from pg_replication_slots where database = current_database()
  union all select tgname from pg_trigger where tgname like 'guidepost_move%'
  union all select state from tenant_moves
  union all select 'mark' from move_marks
  union all select 'arriving' from tenant_arrivals where arrived is not true`;

interface Side {
  url: string;
  database: Database;
  drop: TestDatabase['drop'];
}

let server: LogicalPostgres;
let source: Side;
let target: Side;
let tenantId: number;

async function openSide(): Promise<Side> {
  const { url, drop } = await createTestDatabase({ template: 'kb', prepare: migrateDatabase, ...server });
  return { url, drop, database: openTestDatabase(url) };
}

beforeAll(async () => {
  server = await startLogicalPostgres();
  [source, target] = [await openSide(), await openSide()];
  tenantId = await addKnowledgeBase(HOST);
  await writeEveryTable(source.database, tenantId);
  await target.database.multi(HOLD_COPY);
});
afterAll(async () => {
  for (const { database, drop } of [source, target]) {
    await closeDatabase(database);
    await drop();
  }
  await server.stop();
});

const kb = (...words: string[]) => runKb(words, { KB_DATABASE_URL: source.url });
const move = (to = target.url) => kb('move', HOST, '--to', to);
const stateHere = async (): Promise<string | undefined> =>
  (await source.database.oneOrNone('select state from tenant_moves'))?.state;
const isThere = async (): Promise<boolean> =>
  (await target.database.oneOrNone('select from knowledge_bases where host = $1', [HOST])) !== null;
const change = () => source.database.none(`update guides set title = title || '!' where id = 71`);
const traces = ({ database }: Side) => database.map(TRACES, [], ({ trace }) => String(trace));
const rowsThere = () => target.database.any('select id from guides union all select id from guide_comments');

/** Has a command wait until `release` is called. */
async function holdTarget(statement: string): Promise<{ release(): Promise<void> }> {
  const holding = await target.database.connect();
  await holding.none('begin');
  await holding.any(statement);
  return {
    async release() {
      await holding.none('commit');
      await holding.done();
    },
  };
}

const whileCopying = () => holdTarget('select pg_advisory_xact_lock(2)');
const isCopying = () =>
  until('other tables are copied', async () => (await target.database.any('select from guides')).length > 0);

async function addKnowledgeBase(host: string): Promise<number> {
  const { id } = await source.database.one(
    `insert into knowledge_bases (host, name, organization_name) values ($1, 'Help', 'Example') returning id`,
    [host],
  );
  return id;
}

/** The tenant is where it was, can be changed, and no trace of a move is left on either side. */
async function expectUntouched(): Promise<void> {
  expect([await traces(source), await traces(target), await isThere(), await rowsThere()]).toEqual([
    [],
    [],
    false,
    [],
  ]);
  await change();
}

describe('kb move', () => {
  afterEach(async () => {
    await source.database.none('delete from tenant_arrivals');
  });

  it('is alone, and keeps what a tenant consists of meanwhile', async () => {
    const held = await whileCopying();
    const { child, ended } = startKb(['move', HOST, '--to', target.url], { KB_DATABASE_URL: source.url });
    await isCopying();
    expect(await move()).toMatchObject({ code: 1, stderr: 'Another command is moving it.\n' });
    await expect(
      source.database.none('delete from knowledge_bases where id = $1', [tenantId]),
    ).rejects.toMatchObject({
      code: 'GM503',
    });
    await expect(
      setLanguages(source.database, OPERATOR, { host: HOST, languages: ['en', 'de'] }),
    ).rejects.toMatchObject({ code: 'GM503' });
    await change();
    child.kill('SIGINT');
    await until('it ends', async () => !(await stateHere()));
    await held.release();
    expect(await ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Interrupted: it stays here'),
    });
    await until('the target is cleared', async () => (await traces(target)).length === 0);
    await expectUntouched();
  });

  it('can be cancelled after it was killed while it copied', async () => {
    const held = await whileCopying();
    const { child, ended } = startKb(['move', HOST, '--to', target.url], { KB_DATABASE_URL: source.url });
    await isCopying();
    child.kill('SIGKILL');
    await ended;
    await change();
    await held.release();
    expect(await traces(source)).toContain('copying');
    await until(
      'its locks are gone',
      async () => (await kb('move', HOST, '--cancel', '--to', target.url)).code === 0,
    );
    await expectUntouched();
  });

  it('says that the other database takes no rows, and leaves nothing', async () => {
    await target.database.multi(FILL_DISK);
    expect(await move()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the log of its server says why.\n'),
    });
    await expectUntouched();
    await target.database.none('drop trigger fill_disk on guide_views');
  });

  it('begins again after it was cancelled without the other database', async () => {
    const held = await whileCopying();
    const { child, ended } = startKb(['move', HOST, '--to', target.url], { KB_DATABASE_URL: source.url });
    await isCopying();
    child.kill('SIGKILL');
    await ended;
    await until('its locks are gone', async () => (await kb('move', HOST, '--cancel')).code === 0);
    expect(await traces(source)).toEqual([]);
    await held.release();
    const { code, stdout } = await kb('move', HOST, '--to', target.url, '--dry-run');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('can move') });
  });

  describe('whose target is lost at the commit', () => {
    const isCommitting = () =>
      until('it commits', async () => (await waiters()).length > 0 && (await stateHere()) === 'read-only');
    const waiters = () =>
      target.database.map(
        `select pid from pg_locks
         where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
        [],
        ({ pid }) => Number(pid),
      );
    const hold = () => holdTarget('select pg_advisory_xact_lock(1)');
    let proxy: FaultyProxy;

    beforeAll(async () => {
      await target.database.none(HOLD_COMMIT);
      proxy = await startFaultyProxy(target.url);
    });
    afterAll(() => proxy.close());

    it('stays when the target rolls back', async () => {
      const held = await hold();
      const moving = move();
      await isCommitting();
      await expect(change()).rejects.toMatchObject({ code: 'GM503' });
      for (const pid of await waiters()) await target.database.any('select pg_terminate_backend($1)', [pid]);
      expect(await moving).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/\nThe other database failed: .*\.\n$/),
      });
      await held.release();
      await expectUntouched();
    });

    it('is not known until the target can be reached, and changes are refused', async () => {
      const held = await hold();
      const moving = move(proxy.url);
      await isCommitting();
      await proxy.fail('refuse');
      expect(await moving).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('so it is not known whether the move succeeded'),
      });
      await held.release();
      await until('it lives there', isThere);
      await expect(change()).rejects.toMatchObject({ code: 'GM503' });
      expect(await kb('move', HOST, '--to', target.url, '--dry-run')).toMatchObject({
        code: 1,
        stderr: 'A move was interrupted in its last second. Run it again to find out how it ended.\n',
      });
      await proxy.heal();
      expect(await move(proxy.url)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('had moved already'),
      });
      await expect(change()).rejects.toMatchObject({ code: 'GM421' });
    });

    it('is moved when only the answer was lost', async () => {
      const other = 'second.example.com';
      await addKnowledgeBase(other);
      const held = await hold();
      const moving = kb('move', other, '--to', proxy.url);
      await until('it commits', async () => (await waiters()).length > 0);
      proxy.leadTo(target.url);
      await until('the outcome is asked for', async () => {
        const { asked } = await target.database.one(
          `select count(*) as asked from pg_stat_activity
           where datname = current_database() and query like '%insert into tenant_arrivals%false%' and wait_event_type = 'Lock'`,
        );
        return asked > 0;
      });
      await held.release();
      expect(await moving).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Moved second\.example\.com: /),
      });
    });
  });

  it('brings people along whom rows name that were written while it copied', async () => {
    const other = 'third.example.com';
    const id = await addKnowledgeBase(other);
    await source.database.none(`insert into tags (knowledge_base_id, slug, name) values ($1, 'a', 'A')`, [
      id,
    ]);
    const held = await whileCopying();
    const moving = kb('move', other, '--to', target.url);
    await until('it copies', async () => (await traces(target)).length > 1);
    await source.database.none(
      `with late as (insert into staff_people (email) values ('late@example.com') returning id)
       insert into audit_entries (knowledge_base_id, host, done_by, person_id, door, action)
       select $1, $2, 'Late', id, 'desk', 'guide publish' from late`,
      [id, other],
    );
    await held.release();
    expect(await moving).toMatchObject({ code: 0 });
    expect(
      await target.database.any(
        `select p.email from audit_entries a join staff_people p on p.id = a.person_id where a.host = $1`,
        [other],
      ),
    ).toEqual([{ email: 'late@example.com' }]);
  });
});
