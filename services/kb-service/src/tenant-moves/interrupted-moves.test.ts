import { createTestDatabase, type TestDatabase, until } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { type FaultyProxy, openTestDatabase, startFaultyProxy, untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeEveryTable } from '../testing/every-table.ts';
import { runKb, startKb } from '../testing/run-kb.ts';
import { migrateDatabase } from '../testing/test-service.ts';

const HOST = 'help.example.com';

/** At the end of the target's transaction, by an advisory lock that a test holds. */
const HOLD_COMMIT = `
  create function hold_commit() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(1);
    return null;
  end $$;
  create constraint trigger hold_commit after insert on tenant_arrivals deferrable initially deferred
    for each row when (new.arrived) execute function hold_commit()`;

const FILL_DISK = `
  create function fill_disk() returns trigger language plpgsql as $$
  begin
    raise exception 'could not extend file' using errcode = 'disk_full';
  end $$;
  create trigger fill_disk before insert on guide_views for each row execute function fill_disk()`;

interface Side {
  url: string;
  database: Database;
  drop: TestDatabase['drop'];
}

let source: Side;
let target: Side;
let tenantId: number;

async function openSide(): Promise<Side> {
  const { url, drop } = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
  return { url, drop, database: openTestDatabase(url) };
}

beforeAll(async () => {
  [source, target] = [await openSide(), await openSide()];
  tenantId = await addKnowledgeBase(HOST);
  await writeEveryTable(source.database, tenantId);
});
afterAll(async () => {
  for (const { database, drop } of [source, target]) {
    await closeDatabase(database);
    await drop();
  }
});

const kb = (...words: string[]) => runKb(words, { KB_DATABASE_URL: source.url });
const move = (to = target.url) => kb('move', HOST, '--to', to);
const stateHere = async (): Promise<string | undefined> =>
  (await source.database.oneOrNone('select state from tenant_moves'))?.state;
const isThere = async (): Promise<boolean> =>
  (await target.database.oneOrNone('select from knowledge_bases where host = $1', [HOST])) !== null;
const change = () => source.database.none(`update guides set title = title || '!' where id = 71`);

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

const whileCopying = () => holdTarget('lock table guide_comments in exclusive mode');
const isCopying = () => until('rows are copied', async () => (await stateHere()) === 'copying');

async function addKnowledgeBase(host: string): Promise<number> {
  const { id } = await source.database.one(
    `insert into knowledge_bases (host, name, organization_name) values ($1, 'Help', 'Example') returning id`,
    [host],
  );
  return id;
}

describe('kb move', () => {
  it.each([
    [
      'the source was restarted after a crash, which empties the table of changes',
      'truncate tenant_changes',
      'The database was restarted meanwhile, so changes may be missing. Run the same command again.',
    ],
    [
      'another command has begun to move it',
      `update tenant_moves set id = gen_random_uuid(); delete from tenant_changes`,
      'The move was cancelled or begun again by another command.',
    ],
  ])('gives up when %s', async (_, statement, message) => {
    const held = await whileCopying();
    const moving = move();
    await isCopying();
    await source.database.multi(statement);
    await change();
    await held.release();
    expect(await moving).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(`^Copying.\n(.*\n)*${message}\n$`),
    });
    expect(await isThere()).toBe(false);
    await source.database.none('delete from tenant_moves');
  });

  it('leaves the noted changes to the command that moves it', async () => {
    const held = await holdTarget('lock table schema_migrations in access exclusive mode');
    const moving = move();
    await untilBlocked(target.database);
    await source.database.none(
      `insert into tenant_moves (tenant_id, id, target, state) values ($1, gen_random_uuid(), 'x', 'settling')`,
      [tenantId],
    );
    await change();
    await source.database.none(`update tenant_moves set state = 'read-only'`);
    await held.release();
    expect(await moving).toMatchObject({ code: 1, stderr: 'Another command is moving it.\n' });
    expect(await source.database.any('select table_name from tenant_changes')).toContainEqual({
      table_name: 'guides',
    });
    await source.database.multi('delete from tenant_moves; delete from tenant_changes');
  });

  it('ends when it is interrupted while it copies, and leaves nothing', async () => {
    const held = await whileCopying();
    const { child, ended } = startKb(['move', HOST, '--to', target.url], { KB_DATABASE_URL: source.url });
    await isCopying();
    child.kill('SIGINT');
    await until('its connections have ended', async () => {
      const { open } = await source.database.one(
        `select count(*) as open from pg_stat_activity
         where datname = current_database() and application_name like 'guidepost kb %-%' and state like 'idle in%'`,
      );
      return open === 0;
    });
    await held.release();
    expect(await ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Interrupted: it stays here'),
    });
    expect([await stateHere(), await isThere()]).toEqual([undefined, false]);
    await change();
  });

  it('says that the disk of the other database is full, and leaves nothing', async () => {
    await target.database.none(FILL_DISK);
    expect(await move()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\nThe other database failed: could not extend file\.\n$/),
    });
    expect([await stateHere(), await isThere()]).toEqual([undefined, false]);
    await target.database.none('drop trigger fill_disk on guide_views');
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
      expect([await stateHere(), await isThere()]).toEqual([undefined, false]);
      await change();
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
    const held = await holdTarget('lock table knowledge_bases in exclusive mode');
    const moving = kb('move', other, '--to', target.url);
    await untilBlocked(target.database);
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
