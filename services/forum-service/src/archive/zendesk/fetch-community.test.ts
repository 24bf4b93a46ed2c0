import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchCentre, zendeskCommunity } from '@guidepost/fetch';
import { png } from '@guidepost/files/testing';
import {
  answerAsZendesk,
  type StandIn,
  startStandIn,
  type ZendeskCentre,
  zendeskComment,
  zendeskPost,
  zendeskTopic,
} from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandFixture, startCommandFixture } from '../../testing/command-fixture.ts';
import { listWrongCounters } from '../../testing/posts.ts';

const API = '/api/v2/help_center/community';
const CAT = '/hc/user_images/5l0fLOoDkFwpjU_ZKu7Ofg.png';
const MANUAL = '/hc/article_attachments/501/manual.pdf';
const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

let fixture: CommandFixture;
let folder: string;
let vendor: StandIn;
let centre: ZendeskCentre;
let forums = 0;

beforeAll(async () => {
  fixture = await startCommandFixture();
  await fixture.forum('account', 'create', 'Example Ltd');
});
afterAll(() => fixture.stop());

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'guidepost-zendesk-')), 'acme');
  process.env.FORUM_FILES_DIRECTORY = join(folder, '../stored');
  vendor = await startStandIn((url) => answerAsZendesk(centre)(url));
  const at = { site: vendor.url };
  centre = {
    pageSize: 2,
    users: [
      { id: 7, name: 'Anna Berg', alias: 'Anna of Bo', role: 'end-user' },
      { id: 8, name: 'Bo Ek', alias: 'Bo of Acme', role: 'agent' },
      { id: 9, name: 'Anna Berg', email: 'anna@example.com', verified: true },
      { id: 10, name: 'Anna Berg' },
    ],
    topics: [
      zendeskTopic(1, 'Questions, answers', at),
      zendeskTopic(2, 'Feature requests', at),
      zendeskTopic(3, 'Partners', { ...at, user_segment_id: 360 }),
      zendeskTopic(4, 'Nothing yet', at),
    ],
    posts: [
      zendeskPost(101, {
        ...at,
        title: 'How to install?',
        details: `<p>Look: <img src="${CAT}" alt="cat"> and <a href="${MANUAL}">the manual</a></p>`,
        status: 'answered',
        vote_sum: 3,
        vote_count: 5,
        pinned: true,
        closed: true,
        comment_count: 3,
      }),
      zendeskPost(102, {
        ...at,
        topic_id: 2,
        title: 'Dark mode',
        status: 'not_planned',
        vote_sum: -2,
        author_id: 10,
      }),
      zendeskPost(103, { ...at, topic_id: 3, title: 'Of partners', comment_count: 1 }),
      zendeskPost(104, { ...at, author_id: 99, created_at: '2020-01-01T00:00:00Z', details: LINKS }),
      zendeskPost(105, { ...at, topic_id: 77, title: 'Of no topic' }),
      zendeskPost(106, { ...at, title: 'Spam', spam: true }),
    ],
    comments: {
      101: [
        zendeskComment(1002, 101, {
          ...at,
          author_id: 8,
          body: '<p>Like <b>so</b>.</p>',
          created_at: '2021-03-06T00:00:00Z',
        }),
        zendeskComment(1001, 101, {
          ...at,
          author_id: 9,
          body: '<blockquote>Look</blockquote><p><a class="user-mention" href="/hc/profiles/7">Anna Berg</a>, I too.</p>',
          official: true,
          vote_sum: 2,
        }),
        zendeskComment(1003, 101, { ...at, author_id: 10, hidden: true }),
      ],
      103: [zendeskComment(1004, 103, at)],
    },
    files: { [CAT]: png(), [MANUAL]: PDF },
  };
});
afterEach(async () => {
  await vendor.stop();
  delete process.env.FORUM_FILES_DIRECTORY;
  await rm(join(folder, '..'), { recursive: true });
});

const LINKS = `<p>See <a href="/hc/en-us/community/posts/101-How#x">one</a>,
<a href="/hc/en-us/community/posts/103-Of-partners">two</a>,
<a href="/hc/en-us/community/topics/2">three</a>, <a href="/hc/en-us/articles/9-Article">four</a>,
<a href="https://example.com/">five</a>, <a href="/hc/en-us/profiles/7">six</a>
<img src="/hc/user_images/lost.png" alt="lost"><img src="https://example.com/a.png" alt="far"></p>`;

async function newForum(): Promise<string> {
  forums += 1;
  const slug = `zendesk-${forums}`;
  await fixture.forum('create', slug, '--account', 'Example Ltd', '--name', slug);
  return slug;
}

async function fetchCommunity() {
  const { code, stdout, stderr } = await fixture.forum(
    'fetch',
    'zendesk',
    vendor.url,
    folder,
    '--allow-private',
    '--json',
  );
  return { code, stderr, summary: JSON.parse(stdout || 'null') };
}

type Exported = Record<string, unknown> & { comments: Record<string, unknown>[] };

/** The dialogs of a forum by their titles. */
async function exportOf(slug: string): Promise<Record<string, Exported>> {
  const path = join(folder, '..', 'export.ndjson');
  await fixture.forum('export', slug, path, '--with-personal-data', '--force');
  const lines = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line): Exported => JSON.parse(line));
  return Object.fromEntries(
    lines.filter(({ title }) => title !== undefined).map((line) => [line.title, line]),
  );
}

async function imported(...options: string[]) {
  await fetchCommunity();
  const slug = await newForum();
  const { code, stdout, stderr } = await fixture.forum('import', slug, folder, '--json', ...options);
  return { slug, code, stderr, summary: JSON.parse(stdout || 'null') };
}

describe('forum fetch zendesk', () => {
  it('saves topics, posts, comments, authors and files, and waits as long as it is asked to', async () => {
    vendor.answerOnce(`${API}/posts/101/comments`, { status: 429, headers: { 'Retry-After': '0' } });
    const { code, summary } = await fetchCommunity();
    expect([code, summary]).toMatchObject([
      1,
      { lists: { topics: 4, posts: 6, comments: 4 }, files: { fetched: 2, foreign: 1 }, changes_only: false },
    ]);
    expect(summary.failed).toEqual([
      { what: `${vendor.url}/hc/user_images/lost.png`, why: expect.stringContaining('answers 404') },
    ]);
    expect(vendor.mostAtOnce).toBe(1);
    expect(vendor.requests.filter((path) => path.startsWith(`${API}/posts/`))).toEqual([
      `${API}/posts/101/comments.json?page[size]=100&include=users`,
      `${API}/posts/101/comments.json?page[size]=100&include=users`,
      expect.stringMatching(/\/101\/comments\.json\?.*after/),
      `${API}/posts/103/comments.json?page[size]=100&include=users`,
    ]);
    const page: unknown = JSON.parse(await readFile(join(folder, 'round-1/posts-0001.json'), 'utf8'));
    expect(page).toMatchObject({ posts: [{ id: 101 }, { id: 102 }], users: [{ id: 7 }, { id: 10 }] });
  });

  it('writes the addresses of what everyone sees', async () => {
    await fetchCommunity();
    const paths = (await readFile(join(folder, 'addresses.txt'), 'utf8')).replaceAll(
      `${vendor.url}/hc/en-us/community/`,
      '',
    );
    expect(paths.trim().split('\n')).toEqual([
      'topics/1-Questions-answers',
      'topics/2-Feature-requests',
      'topics/4-Nothing-yet',
      'posts/101-How-to-install-',
      'posts/102-Dark-mode',
      'posts/104-Post-104',
      'posts/101-A/comments/1002',
      'posts/101-A/comments/1001',
    ]);
  });

  it('goes on where it ended, without asking anything twice', async () => {
    const run = (signal: AbortSignal, into = folder) =>
      fetchCentre({
        vendor: zendeskCommunity,
        site: new URL(vendor.url),
        folder: into,
        token: undefined,
        allowPrivate: true,
        signal,
      });
    await run(new AbortController().signal, `${folder}-whole`);
    const everything = vendor.requests.splice(0);
    for (let attempt = 0; attempt < everything.length; attempt += 1) {
      const stopping = new AbortController();
      const held = vendor.holdAfter(2);
      const running = run(stopping.signal);
      const outcome = await Promise.race([running, held.then(() => 'held')]);
      if (outcome !== 'held') break;
      stopping.abort(new Error('killed'));
      await expect(running).rejects.toThrow('killed');
    }
    expect(vendor.requests).toEqual(everything);
  });
});

describe('forum import of a fetched community', () => {
  it('has every post that everyone may read, and counts the rest', async () => {
    const { code, stderr, summary } = await imported();
    expect([code, stderr]).toEqual([0, '']);
    expect(summary).toMatchObject({ dialogs: 3, comments: 2, refused: 0, files: 2 });
    expect(summary.left_out).toEqual({
      restricted: 2,
      hidden_posts: 2,
      likes_of_answers: 2,
      closed: 1,
      pinned: 1,
      names: 1,
      missing_files: 1,
      images_elsewhere: 1,
      links_elsewhere: 1,
      not_fetched: 1,
    });
    expect(await listWrongCounters(fixture.database)).toEqual([]);
  });

  it('has addresses of files lead to them', async () => {
    process.env.PUBLIC_URL = 'https://forum.example.com';
    try {
      const { slug } = await imported();
      const led = (await fixture.answerOf('redirect', 'list', slug)) as { address: string; to: string }[];
      const manual = led.find(({ address }) => address === 'zendesk:attachment:501');
      expect(manual?.to).toMatch(/^https:\/\/forum\.example\.com\/api\/file\/.*\.pdf$/);
    } finally {
      delete process.env.PUBLIC_URL;
    }
  });

  it('keeps people, times, states, votes, files and official answers', async () => {
    const { slug } = await imported();
    const { 'How to install?': question, 'Dark mode': idea } = await exportOf(slug);
    expect(question).toMatchObject({
      topic: 'Q',
      name: 'Anna Berg',
      pub_date: '2021-03-04T05:06:07.000000Z',
      markdown: true,
      state: 'answered',
      earlier_votes: 3,
      tags: [{ name: 'Questions answers', is_public: true }],
      external: 'zendesk:post:101',
    });
    expect(question?.text).toMatch(/^Look: !\[cat\]\(.*\.png\) and \[the manual\]\(.*\.pdf\)$/);
    expect(question).not.toHaveProperty('useremail');
    expect(question?.comments).toMatchObject([
      {
        name: 'Anna Berg',
        useremail: 'anna@example.com',
        confirmed: true,
        is_org_reply: true,
        text: '> Look\n\n@Anna Berg, I too.',
        pub_date: '2021-03-05T00:00:00.000000Z',
        external: 'zendesk:comment:1001',
      },
      { name: 'Bo of Acme', is_org_reply: true, text: 'Like **so**.' },
    ]);
    expect(idea).toMatchObject({ topic: 'S', name: 'Anna Berg (2)', state: 'not planned' });
    expect(idea).not.toHaveProperty('earlier_votes');
  });

  it('has links lead to posts that are here, and loses no words of others', async () => {
    const { slug } = await imported();
    const { 'Post 104': post } = await exportOf(slug);
    // Exports have no address of their own forum.
    const home = '\\(forum:';
    expect(post).toMatchObject({
      name: 'Former member',
      pub_date: '2020-01-01T00:00:00.000000Z',
      own_links: true,
    });
    expect(post?.text).toMatch(
      new RegExp(
        `^See \\[one\\]${home}/hc/en-us/community/posts/101-How#x\\), two, \\[three\\]${home}/hc/en-us/community/topics/2\\), ` +
          `\\[four\\]\\(${vendor.url}/hc/en-us/articles/9-Article\\), \\[five\\]\\(https://example.com/\\), six ` +
          'lost!\\[far\\]\\(https://example.com/a.png\\)$',
      ),
    );
  });

  it('has all old addresses lead to what they have become', async () => {
    const { slug } = await imported();
    const checked = await fixture.forum('redirect', 'check', slug, join(folder, 'addresses.txt'));
    expect([checked.code, checked.stdout]).toEqual([0, expect.not.stringContaining('FAIL')]);
    const addresses = (await fixture.answerOf('redirect', 'list', slug)) as { address: string; to: string }[];
    const leading = new Map(addresses.map(({ address, to }) => [address, to]));
    const { 'How to install?': question } = await exportOf(slug);
    expect(leading.get('zendesk:post:101-1002')).toBe(
      `/${question?.id}/comments/${question?.comments[1]?.id}`,
    );
    expect(
      ['topic:1', 'topic:4', 'topic:3', 'community:', 'newpost:', 'post:103'].map((key) =>
        leading.get(`zendesk:${key}`),
      ),
    ).toEqual(['/tags/Questions%20answers', '/questions', undefined, '/', '/ask', undefined]);
  });

  it('changes nothing the second time, and later what has changed there', async () => {
    const { slug } = await imported();
    expect(await fixture.answerOf('import', slug, folder)).toMatchObject({
      dialogs: 3,
      finished_before: true,
    });
    const [question, idea] = centre.posts ?? [];
    Object.assign(question ?? {}, { comment_count: 2 });
    Object.assign(idea ?? {}, { status: 'completed' });
    await fetchCommunity();
    expect(await fixture.answerOf('import', slug, folder)).toMatchObject({
      dialogs: 0,
      comments: 0,
      updated: 1,
      unchanged: 4,
    });
    const { 'Dark mode': changed } = await exportOf(slug);
    expect(changed).toMatchObject({ state: 'completed' });
  });

  it('reports what it would do, and changes nothing', async () => {
    const { slug, summary } = await imported('--dry-run');
    expect(summary).toMatchObject({ dialogs: 3, comments: 2, files: 2 });
    expect(await fixture.answerOf('show', slug)).toMatchObject({ dialogs: 0, comments: 0 });
  });

  it('has topics go where a map says, by their words or numbers', async () => {
    centre.topics?.push(zendeskTopic(5, 'Nothing yet', { site: vendor.url, name: 'Ideas' }));
    centre.topics?.push(zendeskTopic(6, 'Ideas', { site: vendor.url }));
    await fetchCommunity();
    const [slug, ideas] = [await newForum(), await newForum()];
    const map = join(folder, '../map.yaml');
    await fixture.answerOf('import', slug, folder, '--map-suggest', map);
    expect((await readFile(map, 'utf8')).split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      `questions-answers: { forum: ${slug}, topic: Q, tags: [ Questions answers ] }`,
      `feature-requests: { forum: ${slug}, topic: S, tags: [ Feature requests ] }`,
      `"4": { forum: ${slug}, topic: Q, tags: [ Nothing yet ] }`,
      `"5": { forum: ${slug}, topic: Q, tags: [ Ideas ] }`,
      `"6": { forum: ${slug}, topic: Q, tags: [ Ideas ] }`,
      '',
    ]);
    await writeFile(
      map,
      `1: { forum: ${ideas}, topic: P, tags: [help] }\nfeature-requests: { forum: none }\n`,
    );
    const summary = await fixture.answerOf('import', slug, folder, '--map', map);
    expect(summary).toMatchObject({ dialogs: 2, left_out: { by_map: 1 }, forums: [{ slug: ideas }] });
    const { 'How to install?': question } = await exportOf(ideas);
    expect(question).toMatchObject({ topic: 'P', tags: [{ name: 'help', is_public: true }] });
  });

  it.each<[what: string, prepare: () => Promise<string[]>, message: string]>([
    [
      'a map with other topics',
      async () => {
        await writeFile(join(folder, '../map.yaml'), 'ideas: { topic: S }');
        return ['--map', join(folder, '../map.yaml')];
      },
      'The map has topics that are not in the forum: ideas.',
    ],
    [
      'options for Discourse',
      async () => ['--staff-group', 'x'],
      '--staff-group and --site are for forums of Discourse.',
    ],
    [
      'no posts',
      async () => {
        await rm(join(folder, 'round-1/posts-0001.json'));
        return [];
      },
      'has no posts of a community',
    ],
    [
      'a help centre',
      async () => {
        const state = await readFile(join(folder, 'fetch.json'), 'utf8');
        await writeFile(join(folder, 'fetch.json'), state.replace('zendesk-community', 'zendesk'));
        return [];
      },
      'has a help centre of zendesk, which kb import reads',
    ],
  ])('is refused with %s', async (_, prepare, message) => {
    await fetchCommunity();
    const options = await prepare();
    const { code, stderr } = await fixture.forum('import', await newForum(), folder, ...options);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('says that a fetch has not ended', async () => {
    await fetchCommunity();
    const state = JSON.parse(await readFile(join(folder, 'fetch.json'), 'utf8')) as { rounds: object[] };
    Object.assign(state.rounds[0] ?? {}, { finished: null });
    await writeFile(join(folder, 'fetch.json'), JSON.stringify(state));
    const summary = await fixture.answerOf('import', await newForum(), folder);
    expect(summary).toMatchObject({ dialogs: 3, left_out: { unfinished_fetch: 1 } });
  });

  it('has posts with names, titles, texts and times that cannot be', async () => {
    centre.users = [{ id: 7, name: '\u200b' }, { id: 8, name: 'x'.repeat(300) }, { id: null }];
    centre.posts = [
      zendeskPost(101, { site: vendor.url, title: '\0', details: null, created_at: '9999-01-01T00:00:00Z' }),
      zendeskPost(102, {
        site: vendor.url,
        title: 'y'.repeat(300),
        details: `<p>${'* '.repeat(60_000)}</p>`,
        author_id: 8,
      }),
      zendeskPost(103, { site: vendor.url, title: 'Long', details: 'z'.repeat(100_001), vote_sum: 'many' }),
      zendeskPost(104, { site: vendor.url, title: 'Deep', details: '<blockquote><ul><li>'.repeat(5_000) }),
      zendeskPost(105, {
        site: vendor.url,
        title: '\ud800',
        details: 'a\0b\ud800c',
        status: 'x'.repeat(500),
      }),
    ];
    const { code, stderr, summary } = await imported();
    expect([code, stderr]).toEqual([0, '']);
    expect(summary).toMatchObject({ dialogs: 5, refused: 0, left_out: { cut_texts: 2, names: 4 } });
  });
});
