import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { render } from 'dom-serializer';
import { parseDocument } from 'htmlparser2';
import { type TestFiles, writeFiles } from '../../../testing/import-fixture.ts';
import type { LeftOut } from '../problems.ts';
import { readCategoryFiles } from './category-files.ts';
import { compareFolders, findFiles } from './directory-files.ts';
import { createLinkMap, rewriteLinks } from './links.ts';

describe('findFiles', () => {
  let folder: string;
  let root: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-files-'));
    root = join(folder, 'manual');
    for (const path of ['secret.html', 'elsewhere/a.html']) await write(join(folder, path));
    for (const path of [
      'b.html',
      'index.html',
      'chapter-10.htm',
      'chapter-2.XHTML',
      'style.css',
      'chapter-3.md',
      'sub/README.md',
      '.hidden.html',
    ]) {
      await write(join(root, path));
    }
    for (const path of ['.git/a.html', 'sub/z.html', 'sub/deeper/index.html']) await write(join(root, path));
    await symlink('../secret.html', join(root, 'out.html'));
    await symlink('../elsewhere', join(root, 'out'));
    await symlink('b.html', join(root, 'c.html'));
    await symlink('.', join(root, 'round'));
    await symlink('nowhere.html', join(root, 'dangling.html'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function write(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '<p>x</p>');
  }

  it('finds HTML and Markdown in reading order: index, numbered files, folders', async () => {
    const { guides } = await findFiles(root);
    expect(guides).toEqual([
      'index.html',
      'b.html',
      'c.html',
      'chapter-2.XHTML',
      'chapter-3.md',
      'chapter-10.htm',
      'sub/README.md',
      'sub/z.html',
      'sub/deeper/index.html',
    ]);
  });

  it('finds category.yaml files', async () => {
    for (const path of ['sub/category.yaml', 'sub/deeper/my-category.yaml']) await write(join(root, path));
    expect(await findFiles(root)).toMatchObject({
      categories: ['sub/category.yaml'],
      others: ['style.css', 'sub/deeper/my-category.yaml'],
    });
  });

  it('skips folders of what pages are made from', async () => {
    for (const path of ['_includes/nav.html', 'sub/node_modules/a/README.md']) await write(join(root, path));
    const { guides, skipped } = await findFiles(root);
    expect(skipped).toEqual(['_includes', 'sub/node_modules']);
    expect(guides.filter((path) => /_includes|node_modules/.test(path))).toEqual([]);
  });

  it('S9 skips and counts symbolic links out of the directory', async () => {
    expect(await findFiles(root)).toMatchObject({ foreign: 4 });
  });
});

describe('compareFolders', () => {
  it('sorts by name, parents first', () => {
    const folders = ['b/2', 'a', 'b/10/x', 'b', 'b/10', 'a b/c', 'a b', 'b/2/y'];
    expect(folders.sort(compareFolders)).toEqual([
      'a',
      'a b',
      'a b/c',
      'b',
      'b/2',
      'b/2/y',
      'b/10',
      'b/10/x',
    ]);
  });
});

describe('category.yaml', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-categories-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function readAll(files: TestFiles) {
    const root = await mkdtemp(join(folder, 'manual-'));
    await writeFiles(root, files);
    return readCategoryFiles(root, Object.keys(files));
  }

  const read = async (text: string | Uint8Array) => (await readAll({ 'a/category.yaml': text }))[0];
  const problemsIn = (files: { leftOut?: LeftOut | undefined }[]) =>
    files.flatMap(({ leftOut }) => leftOut?.problems ?? []);

  it('sets the name and the position of the category', async () => {
    const text = '---\nname: "  Getting\tstarted "\nmultiple_guides_name: 2026\nposition: 3\n';
    expect(await read(text)).toEqual({
      path: 'a/category.yaml',
      name: 'Getting started',
      multipleGuidesName: '2026',
      position: 3,
      unknown: [],
    });
  });

  it.each([
    ['nothing', '', {}],
    ['a comment only', '# later', {}],
    ['a byte order mark', '\ufeffname: A', { name: 'A' }],
    ['CRLF line ends', 'name: A\r\nposition: 1\r\n', { name: 'A', position: 1 }],
    ['unknown keys', 'title: A\nicon: b', { unknown: ['title', 'icon'] }],
    ['a name of 200 characters', `name: ${'å'.repeat(200)}`, { name: 'å'.repeat(200) }],
  ])('may have %s', async (_, text, expected) => {
    expect(await read(text)).toEqual({ path: 'a/category.yaml', unknown: [], ...expected });
  });

  it.each([
    ['truncated YAML', 'name: "A', /^a\/category\.yaml: line 1: Missing closing "quote/],
    ['a key twice', 'name: a\nname: b', 'line 2: Map keys must be unique'],
    ['a list', '- name: a', 'line 1: the file must be a mapping such as "name: Install"'],
    ['two documents', 'name: a\n---\nname: b', 'line 2: '],
    [
      'a name that is a list',
      'position: 1\nname: [a]',
      'line 2: name must be text of at most 200 characters',
    ],
    ['a longer name', `name: ${'a'.repeat(201)}`, 'line 1: name must be text of at most 200 characters'],
    ['an invisible name', 'name: "\\x01"', 'line 1: name must be text of at most 200 characters'],
    ['a lone surrogate', 'name: "\\uD800"', 'line 1: name must be text of at most 200 characters'],
    ['an alias', 'name: &a b\nmultiple_guides_name: *a', 'line 2: multiple_guides_name must be text'],
    ['a position below 0', 'position: -1', 'line 1: position must be a whole number from 0 to 1000000'],
    ['more than 20,000 characters', `name: ${'a'.repeat(20_000)}`, 'line 1: the file is too large'],
    ['brackets without end', `name: ${'['.repeat(10_000)}`, 'line 1: the file is too large'],
    ['bytes that are not UTF-8', Buffer.from('name: \xe9', 'latin1'), 'invalid utf-8 at byte 6'],
  ])('is reported with its line if it has %s', async (_, text, message) => {
    const problems = problemsIn(await readAll({ 'a/category.yaml': text })).join('\n');
    expect(problems).toMatch(message);
    expect(problems).toMatch(/^a\/category\.yaml: /);
  });

  it('is not read at the root', async () => {
    const files = await readAll({ 'category.yaml': 'name: A', 'a/category.yaml': 'name: A' });
    expect(problemsIn(files)).toEqual(['category.yaml: only subfolders are categories']);
  });
});

const SLUGS = new Map([
  ['index.html', 'index'],
  ['install/index.html', 'install'],
  ['install/linux.html', 'install-linux'],
  ['install/mac os.html', 'install-mac-os'],
  ['install/återställ.html', 'install-aterstall'],
  ['license.html', 'license'],
  ['update/README.md', 'update'],
  ['update/windows.md', 'windows'],
]);

function rewrite(html: string) {
  const document = parseDocument(html);
  const origin = { path: 'install/linux.html', slug: 'install-linux' };
  const { broken } = rewriteLinks(document, origin, createLinkMap(SLUGS));
  return { html: render(document, { encodeEntities: 'utf8' }), broken };
}

describe('links between files of a directory', () => {
  it.each([
    ['a file of the same folder', 'mac%20os.html', 'install-mac-os'],
    ['a file with ./', './mac%20os.html', 'install-mac-os'],
    ['a file of the folder above', '../license.html', 'license'],
    ['a detour', '../install/../install/./mac%20os.html', 'install-mac-os'],
    ['a path from the root', '/license.html', 'license'],
    ['a fragment of another file', '../license.html#terms', 'license#terms'],
    ['a query, which a file does not have', '../license.html?print=1#terms', 'license#terms'],
    ['a percent-encoded letter', '%C3%A5terst%C3%A4ll.html', 'install-aterstall'],
    ['a letter in decomposed form', 'a\u030Atersta\u0308ll.html', 'install-aterstall'],
    ['a folder, to its index', '../install/', 'install'],
    ['a folder without slash', '../install', 'install'],
    ['the folder that it is in', '.', 'install'],
    ['the root', './../', 'index'],
    ['a folder of Markdown', '../update/', 'update'],
    ['a README by its name', '../update/README.md#now', 'update#now'],
    ['Markdown', '../update/windows.md', 'windows'],
    ['a file without its extension', '../update/windows#now', 'windows#now'],
    ['HTML without its extension', 'mac%20os', 'install-mac-os'],
    ['itself', 'linux.html', 'install-linux'],
    ['a fragment of itself by its name', 'linux.html#step-2', '#step-2'],
    ['a fragment', '#step-2', '#step-2'],
    ['white space around', ' ../license.html\n', 'license'],
    ['the web', 'https://example.com/a.html', 'https://example.com/a.html'],
    ['a host', '//example.com/license.html', '//example.com/license.html'],
    ['a telephone', 'tel:+46701740610', 'tel:+46701740610'],
    ['an e-mail address', 'mailto:help@example.com', 'mailto:help@example.com'],
  ])('leads to %s: %j → %j', (_, href, expected) => {
    expect(rewrite(`<a href="${href}">x</a>`)).toEqual({ html: `<a href="${expected}">x</a>`, broken: [] });
  });

  it.each([
    ['missing.html'],
    ['manual.pdf'],
    ['../../license.html'],
    ['../../inside/license.html'],
    ['%E0%A4%A.html'],
    ['LICENSE.html'],
    ['http://[broken'],
  ])('keeps the text of a broken link and reports it: %j', (href) => {
    expect(rewrite(`see <a href="${href}">the <b>text</b></a>.`)).toEqual({
      html: 'see the <b>text</b>.',
      broken: [href],
    });
  });

  it('keeps the ID of a broken link', () => {
    expect(rewrite('<a id="here" href="gone.html">x</a>').html).toBe('<a id="here">x</a>');
  });
});

describe('links of site generators', () => {
  const FILES = [
    'README.md',
    'docs/a.md',
    'docs/b.md',
    'docs/Set up.md',
    'docs/setup/_index.md',
    'docs/setup/02-linux.mdx',
    'content/en/c/d.md',
    '_posts/2026-01-02-news.md',
    'Plan 0123456789abcdef0123456789abcdef.md',
    'deep/er/b.md',
  ];
  const slugs = new Map(FILES.map((path) => [path, path]));
  const map = createLinkMap(slugs, {
    titles: new Map([['docs/b.md', 'The Bee']]),
    addresses: new Map([['docs/a.md', ['/guide/start/', 'First page']]]),
    rootName: 'manual',
  });

  it('knows titles of files whose names macOS has decomposed', () => {
    const path = 'A\u030aterst\u0061\u0308ll.md';
    const decomposed = createLinkMap(new Map([[path, 'aterstall']]), {
      titles: new Map([[path, 'Reset']]),
      rootName: '',
    });
    expect(decomposed.slugNamed('Reset', 'start.md')).toBe('aterstall');
    expect(decomposed.titleOf('aterstall')).toBe('Reset');
  });

  function follow(href: string, path = 'docs/a.md') {
    const document = parseDocument(`<a href="${href}">x</a>`);
    rewriteLinks(document, { path, slug: path }, map);
    return render(document, { encodeEntities: 'utf8' }).replace(/^<a href="(.*)">x<\/a>$/, '$1');
  }

  it.each([
    ['F10 a slash at the end', '/docs/b/', 'docs/b.md'],
    ['F10 and a fragment', '/docs/b/#part', 'docs/b.md#part'],
    ['a query', 'b/?x=1#part', 'docs/b.md#part'],
    ['no ending', 'b', 'docs/b.md'],
    ['another ending', 'b.html', 'docs/b.md'],
    ['a folder', 'setup', 'docs/setup/_index.md'],
    ['the page one level deeper, as Hugo serves it', '../b/', 'docs/b.md'],
    ['the page one level deeper, from an index', '../b/', 'docs/b.md', 'docs/setup/_index.md'],
    ['another case', '../README.MD', 'README.md'],
    ['signs and spaces as hyphens', 'set-up', 'docs/Set up.md'],
    ['percent signs', 'Set%20up.md', 'docs/Set up.md'],
    ['no number', 'setup/linux', 'docs/setup/02-linux.mdx'],
    ['no date', '/posts/news', '_posts/2026-01-02-news.md'],
    ['the date in folders', '/blog/2026/01/02/news.html', '_posts/2026-01-02-news.md'],
    ['a sign of the page itself', '#', 'docs/a.md'],
    ['no id of Notion', '../Plan.md', 'Plan 0123456789abcdef0123456789abcdef.md'],
    ['the root of a language', '/c/d', 'content/en/c/d.md', 'content/en/x.md'],
    ['the root in a folder', '/setup/', 'docs/setup/_index.md'],
    ['the name of the imported folder', '/manual/docs/b', 'docs/b.md'],
    ['a name', 'page-named:B', 'docs/b.md'],
    ['a name nearest to the file', 'page-named:b#c', 'deep/er/b.md#c', 'deep/e.md'],
    ['a name with a folder', 'page-named:er/b', 'deep/er/b.md'],
    ['a title', 'page-named:the%20bee', 'docs/b.md'],
    ['an address in front matter', '/guide/start/#x', 'docs/a.md#x', 'README.md'],
    ['a name in front matter', 'page-named:first%20page', 'docs/a.md', 'README.md'],
    ['a part of its own', 'page-named:#c', '#c'],
    ['nothing in an empty name', 'page-named:', 'docs/a.md'],
  ])('may have %s', (_, href, target, path = 'docs/a.md') => {
    expect(follow(href, path)).toBe(target);
  });

  it.each(['c', '/b/c', 'd/', 'page-named:z', '/other/docs/b'])('do not guess at %s', (href) => {
    expect(follow(href)).toBe('x');
  });

  it('prefer a file to a page that a generator may serve', () => {
    const both = createLinkMap(
      new Map([
        ['a.md', 'a'],
        ['A b.md', 'upper'],
        ['a-b.md', 'lower'],
      ]),
    );
    const document = parseDocument('<a href="a-b">x</a><a href="A%20b">x</a><a href="A-B">x</a>');
    const { broken } = rewriteLinks(document, { path: 'a.md', slug: 'a' }, both);
    expect(render(document)).toBe('<a href="lower">x</a><a href="upper">x</a>x');
    expect(broken).toEqual(['A-B']);
  });

  it('by name stay as typed if there is no such file', () => {
    const document = parseDocument(
      '<a href="page-named:z" data-typed="[[z|y]]">y</a> <a href="page-named:B" data-typed="[[B]]">B</a>',
    );
    const rewritten = rewriteLinks(document, { path: 'docs/a.md', slug: 'a' }, map);
    expect([render(document), rewritten]).toEqual([
      '[[z|y]] <a href="docs/b.md">B</a>',
      { broken: [], typed: 1 },
    ]);
  });
});
