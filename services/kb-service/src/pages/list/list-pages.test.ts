import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestContent } from '../../testing/content.ts';
import { CANARY, EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('list pages', () => {
  const HOST = 'help.example.com';

  /** 102 guides in reverse order of their titles; the last is not published. */
  const CONTENT: TestContent = {
    host: HOST,
    name: 'Example Help',
    categories: [{ id: 11, slug: 'many', name: 'Many' }],
    tags: [{ id: 21, slug: 'new', name: 'New' }],
    guides: Array.from({ length: 102 }, (_, index) => ({
      id: 100 + index,
      slug: `guide-${index}`,
      title: `Guide ${String(101 - index).padStart(3, '0')}`,
      content: `<h2>Heading</h2><p>Text of <b>${index}</b>.</p>`,
      published: index < 101,
      categories: [11],
      tags: [21],
    })),
  };
  const EMPTY: TestContent = { host: 'empty.example.com' };

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([CONTENT, EMPTY]);
  });

  afterAll(() => service.stop());

  const ask = (path: string, host = HOST) => service.request.get(path).set('Host', host);
  const read = async (path: string) => readPage((await ask(path)).text);

  const BY_TITLE = Array.from({ length: 101 }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return `Guide ${number} → /guides/guide-${100 - index}`;
  });

  describe.each([
    { path: '/categories/many', heading: 'Many', all: BY_TITLE.toReversed() },
    { path: '/tags/new', heading: 'Guides about New', all: BY_TITLE },
    { path: '/guides', heading: 'All guides', all: BY_TITLE },
  ])('the guides of $path', ({ path, heading, all }) => {
    it.each([
      { query: '', from: 0, previous: undefined, next: '?page=2', title: heading },
      { query: '?page=1', from: 0, previous: undefined, next: '?page=2', title: heading },
      { query: '?page=2', from: 50, previous: '', next: '?page=3', title: `${heading} – Page 2 of 3` },
      {
        query: '?page=3',
        from: 100,
        previous: '?page=2',
        next: undefined,
        title: `${heading} – Page 3 of 3`,
      },
    ])('fifty a page: "$query"', async ({ query, from, previous, next, title }) => {
      const page = await read(path + query);
      expect(page.headings).toEqual([`h1 ${heading}`]);
      expect(page.linksIn('guides')).toEqual([all.slice(from, from + 50)]);
      expect([page.linked('prev'), page.linked('next')]).toEqual(
        [previous, next].map((to) => (to === undefined ? undefined : path + to)),
      );
      expect(page.title).toBe(`${title} · Example Help`);
      expect(page.canonical).toBe(`https://${HOST}${path}${query.replace('?page=1', '')}`);
      expect(page.description).toMatch(/^Guide \d{3} · Guide \d{3} · .*…$|^Guide \d{3}$/);
    });

    it.each(['0', '-1', '01', '1.0', 'abc', '', '4', '9'.repeat(20), '1e1', '%31%20', '%D9%A3'])(
      'no page "%s"',
      async (number) => {
        const { status, type } = await ask(`${path}?page=${number}`);
        expect([status, type]).toEqual([404, 'text/html']);
      },
    );

    it('has links below /site', async () => {
      const page = await read(`/site/${HOST}${path}?page=2`);
      expect([page.linked('prev'), page.linked('next')]).toEqual([
        `/site/${HOST}${path}`,
        `/site/${HOST}${path}?page=3`,
      ]);
    });

    it('with the first line of each', async () => {
      const lines = (await read(path)).texts('p').filter((text) => /^Text of \d+\.$/.test(text));
      expect(lines).toHaveLength(50);
    });

    it('in at most two statements, none when cached', async () => {
      await service.change(HOST, 'update guides set updated_at = now() where knowledge_base_id = $1');
      const statements = async () => {
        service.takeStatements();
        await read(path);
        return service.takeStatements().filter((text) => !text.includes('host_names')).length;
      };
      expect([await statements(), await statements()]).toEqual([path === '/guides' ? 1 : 2, 0]);
    });

    it('without unpublished guides', async () => {
      const publish = (published: boolean) =>
        service.change(
          HOST,
          `update guides set published = $2 where knowledge_base_id = $1 and id >= 150 and id < 201`,
          [published],
        );
      await publish(false);
      expect((await read(path)).linksIn('guides')[0]).toHaveLength(50);
      expect((await ask(`${path}?page=2`)).status).toBe(404);
      await publish(true);
    });
  });

  describe('the addresses of lists for search engines', () => {
    it.each([
      {
        template: 'https://{host}/{kind}/{slug}',
        category: 'https://help.example.com/categories/many',
        tag: 'https://help.example.com/tags/new',
        guides: 'https://help.example.com/guides',
        second: 'https://help.example.com/categories/many?page=2',
      },
      {
        template: 'http://127.0.0.1:4010/site/{host}/{kind}/{id}',
        category: 'http://127.0.0.1:4010/site/help.example.com/categories/11',
        tag: 'http://127.0.0.1:4010/site/help.example.com/tags/21',
        guides: 'http://127.0.0.1:4010/site/help.example.com/guides',
        second: 'http://127.0.0.1:4010/site/help.example.com/categories/11?page=2',
      },
      {
        template: 'https://example.com/help?{kind}={slug}',
        category: 'https://example.com/help?categories=many',
      },
    ])('with PUBLIC_URL_TEMPLATE=$template', async ({ template, category, tag, guides, second }) => {
      const other = await startTestService([CONTENT], { PUBLIC_URL_TEMPLATE: template });
      const addresses = ['/categories/11', '/tags/21', '/guides', '/categories/many?page=2'].map(
        async (path) => {
          const { text } = await other.request.get(path).set('Host', HOST);
          return readPage(text).canonical;
        },
      );
      expect(await Promise.all(addresses)).toEqual([category, tag, guides, second]);
      await other.stop();
    });
  });

  describe('a list that is empty', () => {
    it('of all guides has a message', async () => {
      const { status, text } = await ask('/guides', EMPTY.host);
      expect([status, readPage(text).texts('p')]).toEqual([
        200,
        ['There are no guides here yet. Please come back soon.'],
      ]);
    });
  });
});

describe('the page of a tag', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE]);
  });

  afterAll(() => service.stop());

  const ask = (tag: string) => service.request.get(`/tags/${tag}`).set('Host', EXAMPLE.host);

  it.each([
    ['its slug', 'basics'],
    ['its id', '22'],
  ])('lists its guides by title; it is found by %s', async (_, tag) => {
    const page = readPage((await ask(tag)).text);
    expect([page.headings, page.linksIn('guides'), page.linksIn('breadcrumbs')]).toEqual([
      ['h1 Guides about basics'],
      [['äpples → /guides/apples', 'Install it → /guides/install']],
      [['Home → /']],
    ]);
    expect(page.texts('p')).toContain('2 guides');
  });

  it.each(['nothing', '99', 'unused', '24', `hidden-${CANARY}`, '23', 'Basics', '%00'])(
    'is a 404: %s',
    async (tag) => {
      const { status, text } = await ask(tag);
      expect([status, text.includes(CANARY)]).toEqual([404, false]);
    },
  );
});
