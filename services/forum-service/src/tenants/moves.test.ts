import { type LogicalPostgres, startLogicalPostgres } from '@guidepost/local-servers/testing';
import { compareTenants, findMoveProblems } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Commands, commandsOn } from '../testing/command-fixture.ts';
import { writeForum } from '../testing/content.ts';
import { writeEveryTable } from '../testing/every-table.ts';
import { DIALOG } from '../testing/posts.ts';
import { migrateDatabase, startTestService, type TestService } from '../testing/test-service.ts';
import { ACCOUNT_TABLES } from './move-account.ts';

const SLUG = 'help';
const POSTERS = 3;
const POSTS = 20;

let server: LogicalPostgres;
let source: TestService;
let target: TestService;
let tenantId: number;
let commands: Commands;

beforeAll(async () => {
  server = await startLogicalPostgres();
  const template = { template: 'forum', prepare: migrateDatabase, serverUrl: server.serverUrl };
  const start = () => startTestService({ RATE_LIMITS: 'off' }, template);
  [source, target] = await Promise.all([start(), start()]);
  commands = commandsOn(source.url);
  await writeForum(source.database, { slug: 'neighbour' });
  tenantId = await writeEveryTable(source.database, await writeForum(source.database, { slug: SLUG }));
  // The rows have ids of their own, which the posts of a fast machine would reach.
  await source.database.any("select setval(oid::regclass, 100000) from pg_class where relkind = 'S'");
});
afterAll(async () => {
  commands.release();
  await Promise.all([source.stop(), target.stop()]);
  await server.stop();
});

/** As a proxy and a client do it together: sent on after 421, tried again after 503. @returns who has stored it */
async function post(title: string): Promise<TestService> {
  for (;;) {
    for (const service of [source, target]) {
      const { status } = await service.request.post(`/api/${SLUG}`).send({ ...DIALOG, title, text: title });
      if (status === 201) return service;
      if (status !== 421 && status !== 503) throw new Error(`a post was answered with ${status}`);
      if (status === 503) break;
    }
  }
}

function titlesIn({ database }: TestService): Promise<string[]> {
  return database.map(
    `select title from dialogs where title like 'Post %' order by title collate "C"`,
    [],
    ({ title }) => title,
  );
}

describe('the tables of an account', () => {
  it('move in order, or are named with a reason', async () => {
    expect(await findMoveProblems(source.database, ACCOUNT_TABLES)).toEqual([]);
  });
});

describe('forum move', () => {
  it('moves all forums of an account, or none', async () => {
    await source.database.none(
      `insert into forums (account_id, slug, name, formal_name, default_topic) values ($1, 'second', 'S', 'S', 'Q')`,
      [tenantId],
    );
    const { code, stderr } = await commands.forum('move', SLUG, '--to', target.url);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Forums of an account share keys, staff and webhooks, so they move together. ${SLUG} also has second. Add --whole-account for all of them.\n`,
    });
    expect((await commands.forum('move', SLUG, '--cancel')).stderr).toBe('It is not being moved.\n');
  });

  it('loses no post and doubles none, while people write', async () => {
    const storedBy = new Map<string, TestService>();
    let [done, after] = [false, 0];
    async function keepPosting(_: unknown, poster: number): Promise<void> {
      for (let number = 0; !done || after < POSTS; number += 1) {
        const title = `Post ${poster}-${number}`;
        const service = await post(title);
        storedBy.set(title, service);
        // People read between their posts; without that, a machine may post faster than it copies.
        await service.get(`/api/${SLUG}.json`);
        if (done) after += 1;
      }
    }
    const started = performance.now();
    const posting = Promise.all(Array.from({ length: POSTERS }, keepPosting));
    while (storedBy.size < POSTS) await source.get(`/api/${SLUG}.json`);
    const { code, stdout, stderr } = await commands.forum(
      'move',
      SLUG,
      '--to',
      target.url,
      '--whole-account',
    );
    done = true;
    await posting;
    const rate = (storedBy.size / (performance.now() - started)) * 1_000;
    console.log(`${storedBy.size} posts, ${rate.toFixed(0)} a second. ${stdout.split('\n')[0]}`);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Copying\.\nCopying what has changed meanwhile\.\n(Waiting for a change .*\n)?$/);
    const titles = [...storedBy.keys()].toSorted();
    const kept = titles.filter((title) => storedBy.get(title) === source);
    expect(await titlesIn(target)).toEqual(titles);
    expect(await titlesIn(source)).toEqual(kept);
    expect(titles.length - kept.length).toBeGreaterThanOrEqual(POSTS);
  });

  it('copies every table', async () => {
    const { empty } = await compareTenants([source.database, target.database], ACCOUNT_TABLES, tenantId);
    expect(empty).toEqual([]);
    const { rows } = await target.database.one(
      `select (
         select accepted_comment from dialogs where id = 1070
       ) + (select count(*) from staff_notices where tenant_id = $1) + (select count(*) from posters where id = 1007) as rows`,
      [tenantId],
    );
    expect(rows).toBe(1082);
  });

  it('is listed as moved, with its account', async () => {
    expect((await commands.forum('list')).stdout).toMatch(
      /^help .* moved\nneighbour .* no\nsecond .* moved$/m,
    );
    expect((await commands.forum('account', 'list')).stdout).toMatch(/^help .* moved$/m);
  });

  it('refuses every change here afterwards', async () => {
    await expect(source.database.none('update dialogs set views = 0 where id = 1070')).rejects.toMatchObject({
      code: 'GM421',
    });
    await expect(
      source.database.none('delete from access_keys where account_id = $1', [tenantId]),
    ).rejects.toMatchObject({ code: 'GM421' });
    expect((await source.get('/api/second.json')).status).toBe(421);
  });
});
