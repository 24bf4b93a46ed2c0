import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { png } from '@guidepost/files/testing';
import {
  answerAsZendesk,
  type StandIn,
  startStandIn,
  type ZendeskCentre,
  zendeskArticle,
  zendeskGroup,
} from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { useImportFixture } from '../testing/import-fixture.ts';
import { runKb, startKb } from '../testing/processes.ts';

const CAT = '/hc/article_attachments/501/cat.png';

let folder: string;
let vendor: StandIn;
let centre: ZendeskCentre;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-fetch-'));
  const articles = Array.from({ length: 5 }, (_, index) => zendeskArticle(101 + index));
  centre = {
    articles: [...articles, zendeskArticle(106, { body: `<img src="${CAT}">` })],
    files: { [CAT]: 'cat' },
  };
  vendor = await startStandIn((url) => answerAsZendesk(centre)(url));
});

afterEach(async () => {
  await vendor.stop();
  await rm(folder, { recursive: true });
});

function start(...words: string[]) {
  const all = ['fetch', 'zendesk', vendor.url, join(folder, 'acme'), '--allow-private', ...words];
  return startKb(all, { GUIDEPOST_FETCH_TOKEN: 'ada@example.com/token:secret' });
}

it('S45: kb fetch goes on after it was killed twice, repeats no request and writes its token nowhere', async () => {
  vendor.answerOnce('/api/v2/help_center/articles', { status: 429, headers: { 'Retry-After': '0' } });
  for (let times = 0; times < 2; times += 1) {
    const held = vendor.holdAfter(5);
    const { child, ended } = start();
    await held;
    child.kill('SIGKILL');
    await ended;
  }
  void vendor.holdAfter(Number.POSITIVE_INFINITY);
  const { code, stdout, stderr } = await start('--json').ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ lists: { articles: 6 }, files: { fetched: 1 }, failed: [] });
  const repeated = vendor.requests.filter((path, index) => vendor.requests.indexOf(path) !== index);
  expect(repeated).toEqual([expect.stringContaining('/articles.json')]);
  expect(stdout + (await readFile(join(folder, 'acme/fetch.json'), 'utf8'))).not.toContain('secret');
});

it('kb fetch lists what failed, and its exit code is 1', async () => {
  centre.files = {};
  const { code, stdout, stderr } = await start().ended;
  const host = new URL(vendor.url).host;
  expect({ code, stderr }).toEqual({ code: 1, stderr: '1 thing could not be fetched.\n' });
  expect(stdout).toContain(`Failed: 1\n  ${vendor.url}${CAT}: ${host} answers 404\n`);
});

it('S45: kb fetch asks nothing inside the network without --allow-private', async () => {
  const { code, stderr } = await startKb(['fetch', 'zendesk', vendor.url, join(folder, 'acme')], {}).ended;
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /127\.0\.0\.1 is not public.* What was fetched is kept; run the command again to go on\.$/m,
    ),
  });
  expect(vendor.requests).toEqual([]);
});

describe('a help centre of Zendesk moves in', () => {
  const HOST = 'help.example.com';
  const fixture = useImportFixture();

  it('with kb fetch, and kb import twice, which changes nothing the second time', async () => {
    await fixture.create(HOST);
    const environment = { KB_DATABASE_URL: fixture.url };
    const path = join(folder, 'acme');
    const answerOf = async (...words: string[]) => {
      const { code, stdout, stderr } = await runKb(words, environment);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    };
    centre.sections = [zendeskGroup(20, 'Install', { category_id: 10 })];
    centre.categories = [zendeskGroup(10, 'Start')];
    centre.articles?.push(
      zendeskArticle(107, { user_segment_id: 360 }),
      zendeskArticle(108, {
        body: `<p><a href="https://acme.zendesk.com/hc/articles/101">a</a><img src="https://example.com/a.png"></p>`,
      }),
    );
    centre.files = { [CAT]: png() };
    expect((await start('--json').ended).code).toBe(0);
    await vendor.stop();

    const dryRun = JSON.parse(await answerOf('import', HOST, path, '--dry-run', '--json'));
    expect([dryRun.restricted, dryRun.imagesElsewhere]).toEqual([
      ['articles/107-Article-107: user_segment_id: 360'],
      ['articles/108-Article-108: https://example.com/a.png'],
    ]);
    const [first, second] = [
      JSON.parse(await answerOf('import', HOST, path, '--json')),
      JSON.parse(await answerOf('import', HOST, path, '--json')),
    ];
    expect(first).toMatchObject({
      guides: { created: 8 },
      categories: { created: 2 },
      images: { created: 1 },
    });
    expect(second).toMatchObject({
      guides: { created: 0, updated: 0 },
      categories: { created: 0, updated: 0 },
    });
    const exported = await runKb(['export', HOST, '-'], environment);
    expect(exported.stdout).toContain('"guides"');
    expect(exported.stdout).not.toContain('zendesk.com');
    const checked = JSON.parse(
      await answerOf('redirect', 'check', HOST, join(path, 'addresses.txt'), '--json'),
    );
    expect(checked.map(({ status }: { status: number }) => status)).toEqual(Array(9).fill(301));
  });

  it('a locale is for folders of kb fetch only', async () => {
    const file = join(folder, 'a.md');
    await writeFile(file, '# A\n\na');
    const { code, stderr } = await runKb(['import', HOST, file, '--locale', 'de'], {
      KB_DATABASE_URL: fixture.url,
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '--locale requires a folder of kb fetch. Nothing was changed.\n',
    });
  });
});
