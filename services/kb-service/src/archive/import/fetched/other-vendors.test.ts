import { png } from '@guidepost/files/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { setGuideProperties } from '../../../reviews/set-properties.ts';
import { OPERATOR } from '../../../testing/content.ts';
import { type TestFiles, useImportFixture } from '../../../testing/import-fixture.ts';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

/** A folder as `kb fetch` leaves it. */
function fetched(vendor: string, pages: Record<string, unknown>, files: TestFiles = {}): TestFiles {
  const lists = Object.fromEntries(
    Object.keys(pages).map((name) => [name.split('-')[0], { entries: 1, whole: true, done: true }]),
  );
  const round = {
    started: '2026-01-01T00:00:00Z',
    finished: '2026-01-01T00:00:01Z',
    since: null,
    lists,
    failed: [],
    remarks: [],
  };
  const state = { vendor, url: 'https://docs.acme.com/', locale: null, rounds: [round] };
  const saved = Object.entries(pages).map(([name, page]) => [
    `round-1/${name}-0001.json`,
    JSON.stringify(page),
  ]);
  return { 'fetch.json': JSON.stringify(state), ...Object.fromEntries(saved), ...files };
}

interface Row {
  slug: string;
  title: string;
  content_html: string;
  published: boolean;
  external: string;
  summary: string | null;
  synonyms: string[];
  created_at: Date;
  categories: string[];
}

const guides = () =>
  fixture.database.any<Row>(
    `select g.*, array(
        select coalesce(p.slug || '/', '') || c.slug from guide_categories m
        join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id
        left join categories p on p.knowledge_base_id = c.knowledge_base_id and p.id = c.parent_category_id
        where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id order by 1
      ) as categories
      from guides g where g.knowledge_base_id = (select id from knowledge_bases where host = $1) order by g.external`,
    [host],
  );

const IMAGE = 'https://d33v4339jhl8k0.cloudfront.net/docs/assets/1/images/2/file-a.png';

it('Help Scout: numbers of addresses, collections and categories, private ones unpublished', async () => {
  const listed = (number: number, more: object) => ({
    id: `a${number}`,
    number,
    collectionId: 'c1',
    slug: `article-${number}`,
    status: 'published',
    name: `Article ${number}`,
    publicUrl: `https://docs.acme.com/article/${number}-article-${number}`,
    createdAt: '2020-01-02T03:04:05Z',
    ...more,
  });
  const files = fetched('helpscout', {
    collections: {
      collections: {
        items: [
          { id: 'c1', number: 1, slug: 'start', name: 'Start', visibility: 'public', order: 1 },
          { id: 'c2', number: 2, slug: 'staff', name: 'Staff', visibility: 'private', order: 2 },
        ],
      },
    },
    'categories-c1': {
      categories: {
        items: [{ id: 'k1', number: 3, slug: 'install', name: 'Install', collectionId: 'c1', order: 1 }],
      },
    },
    'articles-c1': { articles: { items: [listed(11, {}), listed(12, { status: 'notpublished' })] } },
    'articles-c2': { articles: { items: [listed(13, { collectionId: 'c2' })] } },
    sites: { sites: { items: [{ id: 's1' }] } },
    'redirects-s1': {
      redirects: {
        items: [
          { id: 'r1', urlMapping: '/old/setup', type: 'article', documentId: 'a11', anchor: 'there' },
          { id: 'r2', urlMapping: '/old/install', type: 'category', documentId: 'k1', anchor: null },
          { id: 'r3', urlMapping: '/old/gone', type: 'article', documentId: 'a99', anchor: null },
        ],
      },
    },
    'texts-a11': {
      article: {
        id: 'a11',
        categories: ['k1'],
        keywords: ['setup', 'first  steps, begin', 'setup'],
        text: `<p><a href="/article/12-x#there">a</a> <a href="https://docs.acme.com/category/3-install">b</a></p>
          <div class="callout-yellow">Careful</div><img src="${IMAGE}">`,
      },
    },
    'texts-a12': { article: { id: 'a12', categories: [], text: '<p>b</p>' } },
    'texts-a13': { article: { id: 'a13', categories: [], text: '<p>c</p>' } },
  });
  const { restricted, notPublic, remarks, addresses } = await fixture.importFiles(host, files);
  expect(await guides()).toMatchObject([
    {
      slug: 'article-11',
      title: 'Article 11',
      published: true,
      external: 'helpscout:article:11',
      created_at: new Date('2020-01-02T03:04:05Z'),
      summary: null,
      synonyms: ['setup', 'first steps', 'begin'],
      categories: ['start/install'],
      content_html: expect.stringContaining(
        '<a href="article-12#there">a</a> <a href="../categories/install">b</a>',
      ),
    },
    { published: false, synonyms: [], categories: ['start'] },
    { published: false, categories: ['staff'] },
  ]);
  expect((await guides())[0]?.content_html).toContain('<div class="note">Careful</div>');
  expect(restricted).toEqual(['articles/13-article-13: visibility of its collection: private']);
  expect(notPublic).toContain('articles/12-article-12: status: notpublished');
  expect(remarks).toEqual([]);
  // Three articles, two collections, a category, and two redirects.
  expect(addresses).toEqual({ created: 8, updated: 0 });
  const changes = { synonyms: ['ours'] };
  await setGuideProperties(fixture.database, OPERATOR, { host, slugs: ['article-12'], changes });
  const again = await fixture.importFiles(host, files);
  expect([again.guides, again.properties]).toEqual([{ created: 0, updated: 0, unchanged: 3 }, 0]);
  expect((await guides())[1]?.synonyms).toEqual(['ours']);
});

const ARTICLE = {
  id: '1',
  title: 'One',
  state: 'published',
  parent_id: 6,
  parent_type: 'collection',
  created_at: 1_600_000_000,
  updated_at: 1_600_000_001,
  url: 'https://docs.acme.com/en/articles/1-one',
  description: 'In short & simple',
  body: '<p>Long</p>',
  translated_content: {
    de: {
      title: 'Eins',
      body: '<p>Lang</p>',
      state: 'draft',
      url: 'https://docs.acme.com/de/articles/1-eins',
    },
  },
};

it('Intercom: collections in collections, dates in seconds, the description above the text', async () => {
  const files = fetched('intercom', {
    collections: {
      data: [
        { id: '5', name: 'Start', parent_id: null },
        { id: '6', name: 'Install', parent_id: '5' },
      ],
    },
    articles: {
      data: [
        ARTICLE,
        {
          ...ARTICLE,
          id: '2',
          title: 'Two',
          state: 'draft',
          description: null,
          url: null,
          parent_id: null,
          body: '<p><a href="https://docs.acme.com/en/articles/1-old">one</a></p>',
        },
      ],
    },
  });
  await fixture.importFiles(host, files);
  expect(await guides()).toMatchObject([
    {
      slug: 'one',
      published: true,
      external: 'intercom:article:1',
      created_at: new Date(1_600_000_000_000),
      categories: ['start/install'],
      content_html: '<p>In short &amp; simple</p><p>Long</p>',
      summary: 'In short & simple',
    },
    {
      slug: 'two',
      summary: null,
      published: false,
      categories: [],
      content_html: '<p><a href="one">one</a></p>',
    },
  ]);
});

it('Intercom: translations are texts of the same guide', async () => {
  const files = fetched('intercom', {
    articles: { data: [{ ...ARTICLE, default_locale: 'en', parent_id: null }] },
  });
  const { translations, otherLanguages } = await fixture.importFiles(host, files, { languages: ['de'] });
  expect([translations.created, otherLanguages.size]).toEqual([1, 0]);
  expect(
    await fixture.database.any(
      `select g.title, g.published, g.external from guides g join knowledge_bases e on e.id = g.knowledge_base_id
        where e.edition_of = (select k.id from knowledge_bases k where k.host = $1) and not g.missing`,
      [host],
    ),
  ).toEqual([{ title: 'Eins', published: false, external: 'intercom:article:1' }]);
});

it('Freshdesk: categories and folders, votes, files by their numbers, folders for some unpublished', async () => {
  const article = (id: number, more: object) => ({
    id,
    title: `Article ${id}`,
    description: '<p>x</p>',
    category_id: 1,
    folder_id: 2,
    status: 2,
    tags: ['New'],
    thumbs_up: 3,
    thumbs_down: 1,
    created_at: '2020-01-02T03:04:05Z',
    ...more,
  });
  const image =
    'https://s3.amazonaws.com/cdn.freshdesk.com/data/helpdesk/attachments/production/43/original/a.png?X=1';
  const files = fetched(
    'freshdesk',
    {
      categories: [{ id: 1, name: 'Start' }],
      'folders-1': [
        { id: 2, name: 'Install', visibility: 1 },
        { id: 3, name: 'Agents', visibility: 3 },
      ],
      'articles-2': [
        article(11, {
          description: `<p><img src="${image}"><a href="/support/solutions/articles/12-x">b</a></p>`,
        }),
        article(12, {
          status: 1,
          seo_data: {
            meta_title: 'T',
            meta_description: ` ${'many '.repeat(70)}`,
            meta_keywords: 'one, two words',
          },
        }),
      ],
      'articles-3': [article(13, { folder_id: 3, attachments: [{ id: 44 }] })],
    },
    { 'files/43-a.png': png() },
  );
  const { restricted, remarks, images } = await fixture.importFiles(host, files);
  expect(await guides()).toMatchObject([
    { slug: 'article-11', published: true, external: 'freshdesk:article:11', categories: ['start/install'] },
    {
      published: false,
      summary: `${'many '.repeat(59).trim()}…`,
      synonyms: ['one', 'two words'],
      categories: ['start/install'],
    },
    { published: false, summary: null, synonyms: [], categories: ['start/agents'] },
  ]);
  expect((await guides())[0]?.content_html).toMatch(
    /^<p><img src="\/files\/.*<a href="article-12">b<\/a><\/p>$/,
  );
  expect(restricted).toEqual(['articles/13: visibility of its folder: 3']);
  expect([images.created, remarks]).toEqual([1, ['articles/13: its 1 files are not imported']]);
});

it.each(['helpscout', 'intercom', 'freshdesk'])(
  '%s: nothing but damage is refused in a line',
  async (vendor) => {
    await expect(
      fixture.importFiles(host, fetched(vendor, { articles: { data: 7 }, collections: null })),
    ).rejects.toThrow('no articles found');
  },
);

it('a vendor that is not known is refused', async () => {
  await expect(fixture.importFiles(host, fetched('notion', {}))).rejects.toThrow(
    'help centres of notion are not known',
  );
});
