import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { useImportFixture } from '../../testing/import-fixture.ts';

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

describe('kb import of one file', () => {
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
