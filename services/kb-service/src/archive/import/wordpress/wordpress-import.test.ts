import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PNG_60_20 } from '@guidepost/files/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../../../testing/content.ts';
import { useImportFixture } from '../../../testing/import-fixture.ts';
import { importKnowledgeBase } from '../import-knowledge-base.ts';
import type { ImportSummary } from '../import-summary.ts';
import { openImportSource, type SourceOptions } from '../open-import-source.ts';

const fixture = useImportFixture();
let host: string;
let folder: string;

beforeEach(async () => {
  host = await fixture.createNew();
  folder = await mkdtemp(join(fixture.folder, 'wordpress-'));
});

const SITE = 'https://acme.com';

type Fields = Record<string, string | number>;

const element = (name: string, value: string | number) => `<${name}><![CDATA[${value}]]></${name}>`;

/** An item as WordPress writes it, with others of these fields. */
function post(id: number, { terms = '', ...fields }: Fields = {}): string {
  const all: Fields = {
    title: `Post ${id}`,
    link: `${SITE}/post-${id}/`,
    'content:encoded': `Text of ${id}.`,
    'wp:post_id': id,
    'wp:post_name': `post-${id}`,
    'wp:status': 'publish',
    'wp:post_type': 'docs',
    'wp:post_date_gmt': '2020-03-04 05:06:07',
    ...fields,
  };
  return `<item>${Object.entries(all)
    .map(([name, value]) => element(name, value))
    .join('')}${terms}</item>`;
}

const term = (domain: string, nicename: string, name: string) =>
  `<category domain="${domain}" nicename="${nicename}"><![CDATA[${name}]]></category>`;

function exportOf(...parts: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- This is a WordPress eXtended RSS file -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Acme</title><link>${SITE}</link><wp:wxr_version>1.2</wp:wxr_version>${parts.join('\n')}</channel>
</rss>`;
}

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

async function importExports(xmls: readonly string[], options: SourceOptions = {}): Promise<ImportSummary> {
  const [first = '', ...more] = await Promise.all(
    xmls.map((xml, index) => write(`acme.part-${index}.xml`, xml)),
  );
  const source = await openImportSource(first, new Date(), { ...options, more });
  const { signal } = new AbortController();
  return importKnowledgeBase(fixture.database, OPERATOR, { host, source, signal });
}

const KNOWLEDGE_BASE = '(select id from knowledge_bases where host = $1)';

const guides = () =>
  fixture.database.any(`select * from guides where knowledge_base_id = ${KNOWLEDGE_BASE} order by external`, [
    host,
  ]);

async function contentOf(html: string): Promise<string> {
  await importExports([exportOf(post(1, { 'content:encoded': html }))]);
  return (await guides())[0]?.content_html;
}

describe('an export of WordPress', () => {
  it('brings posts with their slugs, dates and addresses, categories and tags', async () => {
    const summary = await importExports([
      exportOf(
        '<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>billing</wp:category_nicename><wp:category_parent>account</wp:category_parent><wp:cat_name>Billing &amp; more</wp:cat_name><wp:category_description><![CDATA[Cards <b>only</b>]]></wp:category_description></wp:category>',
        '<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>account</wp:category_nicename><wp:cat_name>Account</wp:cat_name></wp:category>',
        '<wp:category><wp:term_id>9</wp:term_id><wp:category_nicename>empty</wp:category_nicename><wp:cat_name>Empty</wp:cat_name></wp:category>',
        post(12, {
          title: 'Paying <em>by card</em> &#8211; at once',
          'wp:post_name': 'pay',
          link: `${SITE}/docs/pay/`,
          'excerpt:encoded': '<p>Cards &amp; <b>more</b></p>',
          terms: term('category', 'billing', 'Billing') + term('post_tag', 'card', 'Card'),
        }),
      ),
    ]);
    expect(summary.guides).toEqual({ created: 1, updated: 0, unchanged: 0 });
    expect(await guides()).toMatchObject([
      {
        slug: 'pay',
        title: 'Paying by card – at once',
        content_html: '<p>Text of 12.</p>',
        published: true,
        external: 'wordpress:post:12',
        summary: 'Cards & more',
        created_at: new Date('2020-03-04T05:06:07Z'),
      },
    ]);
    const categories = await fixture.database.any(
      `select c.slug, c.name, c.description, p.slug as parent from categories c left join categories p on p.id = c.parent_category_id
       where c.knowledge_base_id = ${KNOWLEDGE_BASE} order by c.slug`,
      [host],
    );
    expect(categories).toEqual([
      { slug: 'account', name: 'Account', description: '', parent: null },
      { slug: 'billing', name: 'Billing & more', description: 'Cards only', parent: 'account' },
    ]);
    const addresses = await fixture.database.any(
      `select address from addresses where knowledge_base_id = ${KNOWLEDGE_BASE} and address !~ ':(category|parent):' order by address`,
      [host],
    );
    expect(addresses.map(({ address }) => address)).toEqual([
      '/category/account',
      '/category/account/billing',
      '/docs/pay',
      'wordpress:post:12',
    ]);
  });

  it('may be in several files, and changes nothing the second time', async () => {
    const parts = [
      exportOf(post(1, { 'content:encoded': `<a href="${SITE}/post-2/#top">2</a> <a href="/?p=3">3</a>` })),
      exportOf(post(2), post(3, { 'wp:menu_order': 1 })),
    ];
    expect((await importExports(parts)).guides.created).toBe(3);
    expect((await guides())[0]?.content_html).toBe(
      '<p><a href="post-2#top">2</a> <a href="post-3">3</a></p>',
    );
    const second = await importExports(parts);
    expect([second.guides, second.addresses]).toEqual([
      { created: 0, updated: 0, unchanged: 3 },
      { created: 0, updated: 0 },
    ]);
  });

  it('has pages below others in a category of that page, also in a circle', async () => {
    const page = { 'wp:post_type': 'page' };
    await importExports([
      exportOf(
        post(1, page),
        post(2, { ...page, 'wp:post_parent': 1 }),
        post(3, { ...page, 'wp:post_parent': 4 }),
        post(4, { ...page, 'wp:post_parent': 3 }),
      ),
    ]);
    const placed = await fixture.database.any(
      `select g.slug, c.slug as category from guides g join guide_categories gc on gc.guide_id = g.id
       join categories c on c.id = gc.category_id where g.knowledge_base_id = ${KNOWLEDGE_BASE} order by 1`,
      [host],
    );
    expect(placed.map(({ slug, category }) => `${slug} in ${category}`)).toEqual([
      'post-1 in post-1',
      'post-2 in post-1',
      'post-3 in post-3',
      'post-4 in post-4',
    ]);
  });

  it.each<[what: string, fields: Fields, outcome: string]>([
    ['a draft', { 'wp:status': 'draft' }, 'unpublished'],
    ['a planned post', { 'wp:status': 'future' }, 'unpublished'],
    ['a post for editors', { 'wp:status': 'private' }, 'restricted'],
    ['a post with a password', { 'wp:post_password': 'enter' }, 'restricted'],
    ['a post in the bin', { 'wp:status': 'trash' }, 'left out'],
    ['a revision', { 'wp:status': 'inherit', 'wp:post_type': 'revision' }, 'left out'],
    ['a product', { 'wp:post_type': 'product' }, 'left out'],
  ])('never publishes %s', async (_, fields, outcome) => {
    const summary = await importExports([exportOf(post(1), post(2, fields))]);
    const [, second] = await guides();
    expect(second?.published ?? 'left out').toBe(outcome === 'left out' ? 'left out' : false);
    expect(summary.restricted).toHaveLength(outcome === 'restricted' ? 1 : 0);
  });

  it('has other types on request, and says what is left out', async () => {
    const parts = [
      exportOf(
        post(1),
        post(2, {
          'wp:post_type': 'recipe',
          terms: term('season', 'summer', 'Summer') + term('post_format', 'post-format-quote', 'Quote'),
        }),
        post(3, { 'wp:status': 'trash' }),
      ),
    ];
    expect((await importExports(parts)).remarks).toEqual([
      'Of other types, not imported: 1 recipe. See --post-type.',
      'In the bin or never written, not imported: 1 docs.',
    ]);
    const summary = await importExports(parts, { postTypes: ['recipe'] });
    expect(summary.remarks).toContain('Neither categories nor tags, so not imported: season.');
    expect((await guides()).map(({ slug }) => slug)).toEqual(['post-1', 'post-2']);
  });

  it('has images from the folder of uploads, at their full size, with their old addresses', async () => {
    await write('uploads/2020/03/cat.png', PNG_60_20);
    const html = `<a href="${SITE}/wp-content/uploads/2020/03/cat.png"><img src="${SITE}/wp-content/uploads/2020/03/cat-30x10.png"></a><img src="/wp-content/uploads/2020/03/lost.png">`;
    const parts = [exportOf(post(1, { 'content:encoded': html }))];
    const without = await importExports(parts);
    expect(without.imagesElsewhere).toHaveLength(2);
    const summary = await importExports(parts, { uploads: join(folder, 'uploads') });
    expect(summary.images.created).toBe(1);
    expect(summary.findings.imagesLeftOut).toEqual([
      `posts/1-post-1: ${SITE}/wp-content/uploads/2020/03/lost.png: is not in ${join(folder, 'uploads')}`,
    ]);
    expect((await guides())[0]?.content_html).toMatch(
      /^<p><img src="\/files\/[^"]+" width="60" height="20" \/>/,
    );
    const { count } = await fixture.database.one(
      `select count(*) from addresses where knowledge_base_id = ${KNOWLEDGE_BASE} and address = '/wp-content/uploads/2020/03/cat.png'`,
      [host],
    );
    expect(count).toBe(1);
  });
});

describe('the text of a post', () => {
  it.each([
    ['paragraphs between empty lines', 'One\r\n\r\nTwo\nlines\n\n', '<p>One</p><p>Two<br />lines</p>'],
    [
      'blocks beside paragraphs',
      'One\n<ul>\n<li>a</li>\n</ul>\nTwo',
      '<p>One</p><ul>\n<li>a</li>\n</ul><p>Two</p>',
    ],
    ['code as it is typed', '<pre>a\n\n[vc_row]\n\nb</pre>', '<pre>a\n\n[vc_row]\n\nb</pre>'],
    ['blocks of the newer editor', '<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->', '<p>One</p>'],
    [
      'a caption',
      '[caption id="a" width="3"]<img src="https://e.org/a.png"> A <em>cat</em>[/caption]',
      '<figure><img src="https://e.org/a.png" /><figcaption> A <em>cat</em></figcaption></figure>',
    ],
    ['a caption without an end', '[caption id="a"]Words', '<p>Words</p>'],
    [
      'an embedded page',
      '[embed width="3"]https://e.org/film[/embed]',
      '<p><a href="https://e.org/film">https://e.org/film</a></p>',
    ],
    [
      'an address in its own line',
      'See\n\nhttps://e.org/film\n\nand https://e.org',
      '<p>See</p><p><a href="https://e.org/film">https://e.org/film</a></p><p>and https://e.org</p>',
    ],
    ['page builders', '[vc_row][vc_column width="1/2"]One[/vc_column][/vc_row]', '<p>One</p>'],
    ['brackets', 'Press [Enter] and [1]', '<p>Press [Enter] and [1]</p>'],
  ])('has %s', async (_, html, expected) => {
    expect((await contentOf(html))?.trim()).toBe(expected);
  });

  it('keeps other shortcodes as they are typed, and says where', async () => {
    const html = 'Write: [contact-form-7 id="3"] or [gallery ids="1,2"]';
    const { findings } = await importExports([exportOf(post(1, { 'content:encoded': html }))]);
    expect(findings.notation.kept).toEqual(new Map([['shortcodes', new Map([['posts/1-post-1', 2]])]]));
    expect((await guides())[0]?.content_html).toContain('[contact-form-7 id="3"]');
  });

  it.each([
    ['captions', '[caption]'.repeat(50_000)],
    ['shortcodes without an end', '[a '.repeat(100_000)],
    ['addresses in lines', 'https://e.org/a\n'.repeat(30_000)],
    ['empty lines', '\n'.repeat(500_000)],
  ])('is read in time with 500 kB of %s', async (_, html) => {
    await expect(contentOf(`Begin ${html} end`)).resolves.toContain('Begin');
  });
});

describe('what is no export of WordPress', () => {
  it.each([
    ['a cut file', exportOf(post(1)).slice(0, -40), /:\d+: unclosed tag/],
    [
      'other XML',
      '<rss version="2.0"><channel><title>News</title></channel></rss>',
      /is no export file of WordPress$/,
    ],
    ['an empty file', '', /document must contain a root element/],
    ['an export without posts', exportOf(), /nothing to import; it has no posts/],
    [
      'entities',
      `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${exportOf(post(1)).slice(39)}`,
      /has a document type/,
    ],
    ['an entity that XML does not know', exportOf(post(1)).replace('Acme', '&nbsp;'), /undefined entity/],
    [
      'a prefix without a namespace',
      exportOf(post(1)).replace('<channel>', '<channel><evil:title>x</evil:title>'),
      /unbound namespace prefix/,
    ],
  ])('is refused with a line: %s', async (_, xml, message) => {
    await expect(importExports([xml])).rejects.toThrow(message);
    expect(await guides()).toEqual([]);
  });

  it('is not found in other namespaces, whatever their prefixes are', async () => {
    const renamed = exportOf(post(1))
      .replaceAll('wp:', 'w:')
      .replaceAll('content:', 'c:')
      .replace('xmlns:wp', 'xmlns:w')
      .replace('xmlns:content', 'xmlns:c');
    const foreign = post(2).replace(
      '<wp:post_id>',
      '<wp:post_id xmlns:wp="http://example.org/"><![CDATA[3]]></wp:post_id><wp:post_id>',
    );
    await importExports([renamed, exportOf(foreign)]);
    expect((await guides()).map(({ external }) => external)).toEqual([
      'wordpress:post:1',
      'wordpress:post:2',
    ]);
  });

  it('may have characters that XML forbids', async () => {
    expect(await contentOf('One\u0008 two\u001b')).toBe('<p>One two</p>');
  });

  it('has none of the options of WordPress', async () => {
    const path = await write('a.md', '# A');
    const options = { uploads: folder, postTypes: ['docs'], more: [path] };
    await expect(openImportSource(path, new Date(), options)).rejects.toThrow(
      'Only with export files of WordPress (.xml): --post-type, --uploads, more than one path.',
    );
  });
});
