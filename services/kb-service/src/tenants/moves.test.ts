import {
  createTestDatabase,
  type LogicalPostgres,
  startLogicalPostgres,
  type TestDatabase,
  until,
} from '@guidepost/local-servers/testing';
import { closeDatabase } from '@guidepost/postgres';
import { compareTenants, findMoveProblems, openMigratedDatabase, openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../schema.ts';
import { OPERATOR, type TestContent } from '../testing/content.ts';
import { writeEveryTable } from '../testing/every-table.ts';
import { runKb, startKb } from '../testing/processes.ts';
import { migrateDatabase, startTestService, type TestService } from '../testing/test-service.ts';
import { editGuide } from '../writing/edit-guide.ts';
import { setLanguages } from './languages.ts';
import { KNOWLEDGE_BASE_TABLES } from './move-knowledge-base.ts';

const HOST = 'help.example.com';
const OTHER = 'other.example.com';
const GUIDES = `/knowledge/v1/${HOST}/guides`;

/** Lets a test hold up the target's transaction before its last statements, by an advisory lock. */
const HOLD_UP = `
  create function hold_up() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(1);
    return new;
  end $$;
  create trigger hold_up before insert on audit_entries
    for each row when (new.action = 'knowledge-base move') execute function hold_up()`;

describe('the tables of a knowledge base', () => {
  it('move in order, or are named with a reason', async () => {
    const { database, close } = await openMigratedDatabase('kb', MIGRATIONS);
    try {
      expect(await findMoveProblems(database, KNOWLEDGE_BASE_TABLES)).toEqual([]);
      await database.none('create table forgotten (knowledge_base_id bigint references knowledge_bases)');
      await database.none('alter table guide_views drop constraint guide_views_pkey, add primary key (day)');
      await database.none('alter table access_keys set unlogged');
      expect(await findMoveProblems(database, KNOWLEDGE_BASE_TABLES)).toEqual([
        'access_keys cannot be replicated',
        'forgotten neither moves nor is named with a reason',
        'guide_views cannot be replicated',
      ]);
    } finally {
      await close();
    }
  });
});

describe('kb move', () => {
  let server: LogicalPostgres;
  let source: TestService;
  let target: TestService;
  let empty: TestDatabase;
  let tenantId: number;

  beforeAll(async () => {
    server = await startLogicalPostgres();
    const start = (contents: TestContent[]) =>
      startTestService(contents, {}, { template: 'kb', prepare: migrateDatabase, ...server });
    source = await start([
      { host: OTHER, guides: [{ id: 71, slug: 'a' }] },
      { host: HOST, guides: [{ id: 11, slug: 'first' }] },
    ]);
    target = await start([]);
    tenantId = (await source.database.one('select id from knowledge_bases where host = $1', [HOST])).id;
    await writeEveryTable(source.database, tenantId);
    await setLanguages(source.database, OPERATOR, { host: HOST, languages: ['en', 'de', 'fr'] });
    await editGuide(source.database, OPERATOR, {
      host: `${HOST}:de`,
      guideId: 71,
      title: 'Umgezogen',
      contentHtml: '<p>Text <img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png"></p>',
      state: 'published',
    });
    await source.database.none(
      `insert into deleted_guides (knowledge_base_id, guide_id, slug, title, published, imported, deleted_by)
         select id, 71, 'weg', 'Weg', true, false, 'Eva' from knowledge_bases where edition_of = $1 and language = 'fr';
       insert into deleted_edition_files (knowledge_base_id, file_id, edition_id, guide_id)
         select edition_of, 5, id, 71 from knowledge_bases where edition_of = $1 and language = 'fr'`,
      [tenantId],
    );
    await source.indexed();
    empty = await createTestDatabase({ template: 'empty', prepare: async () => {}, ...server });
    // Eva works here, too; she has another id.
    await target.database.none(
      `insert into staff_people (id, email) overriding system value values (99, 'EVA@example.com')`,
    );
  });
  afterAll(async () => {
    await empty.drop();
    await source.stop();
    await target.stop();
    await server.stop();
  });

  const kb = (...words: string[]) => runKb(words, { KB_DATABASE_URL: source.url });
  const to = () => ['--to', target.url];
  const asMover = (url: string) => url.replace('postgres@', 'mover@');
  const vote = (service: TestService) =>
    service.request.post(`${GUIDES}/first/upvote`).set('Accept', 'application/vnd.api+json');
  const german = async (service: TestService) => (await service.get(`${GUIDES}/71?language=de`)).body.data;
  const stateIn = async ({ database }: TestService): Promise<string | undefined> =>
    (await database.oneOrNone('select state from tenant_moves where tenant_id = $1', [tenantId]))?.state;
  const movesOf = (service: TestService) => service.database.any('select state from tenant_moves');

  it('only looks with --dry-run', async () => {
    const { code, stdout } = await kb('move', HOST, ...to(), '--dry-run');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^help\.example\.com can move: \d+ rows\. Nothing was changed\.\n$/),
    });
    expect(await movesOf(source)).toEqual([]);
  });

  it.each([
    ['the same database', () => source.url, /^The other database is this one, or a copy of it\.$/],
    [
      'a server that is away',
      () => 'postgres://root@127.0.0.1:1/kb',
      /^The other database cannot be used: .*ECONNREFUSED.*\.$/,
    ],
    [
      'an unknown database',
      () => source.url.replace(/\/\w+(?=\?|$)/, '/nowhere'),
      /^The other database cannot be used: database "nowhere" does not exist\.$/,
    ],
    [
      'an empty database',
      () => empty.url,
      /^The other database has no schema yet\. Run migrate there first\.$/,
    ],
  ])('says what is wrong with %s', async (_, url, message) => {
    const { code, stderr } = await kb('move', HOST, '--to', url());
    expect({ code, stderr: stderr.trim() }).toEqual({
      code: 1,
      stderr: expect.stringMatching(message),
    });
    expect(await movesOf(source)).toEqual([]);
  });

  it.each([
    [
      'another schema',
      `insert into schema_migrations (name, digest) values ('9999-new.sql', 'x')`,
      /another version or service \(9999-new\.sql\)/,
    ],
    [
      'the host name',
      `insert into knowledge_bases (host, name, organization_name) values ('also.example.com', 'A', 'A')`,
      /^also\.example\.com belongs to a knowledge base/,
    ],
    [
      'the id',
      `insert into knowledge_bases (id, host, name, organization_name) overriding system value values (:id, 'x.example.com', 'A', 'A')`,
      /^The id \d+ is taken/,
    ],
    [
      'rows of another tenant with this id',
      `insert into audit_entries (knowledge_base_id, host, done_by, door, action) values (:id, 'gone.example.com', 'A', 'cli', 'import')`,
      /^The id \d+ is taken/,
    ],
    [
      'another secret',
      `insert into secrets (name, value) values ('voters', '1')`,
      /^The other database has a different secret "voters"/,
    ],
  ])('refuses a target that has %s', async (_, statement, message) => {
    await source.database.none(
      `insert into secrets (name, value) values ('voters', '2') on conflict do nothing`,
    );
    const other = await createTestDatabase({ template: 'kb', prepare: migrateDatabase, ...server });
    const database = openTestDatabase(other.url);
    try {
      await database.none(statement.replace(':id', String(tenantId)));
      const { code, stderr } = await kb('move', HOST, '--to', other.url);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
    } finally {
      await closeDatabase(database);
      await other.drop();
    }
    expect(await movesOf(source)).toEqual([]);
  });

  it('needs a server that can replicate, with room for it', async () => {
    const usual = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    const database = openTestDatabase(usual.url);
    await database.none(`insert into knowledge_bases (host, name, organization_name) values ($1, 'A', 'A')`, [
      HOST,
    ]);
    expect(await runKb(['move', HOST, ...to()], { KB_DATABASE_URL: usual.url })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Moving needs wal_level = logical on the server of this database, which has replica\./,
      ),
    });
    await closeDatabase(database);
    await usual.drop();
    await source.database.any(
      `select pg_create_physical_replication_slot('taken_' || n) from generate_series(1, 8) n`,
    );
    expect(await kb('move', HOST, ...to())).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Moving needs 3 replication slots/),
    });
    await source.database.any('select pg_drop_replication_slot(slot_name) from pg_replication_slots');
  });

  it.each([
    [
      'here',
      () => asMover(source.url),
      () => target.url,
      /^The role of this database must be allowed to replicate/,
    ],
    [
      'there',
      () => source.url,
      () => asMover(target.url),
      /^The role of the other database must be allowed to subscribe/,
    ],
  ])('needs a role %s that may replicate', async (_, from, into, message) => {
    await source.database.none(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'mover') then
          create role mover login in role pg_read_all_data;
        end if;
      end $$`);
    const { code, stderr } = await runKb(['move', HOST, '--to', into()], { KB_DATABASE_URL: from() });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
  });

  it('can be killed at the end: readers are served and changes refused until it is known how it ended', async () => {
    const holding = await target.database.connect();
    await holding.any('select pg_advisory_lock(1)');
    await target.database.none(HOLD_UP);
    const { child, ended } = startKb(['move', HOST, ...to()], { KB_DATABASE_URL: source.url });
    await until('changes are refused', async () => (await stateIn(source)) === 'read-only');
    expect((await source.get(GUIDES)).status).toBe(200);
    const refused = await vote(source);
    expect([refused.status, refused.headers['retry-after'], refused.body.errors[0].detail]).toEqual([
      503,
      '1',
      'This is moving to another server. Try again in a moment.',
    ]);
    expect((await source.get(`/knowledge/v1/${OTHER}/guides`)).status).toBe(200);
    child.kill('SIGKILL');
    await ended;
    expect(await kb('move', HOST, '--cancel')).toMatchObject({
      code: 1,
      stderr: 'The move may have succeeded. Give the other database with --to.\n',
    });
    await holding.any('select pg_advisory_unlock(1)');
    await holding.done();
    expect(await kb('move', HOST, '--cancel', ...to())).toMatchObject({
      code: 0,
      stdout: `The move was cancelled: ${HOST} stays here.\n`,
    });
    expect((await vote(source)).status).toBeLessThan(300);
    expect((await target.get(GUIDES)).status).toBe(404);
  });

  it('begins again after a command that was killed while it copied', async () => {
    await source.database.none(
      `insert into tenant_moves (tenant_id, id, target, state) values ($1, gen_random_uuid(), 'x', 'copying')`,
      [tenantId],
    );
    expect((await vote(source)).status).toBeLessThan(300);
  });

  it('copies all rows, answers here with 421, and is read there at once', async () => {
    const before = await target.get(GUIDES);
    const { code, stdout, stderr } = await kb('move', HOST, ...to());
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Copying.\nCopying what has changed meanwhile.\n' });
    expect(stdout).toMatch(
      /^Moved help\.example\.com: \d+ rows in [\d.]+ s; changes were refused for \d+ ms\.\n/,
    );
    expect(before.status).toBe(404);
    // Until it hears of the move, an instance may answer from memory.
    const refused = await until('it is refused here', async () => {
      const answer = await source.get(GUIDES);
      return answer.status === 200 ? undefined : answer;
    });
    expect([refused.status, refused.body.errors[0].code]).toEqual([421, 'moved']);
    expect((await target.get(GUIDES)).body.data).toHaveLength(2);
    expect(await german(target)).toMatchObject({ attributes: { title: 'Umgezogen' } });
    expect(await compareTenants([source.database, target.database], KNOWLEDGE_BASE_TABLES, tenantId)).toEqual(
      {
        // The target's audit names the move, and everything is queued again.
        different: ['search_queue', 'audit_entries'],
        empty: ['search_queue'],
      },
    );
  });

  it('is listed as moved', async () => {
    expect((await kb('list')).stdout).toMatch(
      / MOVE\nhelp\.example\.com .* moved\nother\.example\.com .* no\n/,
    );
    expect((await kb('show', HOST)).stdout).toMatch(/^Move +lives in another database; delete the copy/m);
    expect((await runKb(['list'], { KB_DATABASE_URL: target.url })).stdout).not.toContain('MOVE');
  });

  it('keeps who did what, although a person has another id there', async () => {
    const { eva, bo } = await target.database.one(`
      select (select author_id from guide_drafts) as eva,
        (select p.name from staff_people p join staff_passkeys k on k.person_id = p.id and k.name = 'Phone') as bo`);
    expect([eva, bo]).toEqual([99, 'Bo']);
  });

  it('gives out other ids there than here from then on', async () => {
    const { id } = await target.database.one(
      `insert into knowledge_bases (host, name, organization_name) values ('later.example.com', 'A', 'A') returning id`,
    );
    expect(id).toBeGreaterThan(1_000_000_000_000);
  });

  it('can be told again that it has moved, when it was killed before it knew', async () => {
    await source.database.none(`update tenant_moves set state = 'read-only'`);
    const { code, stdout } = await kb('move', HOST, ...to());
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`${HOST} had moved already`),
    });
    expect(await stateIn(source)).toBe('moved');
  });

  it.each([
    ['moved again', () => to(), /^It has moved already\./],
    ['cancelled', () => ['--cancel'], /^It has moved\. To bring it back, delete the copy here/],
  ])('cannot be %s', async (_, words, message) => {
    expect(await kb('move', HOST, ...words())).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
  });

  it('deletes the copy and nothing else, and can move back', async () => {
    const back = ['move', HOST, '--to', source.url];
    const there = { KB_DATABASE_URL: target.url };
    expect(await runKb(back, there)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('still has the copy from which it moved'),
    });
    expect(await kb('move', HOST, '--delete-copy', '--yes')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Deleted the copy of help\.example\.com: \d+ rows\.\n$/),
      stderr: '',
    });
    expect((await source.get(GUIDES)).status).toBe(404);
    expect((await source.get(`/knowledge/v1/${OTHER}/guides`)).body.data).toHaveLength(1);
    expect((await target.get(GUIDES)).body.data).toHaveLength(2);
    expect(
      await source.database.any('select id from knowledge_bases where host like $1', [`${HOST}%`]),
    ).toEqual([]);
    expect(await runKb(back, there)).toMatchObject({ code: 0 });
    expect((await source.get(GUIDES)).body.data).toHaveLength(2);
    expect(await german(source)).toMatchObject({ attributes: { title: 'Umgezogen' } });
    expect((await target.get(GUIDES)).status).toBe(421);
  });
});
