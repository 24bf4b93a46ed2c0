import { readPage } from '@guidepost/testing/markup';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestContent } from '../../testing/content.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED, OTHER } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('home page', () => {
  const range = (length: number) => Array.from({ length }, (_, index) => index);

  /** Seven guides in a category, 21 without one. */
  const LARGE: TestContent = {
    host: 'large.example.com',
    categories: [{ id: 101, slug: 'many' }],
    guides: [
      ...range(7).map((index) => ({ id: 110 + index, slug: `in-${index}`, categories: [101] })),
      ...range(21).map((index) => ({ id: 130 + index, slug: `out-${index}`, title: `Out ${30 - index}` })),
    ],
  };
  const EMPTY: TestContent = {
    host: 'empty.example.com',
    categories: [{ id: 201, slug: 'drafts' }],
    guides: [
      { id: 211, slug: 'draft', published: false, categories: [201] },
      { id: 212, slug: 'apart', published: false },
    ],
  };
  /** Only guides without a category. */
  const PLAIN: TestContent = {
    host: 'plain.example.com',
    guides: [
      { id: 301, slug: 'b' },
      { id: 302, slug: 'a' },
    ],
  };

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, OTHER, LARGE, EMPTY, PLAIN]);
  });

  afterAll(() => service.stop());

  async function home({ host }: TestContent, base = '') {
    const answer = await service.request.get(base || '/').set('Host', host);
    expect([answer.status, answer.type]).toEqual([200, 'text/html']);
    return readPage(answer.text);
  }

  describe('the home page', () => {
    it.each(['', `/site/${EXAMPLE.host}`])(
      'shows the top categories in their order, each with its guides and the categories below: "%s"',
      async (base) => {
        const page = await home(EXAMPLE, base);
        expect(page.headings.slice(0, 3)).toEqual(['h1 Example Help', 'h2 money', 'h2 start']);
        expect(page.linksIn('card')).toEqual([
          [`money → ${base}/categories/money`, `invoices → ${base}/categories/invoices`],
          [
            `start → ${base}/categories/start`,
            `Install it → ${base}/guides/install`,
            `äpples → ${base}/guides/apples`,
          ],
        ]);
      },
    );

    it('shows five guides of a category and a link to the rest', async () => {
      const [card] = (await home(LARGE)).linksIn('card');
      expect(card).toEqual([
        'many → /categories/many',
        ...range(5).map((index) => `in-${index} → /guides/in-${index}`),
        'All 7 guides → /categories/many',
      ]);
    });

    it('shows guides without a category by title', async () => {
      const page = await home(EXAMPLE);
      expect(page.headings).toContain('h2 More guides');
      expect(page.linksIn('titles')).toEqual([['Zebra → /guides/31']]);
    });

    it('shows twenty of those and a link to all guides', async () => {
      const page = await home(LARGE);
      const titles = range(20).map((index) => `Out ${10 + index}`);
      expect(page.linksIn('titles')[0]?.map((link) => link.split(' → ')[0])).toEqual(titles);
      expect(page.linksIn('beside')[0]?.at(-1)).toBe('All 28 guides → /guides');
    });

    it('shows all guides without categories', async () => {
      const page = await home(PLAIN);
      expect([page.headings, page.linksIn('titles')]).toEqual([
        ['h1 Help', 'h2 All guides'],
        [['a → /guides/a', 'b → /guides/b']],
      ]);
    });

    it('has only the large search field', async () => {
      const { text } = await service.request.get('/').set('Host', EXAMPLE.host);
      expect(text.match(/<input [^>]*name="q"/g)).toEqual([expect.stringContaining('search-large')]);
    });

    it.each([
      ['en', 'There are no guides here yet. Please come back soon.'],
      ['sv', 'Här finns inga guider ännu. Titta gärna in igen snart.'],
    ])('says if nothing is published: %s', async (language, words) => {
      await service.change(EMPTY.host, 'update knowledge_bases set language = $2 where id = $1', [language]);
      const page = await home(EMPTY);
      expect([page.headings, page.texts('p'), page.texts('li')]).toEqual([['h1 Help'], [words], []]);
    });

    it('has metadata', async () => {
      const page = await home(EXAMPLE);
      expect([page.title, page.description, page.canonical]).toEqual([
        'Example Help',
        'Guides and answers from Example Ltd.',
        'https://help.example.com',
      ]);
      expect(page.record('WebSite')).toMatchObject({ name: 'Example Help', url: 'https://help.example.com' });
    });

    it('shows changes at once and takes one statement otherwise', async () => {
      const rename = (name: string) =>
        service.change(
          EXAMPLE.host,
          `update categories set name = $2 where knowledge_base_id = $1 and id = 12`,
          [name],
        );
      await rename('Payments');
      service.takeStatements();
      expect((await home(EXAMPLE)).headings).toContain('h2 Payments');
      await home(EXAMPLE);
      const statements = service.takeStatements().filter((text) => !text.includes('host_names'));
      expect(statements.map((text) => text.includes('guide_vote_counts'))).toEqual([false, true, true]);
      await rename('money');
    });
  });

  describe('the most helpful guides', () => {
    type Votes = [slug: string, upvotes: number, downvotes: number][];

    afterEach(() => service.database.none('delete from guide_vote_counts'));

    async function helpful(votes: Votes): Promise<{ titles: string[] | undefined; etag: string }> {
      await service.database.none('delete from guide_vote_counts');
      for (const values of votes) {
        await service.database.none(
          `insert into guide_vote_counts
         select knowledge_base_id, id, $2, $3 from guides where slug = $1 and knowledge_base_id = $4`,
          [...values, (await knowledgeBaseId()).id],
        );
      }
      const { text, headers } = await service.request.get('/').set('Host', EXAMPLE.host);
      const page = readPage(text);
      if (!page.headings.includes('h2 Most helpful')) return { titles: undefined, etag: headers.etag ?? '' };
      return { titles: page.linksIn('titles').at(-1), etag: headers.etag ?? '' };
    }

    const knowledgeBaseId = () =>
      service.database.one('select id from knowledge_bases where host = $1', [EXAMPLE.host]);

    const INSTALL = 'Install it → /guides/install';
    const REFUNDS = 'Refunds → /guides/refunds';
    const ZEBRA = 'Zebra → /guides/31';

    it.each<[string, Votes, string[] | undefined]>([
      ['are not shown without votes', [], undefined],
      ['do not include guides with only downvotes', [['install', 0, 9]], undefined],
      ['do not include unpublished guides', [[`draft-${CANARY}`, 9, 0]], undefined],
      [
        'prefer a larger share of upvotes',
        [
          ['install', 8, 2],
          ['refunds', 9, 1],
        ],
        [REFUNDS, INSTALL],
      ],
      [
        'prefer many votes to few',
        [
          ['install', 1, 0],
          ['refunds', 9, 1],
        ],
        [REFUNDS, INSTALL],
      ],
      [
        'prefer certainty',
        [
          ['install', 60, 40],
          ['refunds', 2, 0],
        ],
        [INSTALL, REFUNDS],
      ],
      [
        'do not count votes alone',
        [
          ['install', 60, 40],
          ['refunds', 9, 1],
        ],
        [REFUNDS, INSTALL],
      ],
      [
        'have a stable order',
        [
          ['31', 2, 1],
          ['refunds', 2, 1],
          ['install', 2, 1],
        ],
        [INSTALL, REFUNDS, ZEBRA],
      ],
    ])('%s', async (_, votes, expected) => {
      expect((await helpful(votes)).titles).toEqual(expected);
    });

    it('are at most five', async () => {
      await service.database.none(
        `insert into guide_vote_counts
       select g.knowledge_base_id, g.id, g.id, 0
       from guides g join knowledge_bases k on k.id = g.knowledge_base_id
       where k.host = $1`,
        [LARGE.host],
      );
      const page = await home(LARGE);
      expect(page.linksIn('titles').at(-1)).toEqual(
        range(5).map((index) => `Out ${10 + index} → /guides/out-${20 - index}`),
      );
    });

    it('change the entity tag only when they change', async () => {
      const before = await helpful([
        ['install', 8, 0],
        ['refunds', 2, 0],
      ]);
      const more = await helpful([
        ['install', 9, 1],
        ['refunds', 2, 1],
      ]);
      const other = await helpful([
        ['install', 9, 1],
        ['refunds', 90, 0],
      ]);
      expect([more.etag, other.etag === before.etag]).toEqual([before.etag, false]);
    });
  });
});

describe('GET / of a host without a knowledge base', () => {
  const EMPTY = { host: 'empty.example.com' };
  const HOSTILE = { ...OTHER, name: '<b>"Help" & more' };
  const DESK = 'https://team.example.com/desk';

  let service: TestService;

  const start = async (environment: Record<string, string> = {}) => {
    service = await startTestService([EXAMPLE, HOSTILE, DISABLED, KEYED, EMPTY], {
      DESK_URL: 'https://team.example.com',
      ...environment,
    });
    return readPage((await service.request.get('/')).text);
  };

  afterEach(() => service.stop());

  it('introduces the service', async () => {
    const page = await start();
    expect(page.texts('h1')).toEqual(['The knowledge base service']);
    expect(page.links()).toEqual(['/', DESK, '/docs', '/openapi.json']);
  });

  it('lists the public knowledge bases that can be read when SITE_DIRECTORY is on', async () => {
    const page = await start({ SITE_DIRECTORY: 'on' });
    expect(page.links('guides')).toEqual([
      '/site/other.example.com:8443',
      '/site/help.example.com',
      DESK,
      '/docs',
      '/openapi.json',
    ]);
    expect(page.texts('li')[0]).toContain(HOSTILE.name);
  });

  it('is not indexed, has an entity tag, and answers GET and HEAD', async () => {
    expect((await start()).meta('robots')).toBe('noindex');
    const { headers } = await service.request.get('/');
    const unchanged = await service.request.get('/').set('If-None-Match', String(headers.etag));
    expect([unchanged.status, headers['content-type']]).toEqual([304, 'text/html; charset=utf-8']);
  });

  it('shows errors', async () => {
    await start();
    const { status, type, headers } = await service.request.post('/');
    expect([status, type, headers.allow]).toEqual([405, 'text/html', 'GET, HEAD, OPTIONS']);
  });
});
