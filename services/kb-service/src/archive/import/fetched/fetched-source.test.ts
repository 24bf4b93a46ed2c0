import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchCentre, VENDORS } from '@guidepost/fetch';
import { PNG_60_20, png } from '@guidepost/files/testing';
import {
  answerAsZendesk,
  type StandIn,
  startStandIn,
  type ZendeskCentre,
  zendeskArticle,
  zendeskGroup,
} from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setProperties } from '../../../tenants/administration.ts';
import { OPERATOR } from '../../../testing/content.ts';
import { useImportFixture } from '../../../testing/import-fixture.ts';
import { importKnowledgeBase } from '../import-knowledge-base.ts';
import type { ImportSummary } from '../import-summary.ts';
import { openImportSource } from '../open-import-source.ts';

const CAT = '/hc/article_attachments/501/cat.png';
const OLD = 'https://acme.zendesk.com';

const fixture = useImportFixture();
let host: string;
let vendor: StandIn;
let centre: ZendeskCentre;
let folder: string;

beforeEach(async () => {
  host = await fixture.createNew();
  folder = join(await mkdtemp(join(fixture.folder, 'centre-')), 'acme');
  centre = {
    categories: [zendeskGroup(10, 'Start')],
    sections: [zendeskGroup(20, 'Install', { category_id: 10 })],
  };
  vendor = await startStandIn((url) => answerAsZendesk(centre)(url));
});

afterEach(() => vendor.stop());

/** With a token the fetch asks for what only staff see. */
interface ImportRequest {
  languages?: string[];
  dryRun?: boolean;
  overwrite?: boolean;
  locale?: string;
  token?: string;
}

async function fetchAll(token?: string): Promise<void> {
  const zendesk = VENDORS.get('zendesk');
  if (!zendesk) throw new Error('Zendesk is missing');
  const { signal } = new AbortController();
  await fetchCentre({
    vendor: zendesk,
    site: new URL(vendor.url),
    folder,
    token,
    allowPrivate: true,
    signal,
  });
}

async function importFetched({ locale, token: _, ...options }: ImportRequest = {}): Promise<ImportSummary> {
  const source = await openImportSource(folder, new Date(), { locale });
  const { signal } = new AbortController();
  return importKnowledgeBase(fixture.database, OPERATOR, { host, source, ...options, signal });
}

/** Fetches and imports a centre with these articles in one section. */
async function importArticles(
  articles: Record<string, unknown>[],
  request?: ImportRequest,
): Promise<ImportSummary> {
  centre.articles = articles;
  await fetchAll(request?.token);
  return importFetched(request);
}

interface Row {
  slug: string;
  title: string;
  content_html: string;
  published: boolean;
  external: string;
  created_at: Date;
  updated_at: Date;
}

const KNOWLEDGE_BASE = '(select id from knowledge_bases where host = $1)';

const guides = () =>
  fixture.database.any<Row>(
    `select * from guides where knowledge_base_id = ${KNOWLEDGE_BASE} order by external`,
    [host],
  );

const slugs = async () => (await guides()).map(({ slug }) => slug);

/** The content of the only guide. */
async function contentOf(body: string): Promise<string> {
  await importArticles([zendeskArticle(101, { body })]);
  return (await guides())[0]?.content_html ?? '';
}

describe('an article of Zendesk', () => {
  it('keeps its name, its dates and what it was', async () => {
    await importArticles([zendeskArticle(101, { title: 'Reset your password' })]);
    expect(await guides()).toMatchObject([
      {
        slug: 'reset-your-password',
        title: 'Reset your password',
        content_html: '<p>Text of Reset your password.</p>',
        published: true,
        external: 'zendesk:article:101',
        created_at: new Date('2021-03-04T05:06:07Z'),
        updated_at: new Date('2022-03-04T05:06:07Z'),
      },
    ]);
  });

  it.each([
    ['the words of its address', { html_url: `${OLD}/hc/en-us/articles/101-Sm%C3%B6rg%C3%A5s` }, 'smorgas'],
    [
      'its title in Latin letters',
      { html_url: `${OLD}/hc/ja/articles/101`, title: 'パスワード' },
      'pasuwado',
    ],
    [
      'Cyrillic letters',
      { html_url: `${OLD}/hc/ru/articles/101-%D0%9F%D0%B0%D1%80%D0%BE%D0%BB%D1%8C` },
      'parol',
    ],
    ['its number', { html_url: `${OLD}/hc/en-us/articles/101`, title: '…' }, 'guide-101'],
  ])('has a slug of %s', async (_, more, slug) => {
    await importArticles([zendeskArticle(101, more)]);
    expect(await slugs()).toEqual([slug]);
  });

  it('shares no slug: the oldest has the words alone', async () => {
    await importArticles(
      [103, 101, 102].map((id) => zendeskArticle(id, { html_url: `${OLD}/hc/articles/${id}-Same` })),
    );
    expect(await slugs()).toEqual(['same', 'same-2', 'same-3']);
  });

  it('that is a draft, or for some readers, is not public, and listed', async () => {
    const { notPublic, restricted } = await importArticles([
      zendeskArticle(101, { draft: true }),
      zendeskArticle(102, { user_segment_id: 360 }),
      zendeskArticle(103, { user_segment_ids: [1, 2] }),
      zendeskArticle(104, { user_segment_ids: 'staff' }),
      zendeskArticle(105),
    ]);
    expect((await guides()).map(({ published }) => published)).toEqual([false, false, false, false, true]);
    expect(notPublic).toHaveLength(4);
    expect(restricted).toEqual([
      'articles/102-Article-102: user_segment_id: 360',
      'articles/103-Article-103: user_segment_ids: 1,2',
      'articles/104-Article-104: user_segment_ids: staff',
    ]);
  });

  it('brings its labels as tags', async () => {
    await importArticles([zendeskArticle(101, { label_names: ['Mobile', 'billing', 'Billing'] })]);
    const tags = await fixture.database.any<{ name: string }>(
      `select name from tags where knowledge_base_id = ${KNOWLEDGE_BASE} order by name`,
      [host],
    );
    expect(tags.map(({ name }) => name)).toEqual(['Mobile', 'billing']);
  });

  it('brings its content tags by their names, if they were fetched', async () => {
    centre.contentTags = [{ id: '01GF', name: 'First & <new>' }];
    const tagged = [
      zendeskArticle(101, { content_tag_ids: ['01GF'], label_names: ['Mobile'] }),
      zendeskArticle(102, { content_tag_ids: ['01GF', '01GZ'] }),
    ];
    const { remarks } = await importArticles(tagged, { token: 'secret' });
    const tags = await fixture.database.any<{ external: string; names: string[] }>(
      `select g.external, array_agg(t.name order by t.name) as names
       from guide_tags m
       join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id
       join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id
       where m.knowledge_base_id = ${KNOWLEDGE_BASE} group by g.external order by g.external`,
      [host],
    );
    expect(tags.map(({ names }) => names)).toEqual([['First & <new>', 'Mobile'], ['First & <new>']]);
    expect(remarks).toEqual([
      'Content tags of 1 articles are not imported, since their names were not fetched.',
    ]);
    expect((await importFetched()).guides).toEqual({ created: 0, updated: 0, unchanged: 2 });
  });

  it('brings its votes as numbers, to which those here are added', async () => {
    await importArticles([zendeskArticle(101, { vote_sum: 6, vote_count: 10 })]);
    const counts = () =>
      fixture.database.one(
        `select upvotes, downvotes, earlier_upvotes from guide_vote_counts where knowledge_base_id = ${KNOWLEDGE_BASE}`,
        [host],
      );
    expect(await counts()).toEqual({ upvotes: 8, downvotes: 2, earlier_upvotes: 8 });
    await fixture.database.none(
      `update guide_vote_counts set upvotes = upvotes + 1 where knowledge_base_id = ${KNOWLEDGE_BASE}`,
      [host],
    );
    await importArticles([
      zendeskArticle(101, { vote_sum: 7, vote_count: 11, updated_at: new Date().toISOString() }),
    ]);
    expect(await counts()).toEqual({ upvotes: 10, downvotes: 2, earlier_upvotes: 9 });
  });

  it.each([
    [5, -9],
    [-1, 0],
    ['many', 3],
  ])('with votes that cannot be, %s of %s, has none', async (vote_count, vote_sum) => {
    await importArticles([zendeskArticle(101, { vote_count, vote_sum })]);
    const rows = await fixture.database.any(
      `select from guide_vote_counts where knowledge_base_id = ${KNOWLEDGE_BASE}`,
      [host],
    );
    expect(rows).toEqual([]);
  });

  it('without content is named and left out', async () => {
    const { empty, guides: changes } = await importArticles([
      zendeskArticle(101, { body: null }),
      zendeskArticle(102, { body: '<p>&nbsp;</p>' }),
      zendeskArticle(103),
    ]);
    expect(empty).toEqual(['articles/101-Article-101', 'articles/102-Article-102']);
    expect(changes.created).toBe(1);
  });

  it('without a section that was fetched is in no category, and named', async () => {
    const { remarks } = await importArticles([zendeskArticle(101, { section_id: 99 })]);
    expect(remarks).toEqual(['articles/101: is in no section that was fetched']);
  });

  it('has its files where they stand in the text, and those that only hang on it in a list at its end', async () => {
    const [manual, inline] = ['/hc/article_attachments/7', '/hc/article_attachments/8/guide.pdf'];
    centre.attachments = {
      101: [
        { id: 7, file_name: 'Bruks anvisning.pdf', content_url: `${OLD}${manual}`, size: 12, inline: false },
        { id: 8, file_name: 'guide.pdf', content_url: `${OLD}${inline}`, size: 12, inline: true },
        { id: 9, file_name: 'gone.pdf', content_url: `${OLD}/hc/article_attachments/9`, inline: false },
      ],
    };
    centre.files = { [manual]: '%PDF-1.7 one', [inline]: '%PDF-1.7 two' };
    const body = `<p><a href="${OLD}/hc/en-us/article_attachments/8/guide.pdf">The guide</a></p>`;
    const { findings, remarks } = await importArticles([zendeskArticle(101, { body })]);
    const html = (await guides())[0]?.content_html ?? '';
    expect(html.replace(/\/files\/[\w-]{22}/g, '/files/…').replaceAll('\u00a0', ' ')).toBe(
      '<p><a class="file" href="/files/…/guide.pdf">The guide (PDF, 12 bytes)</a></p><h2>Files</h2><ul>' +
        '<li><a class="file" href="/files/…/Bruks%20anvisning.pdf">Bruks anvisning.pdf (PDF, 12 bytes)</a></li>' +
        '<li>gone.pdf</li></ul>',
    );
    expect(findings.imagesLeftOut).toEqual([expect.stringContaining('was not fetched')]);
    expect(remarks.join()).not.toContain('not imported');
    const addresses = await fixture.database.any(
      `select a.address, f.name from addresses a join files f on f.id = a.file_id
        where a.knowledge_base_id = ${KNOWLEDGE_BASE} order by a.address`,
      [host],
    );
    expect(addresses).toEqual([
      { address: 'zendesk:attachment:7', name: 'Bruks anvisning.pdf' },
      { address: 'zendesk:attachment:8', name: 'guide.pdf' },
    ]);
    expect((await importFetched()).guides).toMatchObject({ created: 0, updated: 0 });
  });

  it('with dates that cannot be has those of the import', async () => {
    await importArticles([zendeskArticle(101, { created_at: '9999-01-01T00:00:00Z', edited_at: 'soon' })]);
    const [guide] = await guides();
    expect(guide?.created_at.getFullYear()).toBe(new Date().getFullYear());
  });
});

describe('sections', () => {
  interface Category {
    slug: string;
    parent: string | null;
    name: string;
  }

  const categories = () =>
    fixture.database.any<Category>(
      `select c.slug, c.name, p.slug as parent from categories c
        left join categories p on p.knowledge_base_id = c.knowledge_base_id and p.id = c.parent_category_id
        where c.knowledge_base_id = ${KNOWLEDGE_BASE} order by p.slug nulls first, c.position`,
      [host],
    );

  it('have their descriptions as text; without one, that of here stays', async () => {
    const described = (description: string) => zendeskGroup(20, 'Install', { category_id: 10, description });
    const found = () =>
      fixture.database.one(
        `select description from categories where slug = 'install' and knowledge_base_id = ${KNOWLEDGE_BASE}`,
        [host],
      );
    centre.sections = [described(`<p>All &amp; sundry</p> ${'x'.repeat(2_000)}`)];
    await importArticles([zendeskArticle(101)]);
    const { description } = await found();
    expect(description).toMatch(/^All & sundry x+$/);
    expect(description).toHaveLength(1_000);
    centre.sections = [described('')];
    await importArticles([zendeskArticle(101)]);
    expect(await found()).toEqual({ description });
  });

  it('keep their depth and order', async () => {
    centre.sections = [
      zendeskGroup(22, 'Windows', { category_id: 10, parent_section_id: 20, position: 2 }),
      zendeskGroup(21, 'Linux', { category_id: 10, parent_section_id: 20, position: 1 }),
      zendeskGroup(20, 'Install', { category_id: 10 }),
    ];
    await importArticles([zendeskArticle(101)]);
    expect(await categories()).toEqual([
      { slug: 'start', name: 'Start', parent: null },
      { slug: 'linux', name: 'Linux', parent: 'install' },
      { slug: 'windows', name: 'Windows', parent: 'install' },
      { slug: 'install', name: 'Install', parent: 'start' },
    ]);
  });

  it('that are below themselves stand in their category', async () => {
    centre.sections = [
      zendeskGroup(20, 'One', { category_id: 10, parent_section_id: 21 }),
      zendeskGroup(21, 'Two', { category_id: 10, parent_section_id: 20 }),
    ];
    const { remarks } = await importArticles([zendeskArticle(101)]);
    expect(remarks).toEqual([
      'sections/20: is below itself, so it stands in its category',
      'sections/21: is below itself, so it stands in its category',
    ]);
    expect(await categories()).toMatchObject([{ parent: null }, { parent: 'start' }, { parent: 'start' }]);
  });

  it.each([
    ['by position, promoted ones first', 'manual', ['c', 'a', 'b']],
    ['by title', 'title', ['c', 'a', 'b']],
    ['newest first', 'creation_desc', ['c', 'b', 'a']],
  ])('order their articles %s', async (_, sorting, expected) => {
    centre.sections = [zendeskGroup(20, 'Install', { category_id: 10, sorting })];
    await importArticles([
      zendeskArticle(101, { title: 'b', position: 2, created_at: '2020-01-02T00:00:00Z' }),
      zendeskArticle(102, { title: 'a', position: 1, created_at: '2020-01-01T00:00:00Z' }),
      zendeskArticle(103, { title: 'c', position: 3, promoted: true }),
    ]);
    const rows = await fixture.database.any<{ slug: string }>(
      `select g.slug from guides g join guide_categories m on m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
        where g.knowledge_base_id = ${KNOWLEDGE_BASE} order by m.position`,
      [host],
    );
    expect(rows.map(({ slug }) => slug)).toEqual(expected);
  });
});

describe('links and images', () => {
  it('links between articles lead to guides, with their fragments', async () => {
    await importArticles([
      zendeskArticle(101, {
        title: 'One',
        body: `<h2 id="h_01HABC">Here</h2>
          <p><a href="${OLD}/hc/en-us/articles/102-Old-name#h_01HXYZ">a</a> <a href="/hc/articles/102">b</a>
          <a href="https://acme.zendesk.com/hc/de/sections/20-Install">c</a> <a href="${OLD}/hc/en-us/articles/101#h_01HABC">d</a>
          <a href="${OLD}/hc/en-us">e</a> <a href="https://example.com/">f</a></p>`,
      }),
      zendeskArticle(102, { title: 'Two', body: '<h2 id="h_01HXYZ">There</h2><p>x</p>' }),
    ]);
    const [one] = await guides();
    expect(one?.content_html.match(/href="[^"]+"/g)).toEqual([
      'href="two#h_01HXYZ"',
      'href="two"',
      'href="../categories/install"',
      'href="#h_01HABC"',
      'href="../"',
      'href="https://example.com/"',
    ]);
  });

  it('links to what is not here become text, and are named', async () => {
    const { findings } = await importArticles([
      zendeskArticle(101, { body: `<p><a href="${OLD}/hc/en-us/articles/999-Gone">gone</a></p>` }),
    ]);
    expect((await guides())[0]?.content_html).toBe('<p>gone</p>');
    expect(findings.brokenLinks).toEqual([`articles/101-Article-101: ${OLD}/hc/en-us/articles/999-Gone`]);
  });

  it('images of the old centre are taken over, however they are addressed', async () => {
    centre.files = {
      [CAT]: PNG_60_20,
      '/hc/article_attachments/502': png(),
      '/hc/theming/logo.png': png('other'),
    };
    const addresses = [
      CAT,
      `${vendor.url}${CAT}?x=1`,
      '/hc/en-us/article_attachments/501',
      '/hc/article_attachments/502',
    ];
    const images = [...addresses, '/hc/theming/logo.png'].map((address) => `<img src="${address}">`).join('');
    const {
      images: stored,
      imagesElsewhere,
      findings,
    } = await importArticles([zendeskArticle(101, { body: `<p>${images}</p>` })]);
    expect([stored.created, imagesElsewhere, findings.imagesLeftOut]).toEqual([3, [], []]);
    expect((await guides())[0]?.content_html).not.toContain('article_attachments');
  });

  it('an image that was not fetched becomes its text, and images elsewhere are named', async () => {
    const { findings, imagesElsewhere } = await importArticles([
      zendeskArticle(101, {
        body: `<p><img src="${CAT}" alt="A cat"><img src="https://images.example.com/a.png"></p>`,
      }),
    ]);
    expect((await guides())[0]?.content_html).toContain('A cat');
    expect(findings.imagesLeftOut).toEqual([`articles/101-Article-101: ${CAT}: was not fetched`]);
    expect(imagesElsewhere).toEqual(['articles/101-Article-101: https://images.example.com/a.png']);
  });

  it('after the import, nothing leads to the old centre', async () => {
    centre.files = { [CAT]: png() };
    const content = await contentOf(
      `<p><a href="${OLD}${CAT}"><img src="${OLD}${CAT}"></a> <a href="${OLD}/hc/en-us/requests/new">Ask</a></p>`,
    );
    expect(content).not.toContain('zendesk.com');
    expect(content).toContain('<img src="/files/');
  });
});

describe('HTML of an old editor', () => {
  it.each([
    ['empty paragraphs go', '<p>a</p><p>&nbsp;</p><p><br></p><p>b</p>', '<p>a</p><p>b</p>'],
    ['breaks between blocks go', '<p>a</p><br><br><p>b</p>', '<p>a</p><p>b</p>'],
    ['breaks in a row part paragraphs', '<p>a<br>&nbsp;<br>b<br>c</p>', '<p>a</p><p>b<br />c</p>'],
    ['bold paragraphs are no headings', '<p><b>a</b></p><p>b</p>', '<p><b>a</b></p><p>b</p>'],
    [
      'a box is a callout',
      '<div class="wysiwyg-callout warning"><p>a</p></div>',
      '<div class="warning"><p>a</p></div>',
    ],
    ['headings keep their ids', '<h2 id="h_01HXYZ">a</h2><p>b</p>', '<h2 id="h_01HXYZ">a</h2><p>b</p>'],
    [
      'a video of another host is a link',
      '<p>a</p><iframe src="https://play.example.com/v/1" title="Tour"></iframe>',
      '<p>a</p><p><a href="https://play.example.com/v/1">Tour</a></p>',
    ],
    ['indented text loses its indent only', '<p class="wysiwyg-indent2">a</p>', '<p>a</p>'],
    ['a box of one paragraph', '<p class="note">a</p>', '<div class="note"><p>a</p></div>'],
    [
      'a coloured box is a note',
      '<div style="background-color: #eef"><p>a</p></div>',
      '<div class="note"><p>a</p></div>',
    ],
    ['a white box is none', '<div style="background: #fff"><p>a</p></div>', '<div><p>a</p></div>'],
    [
      'a box in a box is one',
      '<div class="note"><div class="info"><p>a</p></div></div>',
      '<div class="note"><div><p>a</p></div></div>',
    ],
    [
      'cells keep their sides and header cells',
      '<table><tbody><tr><th>a</th><td class="wysiwyg-text-align-right">b</td></tr></tbody></table>',
      '<table><tbody><tr><th>a</th><td align="right">b</td></tr></tbody></table>',
    ],
  ])('%s', async (_, body, expected) => {
    expect((await contentOf(body)).replace(/\n/g, '')).toBe(expected);
  });

  it('images in their addresses are stored', async () => {
    const data = `data:image/png;base64,${Buffer.from(png()).toString('base64')}`;
    expect(await contentOf(`<p><img src="${data}"></p>`)).toContain('<img src="/files/');
  });

  it('S2, S40: 7 MB of breaks and boxes take linear time', async () => {
    const body = '<p>a<br><br></p><div class="note"><p>&nbsp;</p>b</div>'.repeat(100_000);
    const { leftOut } = await importArticles([zendeskArticle(101, { body }), zendeskArticle(102)]);
    expect(leftOut.length).toBeLessThanOrEqual(1);
  }, 120_000);
});

describe('a second import', () => {
  it('of the same folder changes nothing', async () => {
    centre.files = { [CAT]: png() };
    await importArticles([
      zendeskArticle(101, { body: `<img src="${CAT}">` }),
      zendeskArticle(102, { draft: true }),
    ]);
    const { guides: changes, categories, tags, images } = await importFetched();
    expect({ changes, categories, tags, images }).toEqual({
      changes: { created: 0, updated: 0, unchanged: 2 },
      categories: { created: 0, updated: 0 },
      tags: { created: 0, updated: 0 },
      images: { created: 0, deleted: 0 },
    });
  });

  it('changes what changed there, and finds a guide by its number although its name is another', async () => {
    await importArticles([zendeskArticle(101, { title: 'Old' }), zendeskArticle(102)]);
    const later = new Date().toISOString();
    centre.sections = [zendeskGroup(20, 'Set up', { category_id: 10 })];
    const { guides: changes, categories } = await importArticles([
      zendeskArticle(101, { title: 'New', updated_at: later }),
      zendeskArticle(102),
    ]);
    expect(changes).toEqual({ created: 0, updated: 1, unchanged: 1 });
    expect(categories).toEqual({ created: 0, updated: 1 });
    expect(await guides()).toMatchObject([{ slug: 'old', title: 'New' }, { slug: 'article-102' }]);
  });

  it('takes no guide from another help centre, whose articles have the same words', async () => {
    await importArticles([zendeskArticle(101, { title: 'Start' })]);
    await fixture.database.none(
      `update guides set external = 'intercom:article:101' where knowledge_base_id = ${KNOWLEDGE_BASE}`,
      [host],
    );
    expect((await importFetched()).guides).toEqual({ created: 1, updated: 0, unchanged: 0 });
    expect(await slugs()).toEqual(['start', 'start-2']);
  });

  it('leaves what was changed here', async () => {
    await importArticles([zendeskArticle(101)]);
    await fixture.database.none(
      `update guides set edited = true, content_html = '<p>Mine</p>' where knowledge_base_id = ${KNOWLEDGE_BASE}`,
      [host],
    );
    const { edited } = await importArticles([
      zendeskArticle(101, { body: '<p>Theirs</p>', updated_at: new Date().toISOString() }),
    ]);
    expect(edited).toEqual(['article-101']);
    expect((await guides())[0]?.content_html).toBe('<p>Mine</p>');
  });

  it('names articles that are gone after everything was fetched again', async () => {
    await importArticles([zendeskArticle(101), zendeskArticle(102)]);
    vendor.answerOnce('/api/v2/help_center/incremental', { status: 403 });
    expect((await importArticles([zendeskArticle(101)])).gone).toEqual(['article-102']);
  });
});

it('old addresses of articles, sections and pages lead to what they have become', async () => {
  centre.files = { [CAT]: png(), '/hc/article_attachments/502/a.pdf': '%PDF-' };
  const { addresses, remarks } = await importArticles([
    zendeskArticle(101, { body: `<a href="/hc/article_attachments/502/a.pdf">a</a><img src="${CAT}">` }),
    zendeskArticle(102, { body: '' }),
  ]);
  expect([addresses, remarks]).toEqual([{ created: 8, updated: 0 }, []]);
  const rows = await fixture.database.any<{ address: string }>(
    `select address from addresses where knowledge_base_id = ${KNOWLEDGE_BASE} order by address`,
    [host],
  );
  expect(rows.map(({ address }) => address)).toEqual([
    'zendesk:article:101',
    'zendesk:attachment:501',
    'zendesk:attachment:502',
    'zendesk:category:10',
    'zendesk:contact:',
    'zendesk:home:',
    'zendesk:search:',
    'zendesk:section:20',
  ]);
  expect((await importFetched()).addresses).toEqual({ created: 0, updated: 0 });
});

it('a translation is imported on request, and the original where there is none', async () => {
  centre.locales = ['en-us', 'de'];
  centre.translations = {
    101: [
      {
        id: 1,
        locale: 'de',
        title: 'Eins',
        body: '<p>Eins</p>',
        draft: false,
        html_url: `${OLD}/hc/de/articles/101-Eins`,
      },
    ],
    102: [{ id: 2, locale: 'de', title: 'Zwei', body: '<p>Zwei</p>', draft: true }],
  };
  await importArticles([zendeskArticle(101), zendeskArticle(102), zendeskArticle(103)], { locale: 'DE' });
  expect(await guides()).toMatchObject([
    { slug: 'eins', title: 'Eins', content_html: '<p>Eins</p>', published: true },
    { title: 'Zwei', published: false },
    { title: 'Article 103', published: true },
  ]);
});

it.each([
  [
    ['en', 'de', 'pt-BR'],
    ['de eins: <p><a href="zwei">x</a></p>', 'de zwei (hidden): <p>Zwei</p>'],
    'en',
    { fr: 1 },
  ],
  [['de', 'en'], ['en article-101: <p>1</p>', 'en article-102: <p>2</p>'], 'de', { fr: 1 }],
  [['en'], [], 'en', { de: 2, fr: 1 }],
])(
  'translations are texts of the same guide where the languages are %j',
  async (languages, texts, main, others) => {
    centre.locales = ['en-us', 'de', 'fr'];
    centre.translations = {
      101: [
        { id: 1, locale: 'en-us', title: 'Article 101', body: '<p>1</p>', draft: false },
        {
          id: 2,
          locale: 'de',
          title: 'Eins',
          body: `<p><a href="${OLD}/hc/de/articles/102-y">x</a></p>`,
          outdated: true,
        },
      ],
      102: [
        { id: 3, locale: 'de', title: 'Zwei', body: '<p>Zwei</p>', draft: true },
        { id: 4, locale: 'fr', title: 'Deux', body: '<p>Deux</p>' },
      ],
    };
    if (main !== 'en') await setProperties(fixture.database, OPERATOR, { host, language: main });
    const articles = [1, 2].map((id) => zendeskArticle(100 + id, { locale: 'en-us', body: `<p>${id}</p>` }));
    const summary = await importArticles(articles, { languages });
    expect(summary.guides.created).toBe(2);
    expect([summary.translations.created, summary.leftOut]).toEqual([texts.length, []]);
    expect(Object.fromEntries(summary.otherLanguages)).toEqual(others);
    const rows = await fixture.database.any(
      `select e.language, g.slug, g.published, g.content_html from guides g
      join knowledge_bases e on e.id = g.knowledge_base_id
      where e.edition_of = ${KNOWLEDGE_BASE} and not g.missing order by g.slug`,
      [host],
    );
    expect(
      rows.map(
        (row) => `${row.language} ${row.slug}${row.published ? '' : ' (hidden)'}: ${row.content_html}`,
      ),
    ).toEqual(texts);
    const { guides: again, translations } = await importFetched();
    expect([again.updated + again.created, translations.updated + translations.created]).toEqual([0, 0]);
  },
);

it('a folder whose fetch has not ended says so', async () => {
  centre.articles = [zendeskArticle(101, { body: '<p>x</p>' })];
  vendor.answerOnce(
    '/api/v2/help_center/articles/101/attachments',
    ...Array.from({ length: 5 }, () => ({ cutAfter: 0, body: '{}' })),
  );
  const { signal } = new AbortController();
  const zendesk = VENDORS.get('zendesk');
  if (!zendesk) throw new Error('Zendesk is missing');
  const clock = { now: () => Date.parse('2026-01-01T00:00:00Z'), wait: async () => {} };
  const request = {
    vendor: zendesk,
    site: new URL(vendor.url),
    folder,
    token: undefined,
    allowPrivate: true,
    signal,
    clock,
  };
  await expect(fetchCentre(request)).rejects.toThrow('was cut short');
  expect((await importFetched({ dryRun: true })).remarks).toEqual([
    'The fetch has not ended; the same command goes on with it.',
  ]);
});

it('a folder without articles, or of another vendor, is refused', async () => {
  await fetchAll();
  await expect(importFetched()).rejects.toThrow('no articles found');
  await rm(folder, { recursive: true });
  await expect(importFetched()).rejects.toThrow('there is no such file');
});
