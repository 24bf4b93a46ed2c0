import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { png } from '@guidepost/files/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../../testing/content.ts';
import { useImportFixture } from '../../testing/import-fixture.ts';
import { exportToFile } from '../export/export-knowledge-base.ts';
import { importKnowledgeBase } from './import-knowledge-base.ts';
import { openImportSource } from './open-import-source.ts';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

const OF_HOST = 'knowledge_base_id = (select id from knowledge_bases where host = $1)';
const PDF = '%PDF-1.7 manual';

const files = (at = host) =>
  fixture.database.any(`select path, name, media_type, size from files where ${OF_HOST} order by path`, [at]);

async function contentOf(slug: string, at = host): Promise<string> {
  const found = await fixture.database.one(`select content_html from guides where ${OF_HOST} and slug = $2`, [
    at,
    slug,
  ]);
  return found.content_html;
}

/** Content without what is random. */
const plain = (html: string) => html.replace(/\/files\/[\w-]{22}/g, '/files/…').replaceAll('\u00a0', ' ');

describe('kb import of files', () => {
  it('has links of HTML and Markdown lead to files, which say their type and size', async () => {
    const summary = await fixture.importFiles(host, {
      'index.html': '<h1>A</h1><p><a href="docs/Bruks%20anvisning.pdf">Manual</a></p>',
      'b.md': '# B\n\n[Manual](<docs/Bruks anvisning.pdf>) and [A](index.html)',
      'docs/Bruks anvisning.pdf': PDF,
    });
    expect(await files()).toEqual([
      {
        path: 'docs/bruks-anvisning.pdf',
        name: 'Bruks anvisning.pdf',
        media_type: 'application/pdf',
        size: 15,
      },
    ]);
    const link = '<a class="file" href="/files/…/Bruks%20anvisning.pdf">Manual (PDF, 15 bytes)</a>';
    expect(plain(await contentOf('index'))).toBe(`<p>${link}</p>`);
    expect(plain(await contentOf('b'))).toBe(`<p>${link} and <a href="index">A</a></p>`);
    expect(summary.findings).toMatchObject({ brokenLinks: [], imagesLeftOut: [] });
  });

  it('imports a guide again when only its file has changed', async () => {
    const a = '<p><a href="a.txt">Text</a></p>';
    await fixture.importFiles(host, { 'a.html': a, 'a.txt': 'one' });
    const same = await fixture.importFiles(host, { 'a.html': a, 'a.txt': 'one' });
    expect(same.guides).toMatchObject({ created: 0, updated: 0 });
    const changed = await fixture.importFiles(host, { 'a.html': a, 'a.txt': 'two!' });
    expect(changed.guides).toMatchObject({ updated: 1 });
    expect(await files()).toMatchObject([{ size: 4 }]);
  });

  it('S47 leaves out what may not be uploaded, and says why', async () => {
    const { findings } = await fixture.importFiles(host, {
      'a.html': '<p><a href="a.exe">Program</a> <a href="b.svg">Drawing</a> <a href="../c.pdf">Out</a></p>',
      'a.exe': Buffer.from('MZ\u0090\u0000\u0003\u0000', 'latin1'),
      'b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    expect(await contentOf('a')).toBe('<p>Program Drawing Out</p>');
    expect(findings.imagesLeftOut).toEqual([
      'a.html: a.exe: is of a type that is not allowed',
      'a.html: b.svg: is of a type that is not allowed',
    ]);
    expect(findings.brokenLinks).toEqual(['a.html: ../c.pdf']);
  });

  it('has up to 50 files in a guide', async () => {
    const names = Array.from({ length: 51 }, (_, index) => `${index}.txt`);
    const { findings } = await fixture.importFiles(host, {
      'a.html': names.map((name) => `<a href="${name}">x</a> `).join(''),
      ...Object.fromEntries(names.map((name) => [name, name])),
    });
    expect(findings.imagesLeftOut).toEqual(['a.html: 50.txt: the guide has 50 files already']);
  });

  it('of an export gives the same files, names and links, pictures to download included', async () => {
    await fixture.importFiles(host, {
      'a.html':
        '<p><a href="A &quot;b&quot; å.pdf" download="Å &amp; ä.pdf">M</a> <a class="file" href="c.png">P</a> <img src="c.png"></p>',
      'A "b" å.pdf': PDF,
      'c.png': png('c'),
    });
    const file = join(await mkdtemp(join(fixture.folder, 'export-')), 'guides.json');
    const { signal } = new AbortController();
    await exportToFile(fixture.database, { host, file, force: false, signal });
    const other = await fixture.createNew();
    const source = await openImportSource(file);
    const summary = await importKnowledgeBase(fixture.database, OPERATOR, { host: other, source, signal });
    expect(summary.findings.imagesLeftOut).toEqual([]);
    expect((await files(other)).map(({ name, size }) => [name, size])).toEqual(
      (await files()).map(({ name, size }) => [name, size]),
    );
    expect(plain(await contentOf('a', other))).toBe(plain(await contentOf('a')));
    expect(plain(await contentOf('a'))).toContain(
      'href="/files/…/%C3%85%20%26%20%C3%A4.pdf">M (PDF, 15 bytes)',
    );
  });
});
