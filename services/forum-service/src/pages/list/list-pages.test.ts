import { type ReadPage, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const STATE = 'såld / slut?';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  const help = await writeForum(database, { slug: 'help', topics: ['Q', 'S'] });
  await writeDialogs(database, help, [
    ...Array.from({ length: 26 }, (_, n) => ({ id: n + 1, tags: ['Common'] })),
    {
      id: 31,
      topic: 'P',
      title: 'It <creaks>',
      text: `Since\n\nMonday. ${'x '.repeat(200)}`,
      name: 'Anna <b>',
      num_comments: 2,
      num_votes: 1,
      state: STATE,
      tags: ['a/b', 'secret'],
      last_activity: '2026-03-01T00:00:00Z',
      pub_date: '2025-12-31T00:00:00Z',
    },
    { id: 32, topic: 'P', title: 'Gone', archived: true, state: 'hidden', tags: ['a/b', 'old'] },
  ]);
  await database.none("update tags set is_public = true where name <> 'secret'");
  const other = await writeForum(database, { slug: 'other' });
  await writeDialogs(database, other, [{ id: 41, state: 'elsewhere', tags: ['elsewhere'] }]);
  await database.none("update tags set is_public = true where name = 'elsewhere'");
});

afterAll(() => service.stop());

const read = async (path: string): Promise<ReadPage> =>
  readPage((await service.get(`/forum/help${path}`).expect(200)).text);

const idsOf = (page: ReadPage) =>
  page.links('dialogs').map((link) => Number(link.replace('/forum/help/', '')));

const descending = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe('a list of dialogs', () => {
  it.each([
    ['/dialogs', 'All posts', '27 posts', descending(26, 2)],
    ['/questions', 'Questions', '26 posts', descending(26, 2)],
    ['/problems', 'Problems', '1 post', [31]],
    ['/tags/Common', 'Posts about Common', '26 posts', descending(26, 2)],
    ['/tags/a%2Fb', 'Posts about a/b', '1 post', [31]],
    [`/states/${encodeURIComponent(STATE)}`, `Posts marked “${STATE}”`, '1 post', [31]],
  ])(
    'at %s has a heading, a total, and the visible dialogs, newest first',
    async (path, heading, count, ids) => {
      const page = await read(path);
      expect([page.texts('h1'), page.texts('p', 'quiet')[0]]).toEqual([[heading], count]);
      expect(idsOf(page)).toEqual(ids);
      expect(page.canonical).toBe(`https://forum.example/forum/help${path}`);
    },
  );

  it('shows title, author, comments and votes of each', async () => {
    const page = await read('/problems');
    const [line = ''] = page.texts('ul', 'dialogs');
    expect(line).toMatch(
      new RegExp(
        String.raw`^Problem ${STATE.replace('?', String.raw`\?`)} It <creaks> Since Monday\. (x )+x… Anna <b> · 31 December 2025 · 2 comments · 1 vote$`,
      ),
    );
  });

  it('has pages that link to each other', async () => {
    const page = await read('/dialogs?page=2');
    expect(idsOf(page)).toEqual([1, 31]);
    expect(page.title).toBe('All posts – Page 2 of 2 · help');
    expect([page.linked('prev'), page.canonical]).toEqual([
      '/forum/help/dialogs',
      'https://forum.example/forum/help/dialogs?page=2',
    ]);
  });

  it.each([
    ['popular', 31],
    ['active', 31],
    ['votes', 31],
    ['newest', 26],
  ])('has other sort orders, one of them canonical: %s', async (order, first) => {
    const page = await read(`/dialogs?sort=${order}`);
    expect(idsOf(page)[0]).toBe(first);
    expect(page.meta('robots')).toBe(order === 'newest' ? undefined : 'noindex');
    expect(page.links('orders')).toEqual([
      '/forum/help/dialogs',
      '/forum/help/dialogs?sort=popular',
      '/forum/help/dialogs?sort=active',
      '/forum/help/dialogs?sort=votes',
    ]);
    expect(page.linked('next')).toBe(
      order === 'newest' ? '/forum/help/dialogs?page=2' : `/forum/help/dialogs?sort=${order}&page=2`,
    );
  });

  it('says that an offered topic has no dialogs yet', async () => {
    const page = await read('/suggestions');
    expect([page.texts('p')[0], page.meta('robots')]).toEqual(['There is nothing here yet.', 'noindex']);
  });

  it.each([
    ['a topic that is neither offered nor used', '/praise'],
    ['past the end', '/dialogs?page=3'],
    ['a page that is not a number', '/dialogs?page=0'],
    ['an unknown order', '/dialogs?sort=title'],
    ['a state not in use', '/states/nothing'],
    ['S3 a state of archived dialogs only', '/states/hidden'],
    ['S3 a state of another forum', '/states/elsewhere'],
    ['S3 a private tag', '/tags/secret'],
    ['S3 a tag of another forum', '/tags/elsewhere'],
    ['S28 a state with U+0000', '/states/%00'],
    ['S28 a tag with U+0000', '/tags/%00'],
  ])('is a 404: %s', async (_title, path) => {
    await service.get(`/forum/help${path}`).expect(404);
  });
});

describe('tags', () => {
  it('are listed by name if public and used by visible dialogs', async () => {
    expect((await read('/tags')).linksIn('tags')).toEqual([
      ['a/b 1 → /forum/help/tags/a%2Fb', 'Common 26 → /forum/help/tags/Common'],
    ]);
  });

  it('are found in another spelling, and redirect to the first', async () => {
    const { headers } = await service.get('/forum/help/tags/COMMON?page=2').expect(301);
    expect(headers.location).toBe('/forum/help/tags/Common?page=2');
  });

  it('without visible dialogs have an empty page', async () => {
    const page = await read('/tags/old');
    expect([idsOf(page), page.meta('robots')]).toEqual([[], 'noindex']);
  });
});
