import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { png, pngOfSize, SVG } from '@guidepost/files/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { type TestFiles, useImportFixture, writeFiles } from '../../testing/import-fixture.ts';

describe('import categories', () => {
  const fixture = useImportFixture();
  let host: string;

  beforeEach(async () => {
    host = await fixture.createNew();
  });

  async function select(columns: string, from: string): Promise<unknown[]> {
    return fixture.database.map(
      `select ${columns} from ${from} where t.knowledge_base_id = (select id from knowledge_bases where host = $1)
     order by t.position, 1`,
      [host],
      (row: object) => Object.values(row),
    );
  }

  const categories = () => select('t.slug, t.name, t.multiple_guides_name, t.position', 'categories t');

  const places = () =>
    select(
      'c.slug as category, g.slug, t.position',
      'guide_categories t join categories c on c.id = t.category_id join guides g on g.id = t.guide_id',
    );

  async function revision(): Promise<number> {
    const row = await fixture.database.one('select revision from knowledge_bases where host = $1', [host]);
    return row.revision;
  }

  describe('kb import of folders with category.yaml', () => {
    const manual = { 'install/a.md': 'a', 'use/b.md': 'b' };

    it('sets names and positions of categories', async () => {
      const summary = await fixture.importFiles(host, {
        ...manual,
        'use/category.yaml': 'name: Everyday use\nmultiple_guides_name: Guides for every day\nposition: 0',
      });
      expect(summary).toMatchObject({ categories: { created: 2, updated: 0 }, ignoredFiles: 0 });
      expect(await categories()).toEqual([
        ['use', 'Everyday use', 'Guides for every day', 0],
        ['install', 'Install', 'Install', 1],
      ]);
    });

    it('applies changes of the file and reverts when it is removed', async () => {
      await fixture.importFiles(host, { ...manual, 'use/category.yaml': 'name: Use' });
      const before = await revision();
      const changed = { ...manual, 'use/category.yaml': 'name: Usage\nposition: 9' };
      const summary = await fixture.importFiles(host, changed);
      expect(summary).toMatchObject({
        guides: { created: 0, updated: 0, unchanged: 2 },
        categories: { created: 0, updated: 2 },
      });
      expect(await categories()).toEqual([
        ['use', 'Usage', 'Usage', 9],
        ['install', 'Install', 'Install', 10],
      ]);
      expect(await revision()).toBe(before + 1);
      expect((await fixture.importFiles(host, changed)).categories).toEqual({ created: 0, updated: 0 });
      expect(await revision()).toBe(before + 1);
      await fixture.importFiles(host, manual);
      expect(await categories()).toEqual([
        ['install', 'Install', 'Install', 1],
        ['use', 'Use', 'Use', 2],
      ]);
    });

    it('reports unknown keys in every import', async () => {
      const files = {
        ...manual,
        'use/category.yaml': 'title: x',
        'use/c.md': '---\ntitle: C\nweight: 1\n---\nc',
      };
      await fixture.importFiles(host, files);
      const { findings } = await fixture.importFiles(host, files);
      expect([...findings.unknownKeys]).toEqual([
        ['weight', 1],
        ['title', 1],
      ]);
    });

    it('leaves out an invalid one, whose category stays as it is', async () => {
      await fixture.importFiles(host, { ...manual, 'use/category.yaml': 'name: Everyday use' });
      const summary = await fixture.importFiles(host, { ...manual, 'use/category.yaml': 'name: []' });
      expect(summary).toMatchObject({
        guides: { unchanged: 2 },
        categories: { created: 0, updated: 0 },
        leftOut: [{ place: 'use/category.yaml' }],
      });
      expect(await categories()).toContainEqual(['use', 'Everyday use', 'Everyday use', 2]);
    });
  });

  describe('kb import of positions in front matter', () => {
    const at = (position: number | string) => `---\nposition: ${position}\n---\nx`;

    it('orders guides, those without a position last and by name', async () => {
      await fixture.importFiles(host, { 'a/1.md': 'x', 'a/2.md': at(4), 'a/3.md': 'x', 'a/4.md': at(0) });
      expect(await places()).toEqual([
        ['a', 'a-4', 0],
        ['a', 'a-2', 4],
        ['a', 'a-1', 5],
        ['a', 'a-3', 6],
      ]);
    });

    it('applies a change of only a position', async () => {
      await fixture.importFiles(host, { 'a/1.md': at(1), 'a/2.md': at(2) });
      const before = await revision();
      const summary = await fixture.importFiles(host, { 'a/1.md': at(3), 'a/2.md': at(2) });
      expect(summary.guides).toEqual({ created: 0, updated: 0, unchanged: 2 });
      expect(await places()).toEqual([
        ['a', 'a-2', 2],
        ['a', 'a-1', 3],
      ]);
      expect(await revision()).toBe(before + 1);
    });
  });
});

describe('kb import of colour and logo', () => {
  const fixture = useImportFixture();
  let host: string;
  let folder: string;

  beforeAll(async () => {
    folder = join(fixture.folder, 'guides-files');
  });
  beforeEach(async () => {
    host = await fixture.createNew();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const now = () => findKnowledgeBase(fixture.database, host);

  it.each([
    [{ look: { contact: 'javascript:x' } }, 'knowledge_base.look.contact: It must be an e-mail address'],
    [{ widget_rules: '/a b\nc' }, 'knowledge_base.widget_rules: Line 2: A path begins with /'],
  ])('refuses %j, which owners could not set', async (knowledge_base, message) => {
    await expect(fixture.importJson(host, { knowledge_base, guides: [] })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(message),
    });
  });

  const LOOK = { accent_color: '#0A7D5C', logo: 'i/logo.png' };
  const FILES: TestFiles = { 'i/logo.png': png('', 120, 40) };

  it('imports the colour from the document and the logo from its folder', async () => {
    await writeFiles(folder, FILES);
    const before = await now();
    const { images, findings } = await fixture.importJson(host, { knowledge_base: LOOK });
    expect([images.created, findings.imagesLeftOut]).toEqual([1, []]);
    expect(await now()).toEqual({
      ...before,
      revision: (before?.revision ?? 0) + 1,
      accent_color: '#0a7d5c',
      logo: { address: expect.stringMatching(/^\/files\/[\w-]{22}\.png$/), width: 120, height: 40 },
    });
  });

  it('leaves both unchanged when the document omits or repeats them', async () => {
    await writeFiles(folder, FILES);
    await fixture.importJson(host, { knowledge_base: LOOK });
    const before = await now();
    for (const document of [{}, { knowledge_base: {} }, { knowledge_base: LOOK }]) {
      const { images } = await fixture.importJson(host, document);
      expect(images).toEqual({ created: 0, deleted: 0 });
      expect(await now()).toEqual(before);
    }
  });

  it('raises the revision for a new logo and deletes the former file', async () => {
    await writeFiles(folder, FILES);
    await fixture.importJson(host, { knowledge_base: LOOK });
    const before = await now();
    await writeFiles(folder, { 'i/logo.png': png('new') });
    const { images } = await fixture.importJson(host, { knowledge_base: LOOK });
    expect(images).toEqual({ created: 1, deleted: 1 });
    expect((await now())?.revision).toBe((before?.revision ?? 0) + 1);
  });

  it('changes nothing in a dry run', async () => {
    await writeFiles(folder, FILES);
    const before = await now();
    await fixture.importJson(host, { knowledge_base: LOOK }, { dryRun: true });
    expect(await now()).toEqual(before);
  });

  it.each<[string, string, TestFiles, string]>([
    ['that is not there', 'logo.png', {}, 'logo.png: there is no such file'],
    ['S7 in SVG', 'logo.png', { 'logo.png': SVG }, 'logo.png: is SVG, which can contain scripts'],
    [
      'over 1 MB',
      'logo.png',
      { 'logo.png': pngOfSize(1_000_001) },
      'logo.png: has 1000001 bytes; a logo may have at most 1000000',
    ],
    ['on the web', 'https://a.example/logo.png', {}, 'https://a.example/logo.png: is on the web'],
    ['S9 out of the folder', '../logo.png', {}, '../logo.png: is not in the directory'],
    ['without a name', '', {}, ': has no URL'],
    ['with a very long one', 'a'.repeat(5000), {}, `${'a'.repeat(100)}: there is no such file`],
  ])('reports a logo %s and keeps the current one', async (_, logo, files, reason) => {
    await writeFiles(folder, FILES);
    await fixture.importJson(host, { knowledge_base: LOOK });
    const before = await now();
    await writeFiles(folder, files);
    const { findings } = await fixture.importJson(host, { knowledge_base: { logo } });
    expect(findings.imagesLeftOut).toEqual([
      expect.stringContaining(`guides.json: knowledge_base.logo: ${reason}`),
    ]);
    expect(await now()).toEqual(before);
  });
});

describe('kb import of one file', () => {
  const LOGO = new URL('../../../demo/help.example.com/images/guidepost@2x.webp', import.meta.url);

  const fixture = useImportFixture();
  let host: string;
  let image: Uint8Array;

  beforeEach(async () => {
    host = await fixture.createNew();
    image = await readFile(LOGO);
  });

  const guides = () =>
    fixture.database.any(
      `select g.slug, g.title, g.content_html, g.published,
       array(select c.slug from guide_categories m join categories c on c.id = m.category_id where m.guide_id = g.id) as "in"
     from guides g join knowledge_bases k on k.id = g.knowledge_base_id where k.host = $1 order by g.slug`,
      [host],
    );

  it.each([
    ['Markdown', 'Set up.md', '# Set it up\n\na', 'set-up'],
    ['Markdown with a slug', 'a.markdown', '---\nslug: b-c\n---\n# Set it up\n\na', 'b-c'],
    ['HTML', 'set-up.html', '<title>Set it up</title><p>a</p>', 'set-up'],
  ])('imports %s and no file beside it', async (_, only, text, slug) => {
    const summary = await fixture.importFiles(
      host,
      { [only]: text, 'other.md': 'b', 'in/x.md': 'c' },
      { only },
    );
    expect(summary).toMatchObject({ guides: { created: 1 }, categories: { created: 0 }, ignoredFiles: 0 });
    expect(await guides()).toEqual([
      { slug, title: 'Set it up', content_html: '<p>a</p>', published: true, in: [] },
    ]);
  });

  it('resolves links and images in its folder', async () => {
    const files = {
      'a.md': [
        '[b](b.html#c) [d](d/) [e](e.md) [f](g%20h) ![i](i/j.webp)',
        '[k](gone.md) [l](../l.md) ![m](gone.webp) ![n](n.txt)',
      ].join('\n'),
      'b.html': '<p>b',
      'd/README.md': 'd',
      'e.md': '---\nslug: named\n---\ne',
      'g h.md': 'f',
      'i/j.webp': image,
      'n.txt': 'n',
      'o.md': '---\nslug: [',
    };
    const { findings, images } = await fixture.importFiles(host, files, { only: 'a.md' });
    const [{ content_html: html }] = await guides();
    expect(Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href)).toEqual([
      'b#c',
      'd',
      'named',
      'g-h',
    ]);
    expect([images.created, html.includes('<img src="/files/')]).toEqual([1, true]);
    expect(findings.brokenLinks).toEqual(['a.md: gone.md', 'a.md: ../l.md']);
    expect(findings.imagesLeftOut.map((line) => line.split(': ')[1])).toEqual(['gone.webp', 'n.txt']);
  });

  it('updates the guide with the slug and leaves others unchanged', async () => {
    await fixture.importFiles(host, {
      'in/category.yaml': 'name: In',
      'in/a.md': '---\nslug: a\n---\nb',
      'c.md': 'd',
    });
    const summary = await fixture.importFiles(host, { 'a.md': 'e' }, { only: 'a.md' });
    expect(summary).toMatchObject({ guides: { created: 0, updated: 1, unchanged: 0 }, gone: [] });
    expect(await guides()).toMatchObject([
      { slug: 'a', content_html: '<p>e</p>', in: ['in'] },
      { slug: 'c', published: true },
    ]);
    const again = await fixture.importFiles(host, { 'a.md': 'e' }, { only: 'a.md' });
    expect(again.guides).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });

  it('uses the categories of its front matter', async () => {
    const file = '---\ncategories: [Getting started]\n---\na';
    await fixture.importFiles(host, { 'a.md': file }, { only: 'a.md' });
    expect(await guides()).toMatchObject([{ slug: 'a', in: ['getting-started'] }]);
  });

  it('keeps its position in a category; new guides come last', async () => {
    const file = (text: string) => `---\ncategories: [Start]\n---\n${text}`;
    await fixture.importFiles(host, { 'a.md': file('a'), 'b.md': file('b'), 'c.md': file('c') });
    await fixture.importFiles(host, { 'b.md': file('changed') }, { only: 'b.md' });
    await fixture.importFiles(host, { 'new.md': file('d') }, { only: 'new.md' });
    const inOrder = await fixture.database.map(
      `select g.slug from guide_categories m join guides g on g.id = m.guide_id
       join knowledge_bases k on k.id = g.knowledge_base_id where k.host = $1 order by m.position, g.id`,
      [host],
      ({ slug }) => slug,
    );
    expect(inOrder).toEqual(['a', 'b', 'c', 'new']);
  });

  it('refuses --prune', async () => {
    const pruned = fixture.importFiles(host, { 'a.md': 'b' }, { only: 'a.md', prune: true });
    await expect(pruned).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('--prune'),
    });
    expect(await guides()).toEqual([]);
  });

  it('reports an empty file', async () => {
    const failed = fixture.importFiles(host, { 'a.md': '' }, { only: 'a.md' });
    await expect(failed).rejects.toMatchObject({ kind: 'invalid', message: 'a.md: has no content' });
  });
});
