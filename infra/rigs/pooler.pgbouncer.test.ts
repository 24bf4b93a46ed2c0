import { createTestDatabase, type PgBouncer, startPgBouncer } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMENT, DIALOG } from '../../services/forum-service/src/testing/posts.ts';
import { HOST, PATHS, writeEverything } from './content.ts';
import type { ServiceName } from './place.ts';
import { type Instance, startInstance } from './testing/instance.ts';

const SERVICES = ['kb', 'forum'] as const;

/** More than the pooler has connections to the server. */
const AT_ONCE = 20;

describe.each(SERVICES)('%s-service behind PgBouncer in transaction mode', (name) => {
  let url: string;
  let drop: () => Promise<void>;
  let pooler: PgBouncer;
  let plain: Instance;
  let database: Database;

  beforeAll(async () => {
    const prepare = (template: string) => writeEverything(name, template);
    ({ url, drop } = await createTestDatabase({ template: `pooled-${name}`, prepare }));
    pooler = await startPgBouncer(url);
    plain = await startInstance(name, url);
    database = openTestDatabase(url);
  });

  afterAll(async () => {
    await plain.close();
    await closeDatabase(database);
    await pooler.stop();
    await drop();
  });

  const start = (prepared: string) =>
    startInstance(name, pooler.pooled(url), environmentOf(name, url, prepared));

  it('answers as without it, with more requests at once than it has connections', async () => {
    for (const prepared of pooler.keepsPrepared ? ['on', 'off'] : ['off']) {
      const pooled = await start(prepared);
      const asked = await Promise.all(PATHS[name].map((path) => pooled.get(path)));
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
      for (const [index, path] of PATHS[name].entries()) expect(asked[index]).toEqual(await plain.get(path));
      await pooled.close();
    }
  });

  it('takes what is written, and tells the other instances', async () => {
    const pooled = await start('off');
    if (name === 'forum') await postAtOnce(pooled);
    else await voteAtOnce(pooled);
    await pooled.close();
  });

  async function postAtOnce(pooled: Instance): Promise<void> {
    const titles = Array.from({ length: AT_ONCE }, (_, index) => `Post ${index}`);
    const posts = titles.map((title) => pooled.post('/api/help', { ...DIALOG, title, text: title }));
    const comments = titles.map((text) => pooled.post('/api/comment/help/1001', { ...COMMENT, text }));
    expect(new Set(await Promise.all([...posts, ...comments]))).toEqual(new Set([201]));
    const { revision } = await database.one('select revision from forums');
    await plain.heard(revision);
    const listed = await plain.get('/api/help.json?limit=1000');
    expect(titles.filter((title) => !listed.text.includes(`"${title}"`))).toEqual([]);
  }

  async function voteAtOnce(pooled: Instance): Promise<void> {
    const votes = Array.from({ length: AT_ONCE }, () =>
      pooled.post(`/knowledge/v1/${HOST}/guides/31/upvote`, {}),
    );
    expect(new Set(await Promise.all(votes))).toEqual(new Set([200]));
    expect(await database.one('select count(*) from guide_votes')).toEqual({ count: 1 });
  }

  it('leaves nothing behind on the connections that others get, but that statements are not compiled', async () => {
    const pooled = await start('off');
    for (const path of PATHS[name]) await pooled.get(path);
    await pooled.close();
    const shared = openShared(pooler.pooled(url), false);
    const left = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        shared.one(`
          select
            (select count(*) from pg_prepared_statements) as statements,
            (select count(*) from pg_listening_channels()) as channels,
            (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
            (select count(*) from pg_class where relpersistence = 't') as temporary,
            (select array_agg(name) from pg_settings
             where source = 'session' and name not in ('application_name', 'client_encoding', 'jit')) as settings`),
      ),
    );
    const nothing = { statements: 0, channels: 0, locks: 0, temporary: 0, settings: null };
    for (const one of left) expect(one).toEqual(nothing);
    await closeDatabase(shared);
  });

  it('needs statements without names unless the pooler keeps them', async () => {
    const outcome = async (prepared: boolean) => {
      const shared = openShared(pooler.pooled(url), prepared);
      const named = Array.from({ length: AT_ONCE }, () =>
        shared.one({ name: 'one', text: 'select $1::int', values: [1] }),
      );
      const failures = (await Promise.allSettled(named)).filter(({ status }) => status === 'rejected');
      await closeDatabase(shared);
      return failures.length === 0;
    };
    expect([await outcome(true), await outcome(false)]).toEqual([pooler.keepsPrepared, true]);
  });
});

function openShared(url: string, prepared: boolean): Database {
  return openDatabase({
    url,
    poolSize: AT_ONCE,
    applicationName: 'guidepost test',
    statementTimeout: 0,
    prepared,
  });
}

function environmentOf(name: ServiceName, url: string, prepared: string): Record<string, string> {
  const prefix = name.toUpperCase();
  return { [`${prefix}_DATABASE_LISTEN_URL`]: url, [`${prefix}_DATABASE_PREPARED`]: prepared };
}
