import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerAsZendesk,
  type StandIn,
  startStandIn,
  type ZendeskCentre,
  zendeskArticle,
} from '@guidepost/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startKb } from '../testing/processes.ts';

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
    stderr: expect.stringContaining('127.0.0.1 is not public'),
  });
  expect(vendor.requests).toEqual([]);
});
