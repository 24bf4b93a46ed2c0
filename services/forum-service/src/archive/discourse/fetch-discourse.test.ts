import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shortOfSha1 } from '@guidepost/fetch';
import { png } from '@guidepost/files/testing';
import { type StandIn, startStandIn } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandFixture, startCommandFixture } from '../../testing/command-fixture.ts';
import { answerAsDiscourse, type DiscourseSite, discourseTopic } from '../../testing/discourse-site.ts';

const CAT = png();
const SHA1 = createHash('sha1').update(CAT).digest('hex');
const SHORT = shortOfSha1(SHA1, 'png');

let fixture: CommandFixture;
let folder: string;
/** The folder of stored files. */
let store: string;
let server: StandIn;
let site: DiscourseSite;
let forums = 0;

beforeAll(async () => {
  fixture = await startCommandFixture();
  store = await mkdtemp(join(tmpdir(), 'guidepost-files-'));
  process.env.FORUM_FILES_DIRECTORY = store;
  await fixture.forum('account', 'create', 'Example Ltd');
});
afterAll(async () => {
  delete process.env.FORUM_FILES_DIRECTORY;
  await rm(store, { recursive: true });
  await fixture.stop();
});

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'guidepost-discourse-')), 'acme');
  process.env.FORUM_FILES_DIRECTORY = join(folder, '../stored');
  site = {
    categories: [
      { id: 1, name: 'Support', slug: 'support', read_restricted: false },
      { id: 2, name: 'Staff', slug: 'staff', read_restricted: true },
    ],
    topics: [
      {
        id: 10,
        title: 'How to install?',
        tags: ['install', { id: 4, name: 'linux', slug: 'linux' }],
        posts: [
          { id: 100, raw: `Look: ![cat|6x3](${SHORT})`, actions_summary: [{ id: 2, count: 3 }] },
          ...Array.from({ length: 44 }, (_, index) => ({
            id: 101 + index,
            raw: `Answer ${index + 1}`,
            user_id: 2,
            username: 'bo',
            name: 'Anna Berg',
          })),
          {
            id: 145,
            cooked: '<p>Only <em>HTML</em></p>',
            accepted_answer: true,
            moderator: true,
            user_id: 3,
            username: 'cia',
            name: null,
          },
        ],
      },
      { id: 11, title: 'An idea', vote_count: 5, posts: [{ id: 200, raw: POLL, polls: [RESULTS] }] },
      { id: 12, title: 'Of staff', category_id: 2, posts: [{ id: 300, raw: 'Secret' }] },
      ...Array.from({ length: 30 }, (_, index) => ({
        id: 20 + index,
        title: `Topic ${index}`,
        posts: [{ id: 400 + index, raw: 'Text' }],
      })),
    ],
    files: { [SHORT.slice('upload://'.length)]: { body: CAT } },
  };
  server = await startStandIn((url) => answerAsDiscourse(site)(url));
});
afterEach(async () => {
  await server.stop();
  delete process.env.FORUM_FILES_DIRECTORY;
  await rm(join(folder, '..'), { recursive: true });
});

const POLL = '[poll]\n* A\n* B\n[/poll]';
const RESULTS = {
  name: 'poll',
  results: 'always',
  status: 'open',
  options: [
    { id: 'a', votes: 4 },
    { id: 'b', votes: 1 },
  ],
};

async function newForum(): Promise<string> {
  forums += 1;
  const slug = `fetched-${forums}`;
  await fixture.forum('create', slug, '--account', 'Example Ltd', '--name', slug);
  return slug;
}

async function fetchSite() {
  const { code, stdout, stderr } = await fixture.forum(
    'fetch',
    'discourse',
    server.url,
    folder,
    '--allow-private',
    '--json',
  );
  return { code, stderr, summary: JSON.parse(stdout || 'null') };
}

async function exportOf(slug: string): Promise<Record<string, unknown>[]> {
  const path = join(folder, '..', 'export.ndjson');
  await fixture.forum('export', slug, path, '--with-personal-data', '--force');
  return (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

describe('forum fetch discourse', () => {
  it('saves topics, all of their posts, and files, and asks the second time for what has changed', async () => {
    server.answerOnce('/t/10.json', { status: 429, headers: { 'Retry-After': '0' } });
    const first = await fetchSite();
    expect(first).toMatchObject({
      code: 0,
      summary: { lists: { site: 2, topics: 33, posts: 78 }, files: { fetched: 1 }, failed: [] },
    });
    expect(server.mostAtOnce).toBe(1);
    const addresses = (await readFile(join(folder, 'addresses.txt'), 'utf8')).split('\n');
    expect(addresses).toContain(`${server.url}/t/a-topic/10`);
    site.topics[1] = {
      id: 11,
      title: 'A better idea',
      bumped_at: '2999-01-01T00:00:00Z',
      posts: [{ id: 200, raw: 'New' }],
    };
    server.requests.length = 0;
    await fetchSite();
    expect(server.requests.filter((path) => path.startsWith('/t/'))).toEqual([
      '/t/11.json?include_raw=1&page=1',
    ]);
    const slug = await newForum();
    await fixture.answerOf('import', slug, folder);
    expect((await exportOf(slug)).map(({ title, text }) => [title, text])).toContainEqual([
      'A better idea',
      'New',
    ]);
  });

  it('S45: follows no file inwards, and says so', async () => {
    site.files = {
      [SHORT.slice('upload://'.length)]: { status: 302, headers: { Location: 'http://127.0.0.1:1/x' } },
    };
    const { code, summary } = await fetchSite();
    expect([code, summary.failed]).toEqual([
      1,
      [
        {
          what: expect.stringContaining('/uploads/short-url/'),
          why: expect.stringContaining('leads to another host'),
        },
      ],
    ]);
  });
});

describe('forum import of fetched topics', () => {
  it('has everything that everyone may read, with likes and votes as numbers', async () => {
    await fetchSite();
    const slug = await newForum();
    const summary = await fixture.answerOf('import', slug, folder);
    expect(summary).toMatchObject({
      dialogs: 32,
      comments: 45,
      refused: 0,
      files: 1,
      left_out: { restricted: 1 },
    });
    const dialogs = await exportOf(slug);
    const topic = dialogs.find(({ title }) => title === 'How to install?');
    expect(topic).toMatchObject({
      topic: 'Q',
      name: 'Anna Berg (anna)',
      state: 'answered',
      earlier_votes: 3,
      pub_date: '2020-01-27T11:32:03.646000Z',
    });
    const comments = topic?.comments as Record<string, unknown>[];
    expect(comments).toHaveLength(45);
    expect(comments[0]).toMatchObject({ name: 'Anna Berg (bo)', text: 'Answer 1' });
    expect(comments[44]).toMatchObject({
      name: 'cia',
      text: 'Only *HTML*',
      accepted: true,
      is_org_reply: true,
    });
    expect(dialogs.find(({ title }) => title === 'An idea')).toMatchObject({
      text: '* A (4)\n* B (1)',
      earlier_votes: 5,
    });
    expect(await fixture.answerOf('import', slug, folder)).toMatchObject({ finished_before: true });
  });

  it('reads answers that were saved otherwise, without a list of categories', async () => {
    await mkdir(folder);
    await writeFile(join(folder, '10.json'), JSON.stringify(discourseTopic(site.topics[0] ?? never())));
    const slug = await newForum();
    expect(await fixture.answerOf('import', slug, folder)).toMatchObject({ dialogs: 1, comments: 19 });
  });

  it.each<[what: string, file: string, content: string, message: string]>([
    ['no topics', 'x.json', '{}', 'has no topics of Discourse'],
    ['broken JSON', 'x.json', '{"a', 'x.json: is not JSON'],
    ['other things', 'x.txt', 'x', 'has no topics of Discourse'],
  ])('refuses a folder with %s', async (_, file, content, message) => {
    await mkdir(folder);
    await writeFile(join(folder, file), content);
    expect(await fixture.forum('import', await newForum(), folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  });
});

function never(): never {
  throw new Error('missing');
}
