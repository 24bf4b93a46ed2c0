import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../services/forum-service/src/tenants/accounts.ts';
import { createForum } from '../../services/forum-service/src/tenants/administration.ts';
import { listForums } from '../../services/forum-service/src/tenants/list-forums.ts';
import { listWrongCounters } from '../../services/forum-service/src/testing/posts.ts';
import { migrateDatabase } from '../../services/forum-service/src/testing/test-service.ts';
import { loadDemoForums, readDemoForums } from './demo-forums.ts';

const { signal } = new AbortController();

describe('the demo forums', () => {
  let created: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    created = await createTestDatabase({
      template: 'demo-forums',
      prepare: (url) => loadDemoForums(url, signal),
    });
    database = openTestDatabase(created.url);
  });
  afterAll(async () => {
    await closeDatabase(database);
    await created.drop();
  });

  it('are imported into an empty database, two of one account in two languages', async () => {
    const { account, forums } = await readDemoForums();
    expect(await listForums(database)).toMatchObject(
      forums.map((forum) => ({ ...forum, account: account.name })),
    );
    expect(forums.map(({ language }) => language)).toEqual(['en', 'sv']);
  });

  it('show every feature of a forum: topics, tags of both kinds, states, votes, answers of the company, the archive', async () => {
    for (const { slug, dialogs, archived_dialogs, comments } of await listForums(database)) {
      expect({
        slug,
        dialogs: dialogs > 15,
        archived: archived_dialogs > 0,
        comments: comments > 20,
      }).toEqual({
        slug,
        dialogs: true,
        archived: true,
        comments: true,
      });
      const found = await database.one(
        `select count(distinct d.topic) as topics, count(distinct d.state) > 2 as states, sum(d.num_votes) > 50 as votes
         from dialogs d join forums f on f.id = d.forum_id where f.slug = $1`,
        [slug],
      );
      expect(found).toEqual({ topics: 4, states: true, votes: true });
    }
    const kinds = await database.any(
      'select distinct is_public from tags union all select distinct is_org_reply from comments',
    );
    expect(kinds).toHaveLength(4);
  });

  it('are recent, so that the insights of the desk show something', async () => {
    const found = await database.any(
      `select f.slug, max(d.last_activity) between now() - interval '4 days' and now() as recent,
         count(*) filter (where d.pub_date > now() - interval '90 days') > 3 as several
       from forums f join dialogs d on d.forum_id = f.id group by f.slug`,
    );
    expect(found.map(({ recent, several }) => [recent, several])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('equal posted content: nothing was refused, and every counter is right', async () => {
    expect(await database.any('select refusals from import_progress where refused > 0')).toEqual([]);
    expect(await listWrongCounters(database)).toEqual([]);
  });

  it('are imported completely or not at all, so that the next start can repeat an interrupted import', async () => {
    const { url, drop } = await createTestDatabase({ template: 'forum', prepare: migrateDatabase });
    const empty = openTestDatabase(url);
    await empty.none("alter table forums add constraint first_alone check (slug = 'demo')");
    await expect(loadDemoForums(url, signal)).rejects.toThrow('first_alone');
    expect(await listForums(empty)).toEqual([]);
    await closeDatabase(empty);
    await drop();
  });

  it('fail in one line when the environment is wrong', async () => {
    const { url, drop } = await createTestDatabase({ template: 'forum', prepare: migrateDatabase });
    process.env.FORUM_SECRET = 'short';
    await expect(loadDemoForums(url, signal)).rejects.toThrow(
      /^infra\/local\/make-demo-forums.ts: FORUM_SECRET must have at least 16 characters$/,
    );
    delete process.env.FORUM_SECRET;
    await drop();
  });

  it('are not imported into a database with a forum', async () => {
    const used = await createTestDatabase({ template: 'forum', prepare: migrateDatabase });
    const itsDatabase = openTestDatabase(used.url);
    await createAccount(itsDatabase, { name: 'Own', allows_metadata: false, allows_keys: false });
    const own = { slug: 'own', account: 'Own', name: 'Own', formal_name: 'Own', language: 'en' };
    await createForum(itsDatabase, { ...own, topics: ['Q'] });
    await loadDemoForums(used.url, signal);
    expect(await listForums(itsDatabase)).toMatchObject([{ slug: 'own' }]);
    await closeDatabase(itsDatabase);
    await used.drop();
  });
});
