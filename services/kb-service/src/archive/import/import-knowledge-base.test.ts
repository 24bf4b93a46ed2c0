import { png } from '@guidepost/files/testing';
import { HOSTILE_MARKUP } from '@guidepost/testing/markup';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanContent } from '../../cleaning/clean-content.ts';
import { parseHtml } from '../../cleaning/parse-html.ts';
import { documentGuide as guide, useImportFixture } from '../../testing/import-fixture.ts';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

async function select(columns: string, from: string): Promise<unknown[]> {
  return fixture.database.map(
    `select ${columns} from ${from} where t.knowledge_base_id = (select id from knowledge_bases where host = $1)
     order by 1, 2`,
    [host],
    (row: object) => Object.values(row),
  );
}

const guides = (columns = 'slug, title, content_html, published') => select(columns, 'guides t');

const places = () =>
  select(
    'c.slug, t.position, g.slug as guide',
    `guide_categories t join categories c on c.id = t.category_id join guides g on g.id = t.guide_id`,
  );

const tagged = () =>
  select(
    'g.slug as guide, x.slug',
    'guide_tags t join tags x on x.id = t.tag_id join guides g on g.id = t.guide_id',
  );

const categories = () =>
  select(
    't.slug, t.name, t.position, p.slug as parent, t.visible',
    'categories t left join categories p on p.id = t.parent_category_id',
  );

/** Changes with every write to a row. */
const versions = async () => [
  await guides('slug, xmin::text, updated_at'),
  await select('slug, xmin::text', 'categories t'),
  await select('slug, xmin::text', 'tags t'),
  await select('guide_id, category_id, xmin::text', 'guide_categories t'),
  await select('guide_id, tag_id, xmin::text', 'guide_tags t'),
];

async function revision(): Promise<number> {
  const row = await fixture.database.one('select revision from knowledge_bases where host = $1', [host]);
  return row.revision;
}

const MANUAL = {
  knowledge_base: { name: 'Manual', language: 'sv' },
  categories: [
    { slug: 'linux', name: 'Linux', parent: 'install' },
    { slug: 'install', name: 'Install', multiple_guides_name: 'Installations', position: 7 },
    { slug: 'empty', name: 'Empty' },
  ],
  tags: [{ slug: 'new', name: 'New' }],
  guides: [
    guide('debian', { categories: ['linux'], tags: ['new'] }),
    guide('overview', { categories: ['install', 'linux'] }),
    guide('draft', { published: false }),
  ],
};

describe('kb import of JSON', () => {
  it('stores guides, categories, tags and properties', async () => {
    const summary = await fixture.importJson(host, MANUAL);
    expect(summary).toMatchObject({
      guides: { created: 3, updated: 0, unchanged: 0 },
      categories: { created: 3, updated: 0 },
      tags: { created: 1, updated: 0 },
      gone: [],
    });
    expect(await guides()).toEqual([
      ['debian', 'debian', '<p>debian</p>', true],
      ['draft', 'draft', '<p>draft</p>', false],
      ['overview', 'overview', '<p>overview</p>', true],
    ]);
    expect(await categories()).toEqual([
      ['empty', 'Empty', 3, null, false],
      ['install', 'Install', 7, null, true],
      ['linux', 'Linux', 1, 'install', true],
    ]);
    expect(await places()).toEqual([
      ['install', 1, 'overview'],
      ['linux', 1, 'debian'],
      ['linux', 2, 'overview'],
    ]);
    expect(await tagged()).toEqual([['debian', 'new']]);
    const row = await fixture.database.one(
      'select name, organization_name, language from knowledge_bases where host = $1',
      [host],
    );
    expect(row).toEqual({ name: 'Manual', organization_name: 'Example Ltd', language: 'sv' });
  });

  it('stores the size of the content as JSON', async () => {
    const content_html = '<p>"å\n"</p>';
    await fixture.importJson(host, { guides: [guide('a', { content_html })] });
    expect(await guides('slug, content_bytes')).toEqual([['a', JSON.stringify(content_html).length + 1]]);
  });

  it('raises the revision once', async () => {
    const before = await revision();
    await fixture.importJson(host, MANUAL);
    expect(await revision()).toBe(before + 1);
  });

  it('S2 stores hostile articles cleaned', async () => {
    const contents = HOSTILE_MARKUP.map(([, html]) => `${html}<p>text</p>`);
    const hostile = HOSTILE_MARKUP.map(([name], index) =>
      guide(`hostile-${index}`, {
        title: `<script>${name}</script>`,
        content_html: `<p>first</p>${contents[index]}`,
      }),
    );
    await fixture.importJson(host, { guides: hostile });
    const stored = new Map((await guides('slug, content_html')) as [string, string][]);
    expect(stored.size).toBe(HOSTILE_MARKUP.length);
    for (const { slug, content_html } of hostile) {
      expect(stored.get(slug)).toBe(cleanContent(parseHtml(content_html, { place: slug })).html);
    }
  });
});

describe('kb import again', () => {
  it('writes no row and keeps the revision if nothing changed', async () => {
    await fixture.importJson(host, MANUAL);
    const before = [await versions(), await revision()];
    const summary = await fixture.importJson(host, MANUAL);
    expect(summary).toMatchObject({
      guides: { created: 0, updated: 0, unchanged: 3 },
      categories: { created: 0, updated: 0 },
      tags: { created: 0, updated: 0 },
    });
    expect([await versions(), await revision()]).toEqual(before);
  });

  it('updates by slug, and only differences', async () => {
    await fixture.importJson(host, MANUAL);
    const before = (await guides('slug, id, xmin::text, updated_at')) as string[][];
    const changed = guide('debian', { title: 'Debian 13', categories: ['linux'], tags: ['new'] });
    const summary = await fixture.importJson(host, {
      ...MANUAL,
      guides: [changed, ...MANUAL.guides.slice(1)],
    });
    expect(summary.guides).toEqual({ created: 0, updated: 1, unchanged: 2 });
    const after = (await guides('slug, id, xmin::text, updated_at')) as string[][];
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]?.slice(0, 2)).toEqual(before[0]?.slice(0, 2));
    expect(after[0]?.[3]).not.toEqual(before[0]?.[3]);
  });

  it('counts a guide as unchanged if its cleaned content is', async () => {
    await fixture.importJson(host, { guides: [guide('a')] });
    const before = [await guides('slug, updated_at'), await revision()];
    const styled = guide('a', { content_html: '<p style="color: red">a</p>' });
    expect((await fixture.importJson(host, { guides: [styled] })).guides.unchanged).toBe(1);
    expect([await guides('slug, updated_at'), await revision()]).toEqual(before);
    const [version] = await guides('slug, xmin::text');
    await fixture.importJson(host, { guides: [styled] });
    expect(await guides('slug, xmin::text')).toEqual([version]);
  });

  it('keeps guides unpublished unless the source publishes them', async () => {
    await fixture.importJson(host, { guides: [guide('a', { published: false })] });
    await fixture.importJson(host, { guides: [guide('a', { title: 'A' })] });
    expect(await guides('slug, title, published')).toEqual([['a', 'A', false]]);
    await fixture.importJson(host, { guides: [guide('a', { published: true })] });
    expect(await guides('slug, title, published')).toEqual([['a', 'a', true]]);
  });

  it('sets categories and tags only for guides in the source', async () => {
    await fixture.importJson(host, MANUAL);
    const second = [
      guide('added', { categories: ['linux'] }),
      guide('debian', { categories: ['linux', 'install'], tags: [] }),
    ];
    const summary = await fixture.importJson(host, { guides: second });
    expect(summary.gone).toEqual(['draft', 'overview']);
    expect((await places()).sort()).toEqual(
      [
        ['install', 1, 'overview'],
        ['install', 1, 'debian'],
        ['linux', 1, 'added'],
        ['linux', 2, 'overview'],
        ['linux', 2, 'debian'],
      ].sort(),
    );
    expect(await tagged()).toEqual([]);
    expect(await guides('slug, published')).toContainEqual(['overview', true]);
  });

  it('raises the revision when only an order changes', async () => {
    const some = [guide('a', { categories: ['c'] }), guide('b', { categories: ['c'] })];
    await fixture.importJson(host, { categories: [{ slug: 'c', name: 'C' }], guides: some });
    const before = await revision();
    const summary = await fixture.importJson(host, { guides: some.toReversed() });
    expect(summary.guides.unchanged).toBe(2);
    expect(await places()).toEqual([
      ['c', 1, 'b'],
      ['c', 2, 'a'],
    ]);
    expect(await revision()).toBe(before + 1);
  });
});

describe('an invalid kb import changes nothing', () => {
  it.each([
    [
      'an unknown parent',
      { categories: [{ slug: 'a', name: 'A', parent: 'x' }] },
      'guides.json: categories[0]: the parent x does not exist',
    ],
    [
      'a cycle of categories',
      {
        categories: [
          { slug: 'a', name: 'A', parent: 'b' },
          { slug: 'b', name: 'B', parent: 'a' },
        ],
      },
      'Categories form a cycle: a → b → a',
    ],
    [
      'only bad guides',
      { guides: [guide('a', { title: '' }), guide('b', { content_html: '<script>1</script>' })] },
      'guides.json: guides[0].title must be more than white space\nguides.json: guides[1]: cleaning leaves no content',
    ],
  ])('%s', async (_, document, message) => {
    const before = [await versions(), await revision()];
    await expect(fixture.importJson(host, document)).rejects.toMatchObject({ kind: 'invalid', message });
    expect([await versions(), await revision()]).toEqual(before);
  });

  it('a cycle with categories of the knowledge base', async () => {
    const [a, b] = [
      { slug: 'a', name: 'A' },
      { slug: 'b', name: 'B', parent: 'a' },
    ];
    await fixture.importJson(host, { categories: [a, b] });
    await expect(fixture.importJson(host, { categories: [{ ...a, parent: 'b' }] })).rejects.toThrow(
      'a → b → a',
    );
  });

  it('an interruption, which is reported as such', async () => {
    const controller = new AbortController();
    const importing = fixture.importJson(host, MANUAL, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(importing).rejects.toThrow('enough');
    expect(await guides()).toEqual([]);
  });

  it('an unknown host', async () => {
    await expect(fixture.importJson('unknown.example.com', MANUAL)).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('a dry run', async () => {
    const before = [await versions(), await revision()];
    const summary = await fixture.importJson(host, MANUAL, { dryRun: true });
    expect(summary).toMatchObject({ dryRun: true, guides: { created: 3, updated: 0, unchanged: 0 } });
    expect([await versions(), await revision()]).toEqual(before);
    expect(await fixture.importJson(host, MANUAL)).toEqual({ ...summary, dryRun: false });
  });
});

const page = (title: string, body = '<p>x</p>', keywords = '') =>
  `<html><head><meta name="keywords" content="${keywords}"></head><body><h1>${title}</h1>${body}</body></html>`;

describe('kb import of a directory', () => {
  it('imports folders as categories, files as guides and keywords as tags', async () => {
    const summary = await fixture.importFiles(host, {
      'index.html': page('Welcome', '<p>see <a href="install/linux.html#two">Linux</a></p>', 'Start, C++'),
      'install/index.html': page('Install', '<p>or <a href="../gone.html">not</a></p>'),
      'install/linux.html': page('Linux', '<h2 id="two">Two</h2><img src="a.png">'),
      'install/deep/x.html': page('Deep'),
      'style.css': '',
    });
    expect(summary).toMatchObject({
      guides: { created: 4 },
      categories: { created: 2 },
      tags: { created: 2 },
      ignoredFiles: 1,
      findings: {
        brokenLinks: ['install/index.html: ../gone.html'],
        imagesLeftOut: ['install/linux.html: a.png: there is no such file'],
      },
    });
    expect(await guides()).toEqual([
      ['index', 'Welcome', '<p>see <a href="install-linux#two">Linux</a></p>', true],
      ['install', 'Install', '<p>or not</p>', true],
      ['install-deep-x', 'Deep', '<p>x</p>', true],
      ['install-linux', 'Linux', '<h2 id="two">Two</h2>', true],
    ]);
    expect(await categories()).toEqual([
      ['install', 'Install', 1, null, true],
      ['install-deep', 'Deep', 2, 'install', true],
    ]);
    expect(await places()).toEqual([
      ['install', 1, 'install'],
      ['install', 2, 'install-linux'],
      ['install-deep', 1, 'install-deep-x'],
    ]);
    expect(await tagged()).toEqual([
      ['index', 'cplusplus'],
      ['index', 'start'],
    ]);
  });

  it('changes nothing for an unchanged directory, keywords included', async () => {
    const files = { 'a.html': page('A', '<p>a</p>', 'one'), 'b/c.html': page('C') };
    await fixture.importFiles(host, files);
    const before = [await versions(), await revision()];
    expect((await fixture.importFiles(host, files)).guides).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect([await versions(), await revision()]).toEqual(before);
  });

  it('reports broken links of unchanged files again', async () => {
    const files = {
      'a.html': '<p><a href="gone.html">b</a>',
      'c.md': '[d](gone.md) ![e](gone.png)',
    };
    const { findings: first } = await fixture.importFiles(host, files);
    expect([first.brokenLinks, first.imagesLeftOut]).toEqual([
      ['a.html: gone.html', 'c.md: gone.md'],
      ['c.md: gone.png: there is no such file'],
    ]);
    const { guides: changes, findings } = await fixture.importFiles(host, files);
    expect(changes).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(findings).toMatchObject({ brokenLinks: first.brokenLinks, imagesLeftOut: first.imagesLeftOut });
    const mended = await fixture.importFiles(host, { ...files, 'c.md': 'd' });
    expect(mended.findings).toMatchObject({ brokenLinks: ['a.html: gone.html'], imagesLeftOut: [] });
  });

  it('restores a link when its target appears', async () => {
    const linking = page('A', '<p><a href="b.html">b</a></p>');
    await fixture.importFiles(host, { 'a.html': linking });
    expect(await guides('slug, content_html')).toEqual([['a', '<p>b</p>']]);
    await fixture.importFiles(host, { 'a.html': linking, 'b.html': page('B') });
    expect(await guides('slug, content_html')).toContainEqual(['a', '<p><a href="b">b</a></p>']);
  });

  it('does not rename tags by keywords', async () => {
    await fixture.importJson(host, { tags: [{ slug: 'macos', name: 'macOS' }] });
    await fixture.importFiles(host, { 'a.html': page('A', '<p>a</p>', 'MACOS') });
    expect(await select('slug, name', 'tags t')).toEqual([['macos', 'macOS']]);
    expect(await tagged()).toEqual([['a', 'macos']]);
  });

  it('refuses a directory without guides', async () => {
    await expect(fixture.importFiles(host, { 'a.txt': 'A' })).rejects.toThrow(
      'no HTML or Markdown files found',
    );
  });
});

describe('kb import of a directory with Markdown', () => {
  it('reads what generators of sites write, and counts what stays as typed', async () => {
    const { findings } = await fixture.importFiles(host, {
      'docs/a.md':
        '# A\n\n[root](/docs/b/) [part](/docs/b/#part) [pay](#pay)\n\n## How to pay {#pay}\n\n{{< x >}}',
      'docs/b.md':
        '# B\n\n## Part\n\n:::note\nOne\n:::\n\n!!! warning "Two"\n    Text\n\n> [!NOTE] Three\n> Text',
      'Second note.md': '# Second\n\n## Part\n\n[[toc]]\n\na',
      'Start.md': '# Start\n\nSee [[Second note]], [[second#Part|this part]], [[none]] and ![[dot.png]]',
      'pictures/dot.png': png('dot'),
      'z.html': '<p>{% if a %}b</p><pre>{{ c }}</pre>',
    });
    const box = (kind: string, title: string, text: string) =>
      `<div class="${kind}">\n<p><strong>${title}</strong></p>\n<p>${text}</p>\n</div>`;
    expect(await guides('slug, content_html')).toEqual([
      [
        'docs-a',
        '<p><a href="docs-b">root</a> <a href="docs-b#part">part</a> <a href="#pay">pay</a></p>\n' +
          '<h2 id="pay">How to pay</h2>\n<p>{{&lt; x &gt;}}</p>',
      ],
      [
        'docs-b',
        ['<h2 id="part">Part</h2>', box('note', 'Note', 'One'), box('warning', 'Two', 'Text')]
          .concat(box('note', 'Three', 'Text'))
          .join('\n'),
      ],
      ['second-note', '<h2 id="part">Part</h2>\n\n<p>a</p>'],
      [
        'start',
        expect.stringMatching(
          /^<p>See <a href="second-note">Second note<\/a>, <a href="second-note#part">this part<\/a>, \[\[none\]\] and <img /,
        ),
      ],
      ['z', '<p>{% if a %}b</p><pre>{{ c }}</pre>'],
    ]);
    expect(findings).toMatchObject({
      brokenLinks: [],
      imagesLeftOut: [],
      notation: {
        kept: new Map([
          ['shortcodes', new Map([['docs/a.md', 1]])],
          ['wiki_links', new Map([['Start.md', 1]])],
          ['template_tags', new Map([['z.html', 1]])],
        ]),
        removed: new Map([['contents', new Map([['Second note.md', 1]])]]),
      },
    });
  });

  it('links guides of Markdown and HTML files', async () => {
    const summary = await fixture.importFiles(host, {
      'README.md': '# Welcome\n\nSee [Linux](install/linux.md#get-it) or [old](old.html).',
      'old.html': page('Old', '<p><a href="install/">new</a></p>'),
      'install/README.md': '# Install\n\n[up](../README.md)',
      'install/linux.md': '---\ntags: [Linux]\n---\n# Linux\n\n## Get it\n\na',
    });
    expect(summary).toMatchObject({ guides: { created: 4 }, findings: { brokenLinks: [] } });
    expect(await guides()).toEqual([
      ['install', 'Install', '<p><a href="readme">up</a></p>', true],
      ['install-linux', 'Linux', '<h2 id="get-it">Get it</h2>\n<p>a</p>', true],
      ['old', 'Old', '<p><a href="install">new</a></p>', true],
      [
        'readme',
        'Welcome',
        '<p>See <a href="install-linux#get-it">Linux</a> or <a href="old">old</a>.</p>',
        true,
      ],
    ]);
    expect(await places()).toEqual([
      ['install', 1, 'install'],
      ['install', 2, 'install-linux'],
    ]);
    expect(await tagged()).toEqual([['install-linux', 'linux']]);
  });

  it('applies front matter: title, slug, categories, published', async () => {
    await fixture.importFiles(host, {
      'a/one.md':
        '---\ntitle: First\nslug: first\ncategories: [a, Getting started]\npublished: false\n---\nx',
      'a/two.md': '[one](one.md)',
      'b/three.md': '---\ncategories: []\n---\nx',
    });
    expect(await guides()).toEqual([
      ['a-two', 'Two', '<p><a href="first">one</a></p>', true],
      ['b-three', 'Three', '<p>x</p>', true],
      ['first', 'First', '<p>x</p>', false],
    ]);
    expect(await places()).toEqual([
      ['a', 1, 'first'],
      ['a', 2, 'a-two'],
      ['getting-started', 1, 'first'],
    ]);
    expect((await categories()).map((row) => (row as unknown[]).slice(0, 2))).toEqual([
      ['a', 'A'],
      ['getting-started', 'Getting started'],
    ]);
  });

  it('does not change categories that a guide names', async () => {
    await fixture.importJson(host, {
      categories: [
        { slug: 'top', name: 'Top' },
        { slug: 'macos', name: 'macOS', parent: 'top', position: 9 },
      ],
    });
    await fixture.importFiles(host, { 'a.md': '---\ncategories: MACOS\n---\nx' });
    expect(await categories()).toEqual([
      ['macos', 'macOS', 9, 'top', true],
      ['top', 'Top', 1, null, true],
    ]);
    expect(await places()).toEqual([['macos', 1, 'a']]);
  });

  it('changes nothing for an unchanged directory', async () => {
    const files = { 'a.md': '---\ntags: [x]\ncategories: [Y]\n---\na', 'b/c.md': '[a](../a.md)' };
    await fixture.importFiles(host, files);
    const before = [await versions(), await revision()];
    expect((await fixture.importFiles(host, files)).guides).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect([await versions(), await revision()]).toEqual(before);
  });

  it('updates links when only a slug changes', async () => {
    await fixture.importFiles(host, { 'a.md': '[b](b.md)', 'b.md': 'b' });
    await fixture.importFiles(host, { 'a.md': '[b](b.md)', 'b.md': '---\nslug: c\n---\nb' });
    expect(await guides('slug, content_html')).toContainEqual(['a', '<p><a href="c">b</a></p>']);
  });

  it('reports unknown keys of front matter', async () => {
    const front = '---\nlayout: post\nweight: 1\n---\na';
    const { findings } = await fixture.importFiles(host, { 'a.md': front, 'b.md': front });
    expect(findings.unknownKeys).toEqual(
      new Map([
        ['layout', 2],
        ['weight', 2],
      ]),
    );
  });
});

describe('kb import --prune', () => {
  const before = {
    categories: [{ slug: 'c', name: 'C' }],
    guides: [guide('a'), guide('b', { categories: ['c'] }), guide('hidden', { published: false })],
  };

  it('unpublishes guides missing from the source and hides their categories and tags', async () => {
    await fixture.importJson(host, before);
    const earlier = await revision();
    const summary = await fixture.importJson(host, { guides: [guide('a')] }, { prune: true });
    expect(summary).toMatchObject({ gone: ['b', 'hidden'], unpublished: ['b'] });
    expect(await guides('slug, published')).toEqual([
      ['a', true],
      ['b', false],
      ['hidden', false],
    ]);
    expect(await select('t.slug, t.visible', 'categories t')).toEqual([['c', false]]);
    expect(await revision()).toBe(earlier + 1);
  });

  it('is needed; otherwise they are only listed', async () => {
    await fixture.importJson(host, before);
    const summary = await fixture.importJson(host, { guides: [guide('a')] });
    expect(summary).toMatchObject({ gone: ['b', 'hidden'], unpublished: undefined });
    expect(await guides('slug, published')).toContainEqual(['b', true]);
  });

  it('reports in a dry run what would change', async () => {
    await fixture.importJson(host, before);
    const untouched = [await versions(), await revision()];
    const summary = await fixture.importJson(host, { guides: [] }, { prune: true, dryRun: true });
    expect(summary.unpublished).toEqual(['a', 'b']);
    expect([await versions(), await revision()]).toEqual(untouched);
  });

  it('changes nothing the second time', async () => {
    await fixture.importJson(host, before);
    await fixture.importJson(host, { guides: [guide('a')] }, { prune: true });
    const untouched = [await versions(), await revision()];
    expect((await fixture.importJson(host, { guides: [guide('a')] }, { prune: true })).unpublished).toEqual(
      [],
    );
    expect([await versions(), await revision()]).toEqual(untouched);
  });
});

describe('a position of a guide in a category', () => {
  it('is that of the source, else the next after the previous guide', async () => {
    const linux = (position?: number) => ({ categories: [{ slug: 'linux', ...(position && { position }) }] });
    const summary = {
      categories: [{ slug: 'linux', name: 'Linux' }],
      guides: [guide('a'), guide('b', linux(7)), guide('c', { categories: ['linux'] }), guide('d', linux())],
    };
    await fixture.importJson(host, summary);
    expect(await places()).toEqual([
      ['linux', 7, 'b'],
      ['linux', 8, 'c'],
      ['linux', 9, 'd'],
    ]);
  });
});

describe('links that lead nowhere are reported, whatever they lead to', () => {
  const files = {
    'a.md':
      '# A\n\n[pay](#pay) [no](#no) [fees](b.md#fees) [no](b.md#no) [b](b.md#b) [top](#top) [gone](c.md)',
    'b.md': '# B\n\n## Pay {#fees}\n\n[a](a.md#how-to) [x](d.html#x) [y](d.html#Y%20z) [t](d.html#t%20u)',
    'd.html': '<h1>D<a name="t u"></a></h1><h2>x</h2><p id="Y z">y</p>',
  };

  it('in the same guide and in others, until they do', async () => {
    const { findings } = await fixture.importFiles(host, files);
    const dead = ['a.md: c.md', 'a.md: #pay', 'a.md: #no', 'a.md: b#no', 'b.md: a#how-to'];
    expect(findings.brokenLinks).toEqual(dead);
    const again = await fixture.importFiles(host, files);
    expect([again.guides.updated, again.findings.brokenLinks]).toEqual([0, dead]);
    const mended = await fixture.importFiles(host, { ...files, 'a.md': `${files['a.md']}\n\n## How to` });
    expect(mended.findings.brokenLinks).toEqual(dead.slice(0, -1));
  });

  it('in JSON, also to guides that are there already, or were', async () => {
    await fixture.importJson(host, { guides: [guide('old', { content_html: '<h2>One</h2>' })] });
    const links = [
      'old#one',
      'old#two',
      './old',
      '/guides/old#one',
      'gone',
      'gone.html#x',
      '/shop',
      '//a.example/b',
    ]
      .map((href) => `<a href="${href}">a</a>`)
      .join('');
    const { findings } = await fixture.importJson(host, {
      guides: [guide('new', { content_html: links })],
    });
    expect(findings.brokenLinks).toEqual(
      ['old#two', 'gone', 'gone.html#x'].map((href) => `guides.json: guides[0]: ${href}`),
    );
  });
});
