import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { shortOfSha1 } from '@guidepost/fetch';
import { png } from '@guidepost/files/testing';
import type { Database } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CommandFixture, startCommandFixture } from '../../testing/command-fixture.ts';
import { type DiscourseBackup, dumpOf, writeDiscourseBackup } from '../../testing/discourse-backup.ts';
import { listWrongCounters } from '../../testing/posts.ts';

const CAT = png();
const SHA1 = createHash('sha1').update(CAT).digest('hex');
const UPLOAD = `original/1X/${SHA1}.png`;

/** A forum with one of everything. */
const FORUM: DiscourseBackup = {
  tables: {
    categories: [
      { id: 1, name: 'Support', slug: 'support' },
      { id: 2, name: 'Ideas', slug: 'ideas' },
      { id: 3, name: 'Staff', slug: 'staff', read_restricted: true },
      { id: 4, name: 'Plans', slug: 'plans', parent_category_id: 3 },
      { id: 5, name: 'Linux, BSD', slug: 'linux', parent_category_id: 1 },
    ],
    users: [
      { id: -1, username: 'system', name: null, admin: true },
      { id: 1, username: 'anna', name: 'Anna Berg', title: 'Customer' },
      { id: 2, username: 'bo.k', name: '', moderator: true },
      { id: 3, username: 'cia', name: 'Cia', active: false },
      { id: 4, username: 'spam', name: 'Spam', staged: true, silenced_till: '9999-01-01 00:00:00' },
      { id: 5, username: 'dan', name: 'Dan' },
    ],
    user_emails: [
      { id: 1, user_id: 1, email: 'anna@example.com' },
      { id: 2, user_id: 1, email: 'second@example.com', primary: false },
      { id: 3, user_id: 3, email: 'cia@example.com' },
      { id: 4, user_id: 5, email: 'dan@anonymized.invalid' },
    ],
    groups: [{ id: 41, name: 'experts' }],
    group_users: [{ id: 1, group_id: 41, user_id: 3 }],
    tags: [
      { id: 1, name: 'install' },
      { id: 2, name: 'secret' },
    ],
    tag_group_memberships: [{ tag_id: 2, tag_group_id: 1 }],
    tag_group_permissions: [{ tag_group_id: 1, group_id: 3 }],
    topic_tags: [
      { id: 1, topic_id: 10, tag_id: 1 },
      { id: 2, topic_id: 10, tag_id: 2 },
    ],
    topics: [
      { id: 10, title: 'How to\tinstall?', views: 34 },
      { id: 11, title: 'An idea', category_id: 2 },
      { id: 12, title: 'Private', archetype: 'private_message', category_id: null },
      { id: 13, title: 'Of staff', category_id: 3 },
      { id: 14, title: 'Of plans', category_id: 4 },
      { id: 15, title: 'Deleted', deleted_at: '2020-02-02 00:00:00' },
      { id: 16, title: 'Hidden' },
      { id: 17, title: 'Unlisted', visible: false, category_id: 5 },
      { id: 18, title: 'x'.repeat(255), category_id: null },
    ],
    posts: [
      {
        id: 100,
        topic_id: 10,
        user_id: 1,
        raw: `# Help\n@cia see ![cat|6x3](${shortOfSha1(SHA1, 'png')})\nC:\\new\\table\tx`,
      },
      {
        id: 101,
        topic_id: 10,
        user_id: 2,
        post_number: 2,
        raw: '[quote="anna, post:1, topic:10"]\nHelp\n[/quote]\nSo. :smile:',
        reply_to_post_number: 1,
      },
      { id: 102, topic_id: 10, user_id: 3, post_number: 3, raw: 'Or so.', reply_to_post_number: 2 },
      { id: 103, topic_id: 10, user_id: 3, post_number: 4, raw: 'Gone', deleted_at: '2020-02-02 00:00:00' },
      { id: 104, topic_id: 10, user_id: 3, post_number: 5, raw: 'Withdrawn', user_deleted: true },
      { id: 105, topic_id: 10, user_id: 3, post_number: 6, raw: 'Rude', hidden: true },
      { id: 106, topic_id: 10, user_id: 2, post_number: 7, raw: '', post_type: 3 },
      { id: 107, topic_id: 10, user_id: 2, post_number: 8, raw: 'Whisper', post_type: 4 },
      { id: 108, topic_id: 10, user_id: 4, post_number: 9, raw: 'Buy' },
      { id: 109, topic_id: 10, user_id: 999, post_number: 10, raw: '', cooked: '<p>From <b>cooked</b></p>' },
      { id: 110, topic_id: 11, user_id: 1, raw: 'See /t/x/10 and [it](/t/x/10/2), not [this](/t/12)' },
      { id: 120, topic_id: 12, raw: 'Private' },
      { id: 130, topic_id: 13, raw: 'Of staff' },
      { id: 140, topic_id: 14, raw: 'Of plans' },
      { id: 150, topic_id: 15, raw: 'Deleted' },
      { id: 160, topic_id: 16, raw: 'Hidden', hidden: true },
      { id: 170, topic_id: 17, user_id: 5, raw: 'Unlisted' },
      { id: 180, topic_id: 18, raw: 'Long title' },
    ],
    post_actions: [
      { id: 1, post_id: 100, user_id: 2 },
      { id: 2, post_id: 100, user_id: 3, deleted_at: '2020-02-02 00:00:00' },
      { id: 3, post_id: 100, user_id: 3, post_action_type_id: 1 },
      { id: 4, post_id: 101, user_id: 1 },
    ],
    topic_voting_votes: [
      { id: 1, topic_id: 11, user_id: 1 },
      { id: 2, topic_id: 11, user_id: 3, created_at: '2020-02-01 00:00:00' },
    ],
    discourse_solved_solved_topics: [{ id: 7, topic_id: 10 }],
    discourse_solved_topic_answers: [{ solved_topic_id: 7, answer_post_id: 102 }],
    uploads: [{ id: 1, url: `/uploads/default/${UPLOAD}`, sha1: SHA1 }],
    permalinks: [
      { id: 1, url: 'questions/1', topic_id: 10 },
      { id: 2, url: 'old/support', category_id: 1 },
      { id: 3, url: 'shop', external_url: 'https://shop.example.com/' },
    ],
  },
  files: { [UPLOAD]: CAT, 'optimized/1X/thumb.png': 'x' },
};

let fixture: CommandFixture;
let database: Database;
let folder: string;
let forums = 0;

beforeAll(async () => {
  fixture = await startCommandFixture();
  ({ database } = fixture);
  folder = await mkdtemp(join(tmpdir(), 'guidepost-discourse-'));
  process.env.FORUM_FILES_DIRECTORY = join(folder, 'stored');
  process.env.PUBLIC_URL = 'https://forum.example.com';
  await fixture.forum('account', 'create', 'Example Ltd');
});
afterAll(async () => {
  delete process.env.FORUM_FILES_DIRECTORY;
  delete process.env.PUBLIC_URL;
  await rm(folder, { recursive: true });
  await fixture.stop();
});

async function newForum(): Promise<string> {
  forums += 1;
  const slug = `forum-${forums}`;
  await fixture.forum('create', slug, '--account', 'Example Ltd', '--name', slug);
  return slug;
}

async function backupOf(content: DiscourseBackup, name = 'backup.tar.gz'): Promise<string> {
  const path = join(folder, name);
  await writeDiscourseBackup(path, content);
  return path;
}

interface Summary {
  dialogs: number;
  comments: number;
  votes: number;
  refused: number;
  files: number;
  left_out: Record<string, number>;
}

async function importTo(slug: string, path: string, ...options: string[]) {
  const { code, stdout, stderr } = await fixture.forum('import', slug, path, '--json', ...options);
  return { code, stderr, summary: JSON.parse(stdout || 'null') as Summary };
}

interface Exported {
  topic: string;
  title: string;
  text: string;
  tags: { name: string; is_public: boolean }[];
  comments: Record<string, unknown>[];
  [property: string]: unknown;
}

async function exportOf(slug: string): Promise<Exported[]> {
  const path = join(folder, `${slug}.ndjson`);
  await fixture.forum('export', slug, path, '--with-personal-data', '--force');
  const lines = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line): Exported => JSON.parse(line));
  // A line without a title has the addresses of other pages.
  const dialogs = lines.filter(({ title }) => title !== undefined);
  return dialogs.toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

/** The four topics in the order of their ids. */
async function byTitle(slug: string): Promise<(Exported | undefined)[]> {
  const all = await exportOf(slug);
  return ['How', 'An idea', 'Unlisted', 'xxx'].map((start) =>
    all.find(({ title }) => title.startsWith(start)),
  );
}

describe('forum import of a backup of Discourse', () => {
  it.each(['backup.tar.gz', 'backup.tar', 'backup.sql.gz', 'backup.sql'])(
    'imports what everyone may read from %s, and counts the rest',
    async (name) => {
      const slug = await newForum();
      const { code, stderr, summary } = await importTo(slug, await backupOf(FORUM, name));
      const hasFiles = name.includes('tar');
      expect([code, stderr]).toEqual([0, '']);
      expect(summary).toMatchObject({
        dialogs: 4,
        comments: 3,
        votes: 3,
        refused: 0,
        files: hasFiles ? 1 : 0,
      });
      expect(summary.left_out).toEqual({
        private_messages: 1,
        restricted: 2,
        deleted_topics: 1,
        hidden_topics: 1,
        deleted_posts: 2,
        hidden_posts: 2,
        small_actions: 2,
        staged_spam: 1,
        likes_of_answers: 1,
        ...(!hasFiles && { missing_files: 1 }),
      });
      expect(await listWrongCounters(database)).toEqual([]);
    },
  );

  it('keeps people, times, texts, tags, votes and the accepted answer', async () => {
    const slug = await newForum();
    await importTo(slug, await backupOf(FORUM), '--site', 'https://forum.acme.com');
    const [topic, idea, unlisted, long] = await byTitle(slug);
    expect(topic).toMatchObject({
      topic: 'Q',
      title: 'How to install?',
      name: 'Anna Berg',
      useremail: 'anna@example.com',
      confirmed: true,
      work_title: 'Customer',
      pub_date: '2020-01-27T11:32:03.646000Z',
      markdown: true,
      state: 'answered',
      views: 34,
      votes: [{ name: 'bo.k', pub_date: '2020-01-27T11:32:03.646000Z' }],
    });
    expect(topic?.text).toMatch(/^\*\*Help\*\*\n@Cia see !\[cat\]\(.*\)\nC:\\new\\table\tx$/);
    expect(topic?.tags).toEqual([{ name: 'install', is_public: true }, 'secret']);
    expect(topic?.comments).toMatchObject([
      {
        name: 'bo.k',
        is_org_reply: true,
        text: expect.stringMatching(/^> \[Anna Berg wrote:\]\(forum:\/t\/10\/1\)\n>\n> Help\n\nSo\. 😄$/),
      },
      { name: 'Cia', useremail: 'cia@example.com', text: 'Or so.', accepted: true },
      { name: 'Former member', text: 'From **cooked**', external: 'discourse:post:109' },
    ]);
    expect(topic).toMatchObject({ external: 'discourse:topic:10' });
    const [first, second] = topic?.comments ?? [];
    expect([first?.parent, second?.parent]).toEqual([undefined, first?.id]);
    expect(topic?.comments[1]).not.toHaveProperty('confirmed', true);
    expect(idea).toMatchObject({ topic: 'S', votes: [{ name: 'Anna Berg' }, { name: 'Cia' }] });
    expect(idea?.text).toMatch(
      /^See \/t\/x\/10 and \[it\]\(forum:\/t\/x\/10\/2\), not \[this\]\(forum:\/t\/12\)$/,
    );
    expect(unlisted).toMatchObject({
      archived: true,
      name: 'Dan',
      tags: [{ name: 'Linux BSD', is_public: true }],
    });
    expect(unlisted).not.toHaveProperty('useremail');
    expect(long?.title).toBe(`${'x'.repeat(199)}…`);
    expect(long?.text).toBe(`${'x'.repeat(255)}\n\nLong title`);
  });

  it('changes nothing the second time, and nothing with --dry-run', async () => {
    const slug = await newForum();
    const path = await backupOf(FORUM);
    const { summary: dry } = await importTo(slug, path, '--dry-run');
    expect(await fixture.answerOf('show', slug)).toMatchObject({ dialogs: 0, comments: 0 });
    const { summary: first } = await importTo(slug, path);
    expect((await fixture.forum('import', slug, path, '--dry-run')).stdout).toMatch(
      new RegExp(
        `^Nothing was changed\\. An import into ${slug} would make:\\n  dialogs   4\\n[^]*private messages: 1\\n`,
      ),
    );
    expect(dry).toMatchObject({ dialogs: 4, comments: 3, votes: 3, left_out: first.left_out });
    const { summary: second } = await importTo(slug, path);
    expect(second).toMatchObject({ dialogs: 4, finished_before: true });
    expect(await exportOf(slug)).toHaveLength(4);
  });

  it('takes from a later backup what has changed there', async () => {
    const slug = await newForum();
    await importTo(slug, await backupOf(FORUM));
    const posts = [...(FORUM.tables.posts ?? [])].map((post) =>
      post.id === 102 ? { ...post, raw: 'Better so.' } : post,
    );
    const added = { id: 111, topic_id: 11, user_id: 3, post_number: 2, raw: 'New' };
    const tables = { ...FORUM.tables, posts: [...posts, added] };
    const { code, stderr } = await importTo(slug, await backupOf({ ...FORUM, tables }));
    expect([code, stderr]).toEqual([0, '']);
    const [topic, idea] = await byTitle(slug);
    expect(topic?.comments.map(({ text }) => text)).toContain('Better so.');
    expect(idea?.comments).toMatchObject([{ text: 'New', external: 'discourse:post:111' }]);
    expect(await exportOf(slug)).toHaveLength(4);
  });

  it('has old addresses lead to dialogs and answers, and those of categories, tags and lists to what is like them', async () => {
    const slug = await newForum();
    await importTo(slug, await backupOf(FORUM));
    const addresses = (await fixture.answerOf('redirect', 'list', slug)) as { address: string; to: string }[];
    expect(addresses.map(({ address, to }) => [address, to])).toEqual(
      expect.arrayContaining([
        ['discourse:category:1', '/questions'],
        ['discourse:category:2', '/suggestions'],
        ['discourse:category:5', '/tags/Linux%20BSD'],
        ['discourse:tag:install', '/tags/install'],
        ['/latest', '/dialogs'],
        ['/old/support', '/questions'],
        ['/shop', 'https://shop.example.com/'],
      ]),
    );
    const leading = new Map(addresses.map(({ address, to }) => [address, to]));
    for (const hidden of ['category:3', 'topic:12', 'topic:10-4', 'post:103'])
      expect(leading.get(`discourse:${hidden}`)).toBeUndefined();
    const [topic] = await byTitle(slug);
    const answer = `/${topic?.id}/comments/${topic?.comments[0]?.id}`;
    expect(
      [
        ...'topic:10 post:100 topic:10-2 post:101'.split(' ').map((key) => `discourse:${key}`),
        '/questions/1',
      ].map((address) => leading.get(address)),
    ).toEqual([`/${topic?.id}`, `/${topic?.id}`, answer, answer, `/${topic?.id}`]);
    expect(leading.get(`discourse:upload:${SHA1}`)).toMatch(
      new RegExp(`^https://[^/]+/api/file/${slug}/[\\w-]{22}\\.png$`),
    );
    const old = join(folder, 'old.txt');
    await writeFile(
      old,
      [
        '/t/how-to-install/10',
        '/t/10/2',
        '/t/an-idea/11',
        '/c/ideas/2',
        '/p/102',
        `/uploads/default/${UPLOAD}`,
        `/uploads/short-url/${shortOfSha1(SHA1, 'png').slice('upload://'.length)}`,
      ].join('\n'),
    );
    expect((await fixture.forum('redirect', 'check', slug, old)).code).toBe(0);
  });

  it('takes answers of groups that are named for official', async () => {
    const slug = await newForum();
    await importTo(slug, await backupOf(FORUM), '--staff-group', 'experts');
    const [topic] = await byTitle(slug);
    expect(topic?.comments.map(({ name, is_org_reply }) => [name, is_org_reply])).toEqual([
      ['bo.k', true],
      ['Cia', true],
      ['Former member', undefined],
    ]);
  });

  it('reads accepted answers from the tables of former versions, and keeps the first of several', async () => {
    const answers = [1, 2, 3].map((number) => ({ id: number, post_number: number, raw: `Post ${number}` }));
    const tables = { ...FORUM.tables, topics: [{ id: 1 }], posts: answers, topic_tags: [], post_actions: [] };
    const solved = { discourse_solved_topic_answers: [], discourse_solved_solved_topics: [] };
    for (const accepted of [
      { discourse_solved_solved_topics: [{ id: 7, topic_id: 1, answer_post_id: 2 }] },
      { topic_custom_fields: [{ topic_id: 1, value: '2' }] },
    ]) {
      const slug = await newForum();
      await importTo(slug, await backupOf({ tables: { ...tables, ...solved, ...accepted } }));
      const [topic] = await exportOf(slug);
      expect(topic?.comments.map(({ accepted: is }) => is)).toEqual([true, undefined]);
    }
    const slug = await newForum();
    const both = {
      discourse_solved_solved_topics: [{ id: 7 }],
      discourse_solved_topic_answers: [2, 3].map((answer_post_id) => ({
        solved_topic_id: 7,
        answer_post_id,
      })),
    };
    const { code, stderr } = await importTo(slug, await backupOf({ tables: { ...tables, ...both } }));
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('comments[1].accepted: another comment is accepted'),
    ]);
  });
});

describe('the map of categories', () => {
  it('is suggested by what is voted on and answered, and leads categories to forums, topics and tags', async () => {
    const [slug, ideas] = [await newForum(), await newForum()];
    const path = await backupOf(FORUM);
    const map = join(folder, `${slug}.yaml`);
    expect((await importTo(slug, path, '--map-suggest', map)).code).toBe(0);
    const suggested = await readFile(map, 'utf8');
    expect(suggested.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      `support: { forum: ${slug}, topic: Q, tags: [] }`,
      `ideas: { forum: ${slug}, topic: S, tags: [] }`,
      `support/linux: { forum: ${slug}, topic: Q, tags: [ Linux BSD ] }`,
      '',
    ]);
    expect(await importTo(slug, path, '--map-suggest', map)).toMatchObject({
      code: 1,
      stderr: `${map}: There is such a file already.\n`,
    });
    await writeFile(map, `ideas: { forum: ${ideas}, topic: P, tags: [idea] }\nlinux: { forum: none }\n`);
    const { summary } = await importTo(slug, path, '--map', map);
    expect(summary).toMatchObject({ dialogs: 3, left_out: { by_map: 1 } });
    expect((await exportOf(ideas)).map(({ topic, tags }) => [topic, tags])).toEqual([
      ['P', [{ name: 'idea', is_public: true }]],
    ]);
    expect(await exportOf(slug)).toHaveLength(2);
  });

  it.each<[what: string, text: string, message: string]>([
    ['no forum', 'support: { forum: nowhere }', 'There is no forum nowhere.'],
    [
      'an unknown topic',
      'support: { topic: X }',
      'map.yaml: support: must be { forum: <slug>, topic: Q, P, S or B, tags: [<name>] }',
    ],
    ['an unknown member', 'support: { tpoic: Q }', 'map.yaml: support: must be {'],
    [
      'an unknown category',
      'helpdesk: { topic: Q }',
      'The map has categories that are not in the forum: helpdesk.',
    ],
    ['a category twice', 'support: {}\nsupport: {}', 'map.yaml: Map keys must be unique'],
    ['nothing', '', 'map.yaml: must be a list of categories'],
    ['a list', '- support', 'map.yaml: must be a list of categories'],
    ['no YAML', 'support: {', 'map.yaml: '],
    ['aliases', `a: &a [x]\nsupport: { tags: *a }`, 'map.yaml: '],
  ])('is refused with %s', async (_, text, message) => {
    const map = join(folder, 'map.yaml');
    await writeFile(map, text);
    const { code, stderr } = await importTo(await newForum(), await backupOf(FORUM), '--map', map);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('is refused if it is not there', async () => {
    const { code, stderr } = await importTo(
      await newForum(),
      await backupOf(FORUM),
      '--map',
      join(folder, 'none.yaml'),
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('there is no such file')]);
  });
});

describe('S46: a backup that is damaged or hostile', () => {
  async function refusalOf(path: string): Promise<string> {
    const slug = await newForum();
    const { code, stderr } = await importTo(slug, path);
    expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.any(String)]]);
    expect(await exportOf(slug).catch(() => [])).toEqual([]);
    return stderr;
  }

  const dump = (content: DiscourseBackup = FORUM) => [...dumpOf(content)].join('');

  async function writtenAs(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  it.each<[what: string, content: DiscourseBackup, message: string]>([
    ['raw', { ...FORUM, without: { posts: ['raw'] } }, 'The table posts of the dump has no column raw'],
    [
      'read_restricted',
      { ...FORUM, without: { categories: ['read_restricted'] } },
      'no column read_restricted',
    ],
    ['hidden', { ...FORUM, without: { posts: ['hidden', 'deleted_at'] } }, 'no column deleted_at, hidden'],
  ])('is refused without the column %s', async (_, content, message) => {
    expect(await refusalOf(await backupOf(content, 'columns.sql.gz'))).toContain(message);
  });

  it.each<[what: string, cut: (whole: string) => string, message: string]>([
    [
      'within a table',
      (whole) => whole.slice(0, whole.indexOf('See /t/x')),
      'ends within the table posts: it was cut',
    ],
    ['before a table', (whole) => whole.slice(0, whole.indexOf('COPY public.topics')), 'has no table topics'],
    ['within a row', (whole) => whole.replace('\tSee /t/x', '\nSee /t/x'), 'a row of posts with'],
    ['to nothing', () => '-- x', 'has no table topics'],
  ])('is refused if its dump is cut %s', async (_, cut, message) => {
    expect(await refusalOf(await writtenAs('cut.sql', cut(dump())))).toContain(message);
  });

  it.each(['cut.tar.gz', 'cut.tar', 'cut.sql.gz'])('is refused if %s ends in the middle', async (name) => {
    const path = await backupOf({ ...FORUM, files: { [UPLOAD]: 'x'.repeat(100_000) } }, name);
    await truncate(path, 2_500);
    expect(await refusalOf(path)).toMatch(/ends in the middle|ends within/);
  });

  it('is refused if it is no archive, or has no dump', async () => {
    expect(await refusalOf(await writtenAs('broken.tar.gz', gzipSync('hello')))).toContain(
      'has no table topics',
    );
    const broken = Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(600, 7)]);
    expect(await refusalOf(await writtenAs('broken.gz', broken))).toContain('is damaged');
    const other = await backupOf({ tables: {} }, 'empty.tar');
    const bytes = await readFile(other);
    bytes.write('dumb', 0);
    bytes.write('        ', 148);
    const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    expect(await refusalOf(await writtenAs('other.tar', bytes))).toContain('has no dump.sql.gz');
  });

  it('is refused if it unpacks to far more than its size', async () => {
    const bomb = gzipSync(Buffer.alloc(120_000_000, 'x'));
    expect(await refusalOf(await writtenAs('bomb.sql.gz', bomb))).toContain(
      'unpacks to more than 250 times its size',
    );
  });

  it('writes nothing to places that its names lead to, and follows no links', async () => {
    const slug = await newForum();
    const names = [
      '../../../../tmp/evil',
      '../evil',
      'original/../../../evil',
      '/etc/evil',
      'original/1X/\0',
    ];
    const files = Object.fromEntries(names.map((name) => [name, 'evil']));
    const links = { 'original/1X/link.png': '../../../../etc/passwd' };
    const { code, summary } = await importTo(slug, await backupOf({ ...FORUM, files, links }));
    expect(code).toBe(0);
    expect(summary).toMatchObject({ dialogs: 4, files: 0, left_out: { missing_files: 1 } });
  });

  it('has files under several names once', async () => {
    const files = { 'original/2X/other.png': CAT };
    const links = { [UPLOAD]: 'original/2X/other.png' };
    const { summary } = await importTo(await newForum(), await backupOf({ ...FORUM, files, links }));
    expect(summary.files).toBe(1);
  });

  it('has ids twice, circles of categories and posts without topics, and every other post is there', async () => {
    const slug = await newForum();
    const tables = {
      users: [{ id: 1 }, { id: 1, username: 'anna2' }],
      categories: [
        { id: 1 },
        { id: 2, slug: 'a', parent_category_id: 3 },
        { id: 3, slug: 'b', parent_category_id: 2 },
        { id: 4, slug: 'c', parent_category_id: 99 },
      ],
      topics: [{ id: 1 }, { id: 2, category_id: 2 }, { id: 3, category_id: 4 }, { id: 4, category_id: 77 }],
      posts: [1, 2, 3, 4, 5].map((id) => ({ id, topic_id: id, raw: `Text ${id}` })),
    };
    const { code, summary } = await importTo(slug, await backupOf({ tables }));
    expect([code, summary.dialogs, summary.left_out]).toEqual([0, 1, { restricted: 3 }]);
  });

  it('has names, titles, texts and times that cannot be, and every post is there', async () => {
    const slug = await newForum();
    const users = [
      { id: 1, username: 'anna', name: '\u200b' },
      { id: 2, username: 'evil', name: '[x](https://evil.example)' },
    ];
    const posts = [
      { id: 1, topic_id: 1, raw: '@evil', created_at: '0001-01-01 00:00:00' },
      { id: 2, topic_id: 1, user_id: 2, post_number: 2, raw: '\u200b', created_at: '9999-01-01 00:00:00' },
      { id: 3, topic_id: 1, user_id: 2, post_number: 3, raw: '---', created_at: 'infinity' },
    ];
    const topics = [{ id: 1, title: ' \u200b', views: -1 }];
    const { code, summary } = await importTo(
      slug,
      await backupOf({
        tables: { categories: [{ id: 1 }], users, topics, posts, tags: [{ name: ',' }], topic_tags: [{}] },
      }),
    );
    expect([code, summary.dialogs, summary.comments]).toEqual([0, 1, 2]);
    const [topic] = await exportOf(slug);
    expect(topic).toMatchObject({ title: '1', name: 'anna', text: '@\\[x\\](https://evil.example)' });
    expect(topic?.comments.map(({ text }) => text)).toEqual(['…', '---']);
  });

  it('has posts of 100,000 characters and quotes 50 deep', async () => {
    const slug = await newForum();
    const raw = (text: string, id: number) => ({ id, topic_id: 1, post_number: id, raw: text });
    const quotes = `${'[quote="anna, post:1"]\n'.repeat(50)}deep\n${'[/quote]\n'.repeat(50)}`;
    const posts = [
      raw('First', 1),
      raw('word '.repeat(20_000), 2),
      raw(quotes, 3),
      raw('[quote]'.repeat(14_000), 4),
      raw('Last', 5),
    ];
    const { summary } = await importTo(
      slug,
      await backupOf({ tables: { ...FORUM.tables, topics: [{ id: 1 }], posts } }),
    );
    expect(summary).toMatchObject({ dialogs: 1, comments: 4, refused: 0 });
    const [topic] = await exportOf(slug);
    const texts = topic?.comments.map(({ text }) => String(text)) ?? [];
    expect(texts[0]).toHaveLength(99_999);
    expect(texts[1]).toContain('deep');
    expect(texts[3]).toBe('Last');
  });
});
