import { bumpRevision } from '@guidepost/postgres';
import { type ReadPage, readPage } from '@guidepost/testing/markup';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../../model/forum.ts';
import { setProperties } from '../../tenants/administration.ts';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('a home page', () => {
  let service: TestService;
  let forumId: number;

  beforeAll(async () => {
    service = await startTestService();
    const { database } = service;
    forumId = await writeForum(database, { slug: 'help', topics: ['Q', 'S'] });
    await writeDialogs(database, forumId, [
      { id: 1, title: 'How?', tags: ['bikes', 'secret'] },
      { id: 2, title: 'Gone', archived: true, state: 'hidden', tags: ['bikes', 'old'] },
      ...[3, 4, 5, 6, 7].map((id) => ({ id, views: id, state: id % 2 ? 'answered' : 'planned' })),
      { id: 8, topic: 'P', title: '<b>Of a topic that is not offered any more</b>' },
      { id: 9, topic: 'S', pub_date: '2026-01-02T00:00:00Z', num_votes: 4 },
    ]);
    await database.none("update tags set is_public = true where name <> 'secret'");
    await setProperties(database, 'help', {
      intro_message: 'Ask us <anything>.',
      status_message: 'We are late.',
      status_url: 'https://status.example/',
    });
    await writeForum(database, { slug: 'tyst', language: 'sv' });
  });

  afterAll(() => service.stop());

  const read = async (path: string): Promise<ReadPage> =>
    readPage((await service.get(path).expect(200)).text);

  describe('the home page of a forum', () => {
    it('shows the company, the introduction and the status message', async () => {
      const page = await read('/forum/help');
      expect([page.title, page.description, page.canonical]).toEqual([
        'help',
        'Ask us <anything>.',
        'https://forum.example/forum/help',
      ]);
      expect(page.texts('p', 'intro')).toEqual(['Ask us <anything>.']);
      expect(page.texts('p', 'status')).toEqual(['We are late. More about this']);
      expect(page.links('status')).toEqual(['https://status.example/']);
      expect(page.record('WebSite')).toMatchObject({ url: 'https://forum.example/forum/help' });
    });

    it('links to the offered topics, with their numbers of visible dialogs', async () => {
      const page = await read('/forum/help');
      expect(page.texts('li', 'card')).toEqual(['Questions 6 posts', 'Suggestions 1 post']);
      expect(page.links('cards')).toEqual(['/forum/help/questions', '/forum/help/suggestions']);
    });

    it('lists the newest visible dialogs, and the most popular others', async () => {
      const ids = (links: string[]) => links.map((link) => Number(/\d+$/.exec(link)?.[0]));
      const [newest, popular] = (await read('/forum/help')).linksIn('titles');
      expect(ids(newest ?? [])).toEqual([9, 8, 7, 6, 5, 4]);
      expect(ids(popular ?? [])).toEqual([3, 1]);
    });

    it('shows when each dialog was written, with its comments and votes', async () => {
      const facts = (await read('/forum/help')).texts('p', 'facts');
      expect(facts[0]).toBe('Suggestion · 2 January 2026 · 0 comments · 4 votes');
      expect(facts[2]).toBe('Question · 1 January 2026 · 0 comments · answered');
    });

    it('has a button next to the search field that links to the form below', async () => {
      const buttonsOf = async (path: string) =>
        (await read(path)).all('a', 'button').map(({ attribs }) => attribs.href);
      expect(await buttonsOf('/forum/help')).toEqual(['#:ask']);
      expect((await read('/forum/help')).ids).toContain(':ask');
      for (const path of ['/1', '/search?q=how', '/search?q=zeppelin'])
        expect([path, await buttonsOf(`/forum/help${path}`)]).toEqual([path, ['/forum/help/ask']]);
      expect(await buttonsOf('/forum/help/ask')).toEqual([]);
    });

    it('distinguishes its links to all dialogs by context', async () => {
      const page = await read('/forum/help');
      const [newest, popular] = page.all('a').filter(({ attribs }) => attribs.id?.startsWith(':all-'));
      expect([newest?.attribs['aria-labelledby'], popular?.attribs['aria-labelledby']]).toEqual([
        ':all-newest :newest',
        ':all-popular :popular',
      ]);
      expect(page.ids).toEqual(expect.arrayContaining([':newest', ':popular']));
    });

    it('links to states and public tags of visible dialogs only', async () => {
      const page = await read('/forum/help');
      expect(page.linksIn('tags')).toEqual([
        ['answered → /forum/help/states/answered', 'planned → /forum/help/states/planned'],
        ['bikes 1 → /forum/help/tags/bikes'],
      ]);
    });

    it('links to the feed of the forum', async () => {
      const { text } = await service.get('/forum/help');
      const [feed] = readPage(text)
        .all('link')
        .filter(({ attribs }) => attribs.type === 'application/atom+xml');
      expect(feed?.attribs).toMatchObject({
        rel: 'alternate',
        href: 'https://forum.example/forum/help/feed.atom',
      });
    });

    it('of an empty forum shows the form for the first dialog, in the language of the forum', async () => {
      const page = await read('/forum/tyst');
      expect(page.headings.at(-1)).toBe('h2 Skriv ett inlägg');
      expect(page.description).toBe('Frågor, problem och idéer till tyst, och vad det blev av dem.');
      expect(page.all('form').map(({ attribs }) => attribs.action)).toEqual(['/api/tyst']);
    });

    it('has the accent colour of the forum', async () => {
      const styleOf = async () => (await read('/forum/help')).all('link')[0]?.attribs.href;
      expect(await styleOf()).toMatch(/\/2456c8\.css$/);
      await setProperties(service.database, 'help', { accent_color: '#0a7d5c' });
      await service.settled('help');
      expect(await styleOf()).toMatch(/\/0a7d5c\.css$/);
    });

    it('S29 is rebuilt when the forum has changed, and only then', async () => {
      await read('/forum/help');
      service.takeStatements();
      await read('/forum/help');
      expect(service.takeStatements()).toEqual([]);
      await service.database.tx(async (transaction) => {
        await transaction.none("update dialogs set title = 'How indeed?' where id = 1");
        await bumpRevision(transaction, FORUM_REVISIONS, forumId);
      });
      await service.settled('help');
      expect((await read('/forum/help')).texts('a')).toContain('How indeed?');
    });
  });

  describe('a page that does not exist', () => {
    it.each(['/forum/help/nothing', '/forum/help/nothing/at/all'])(
      'is a 404 page of the forum with the newest dialogs: %s',
      async (path) => {
        const { text } = await service
          .get(path)
          .expect(404)
          .expect('Content-Type', 'text/html; charset=utf-8');
        const page = readPage(text);
        expect(page.texts('h1')).toEqual(['We cannot find this page']);
        expect([page.meta('robots'), page.all('form').length]).toEqual(['noindex', 1]);
        expect(page.links('titles')).toEqual([9, 8, 7, 6, 5].map((id) => `/forum/help/${id}`));
      },
    );

    it.each(['/forum/unknown', '/forum/help/%E5', '/forum/%E5'])(
      'is a 404 page of the service if the forum is unknown: %s',
      async (path) => {
        const { text } = await service.get(path).expect(404);
        expect(readPage(text).texts('h1')).toEqual(['There is nothing here']);
      },
    );
  });
});

describe('GET /', () => {
  const DESK = 'https://team.example.com/desk';

  let service: TestService;

  const start = async (environment: Record<string, string> = {}) => {
    service = await startTestService({ DESK_URL: 'https://team.example.com', ...environment });
    const { database } = service;
    await writeForum(database, { slug: 'empty' });
    await writeDialogs(database, await writeForum(database, { slug: 'help' }), [{ id: 1 }]);
    await writeDialogs(database, await writeForum(database, { slug: 'gone' }), [{ id: 2, archived: true }]);
    await database.none(`update forums set name = '<b>"Help" & more' where slug = 'help'`);
    return readPage((await service.get('/')).text);
  };

  afterEach(() => service.stop());

  it('describes the service and links onward', async () => {
    const page = await start();
    expect(page.texts('h1')).toEqual(['The forum service']);
    expect(page.links('guides')).toEqual([DESK, '/docs', '/openapi.json']);
  });

  it('lists the forums with visible dialogs when SITE_DIRECTORY is on', async () => {
    const page = await start({ SITE_DIRECTORY: 'on' });
    expect(page.links('guides')).toEqual(['/forum/help', DESK, '/docs', '/openapi.json']);
    expect(page.texts('li')[0]).toBe('<b>"Help" & more help · help');
  });
});
