import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AVIF,
  AVIF_DESCRIBED,
  AVIF_WITHOUT_SIZE,
  DESCRIBED,
  GIF,
  JPEG,
  jpegOf,
  PNG_60_20,
  png,
  pngOfSize,
  SVG,
  TELLING,
  WEBP,
} from '@guidepost/files/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../../testing/content.ts';
import { documentGuide, useImportFixture, writeFiles } from '../../testing/import-fixture.ts';
import { importKnowledgeBase } from './import-knowledge-base.ts';
import { openImportSource } from './open-import-source.ts';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

const IDS = 'knowledge_base_id = (select id from knowledge_bases where host = $1)';

interface FileRow {
  path: string;
  media_type: string;
  token: string;
  bytes: Buffer;
}

const files = (): Promise<FileRow[]> =>
  fixture.database.any(`select path, media_type, token, bytes from files where ${IDS} order by path`, [host]);

async function contentOf(slug: string): Promise<string> {
  const statement = `select content_html from guides where ${IDS} and slug = $2`;
  return (await fixture.database.one(statement, [host, slug])).content_html;
}

async function revision(): Promise<number> {
  return (await fixture.database.one('select revision from knowledge_bases where host = $1', [host]))
    .revision;
}

const showing = (...addresses: string[]) => addresses.map((src) => `<img src="${src}" alt="a">`).join('');

describe('kb import of images', () => {
  it('stores images of HTML and Markdown and rewrites their URLs', async () => {
    const summary = await fixture.importFiles(host, {
      'index.html': `<h1>A</h1><p><img alt="One" width="5" src="images/One.PNG?v=2"></p>`,
      'install/b.md': '# B\n\n![Two](../images/two.jpeg "Title") ![One](/images/One.PNG)',
      'images/One.PNG': png('one'),
      'images/two.jpeg': JPEG,
      'images/unused.png': png('unused'),
      'style.css': '',
    });
    expect(summary).toMatchObject({
      images: { created: 2, deleted: 0 },
      findings: { imagesLeftOut: [] },
      ignoredFiles: 1,
    });
    const [one, two] = await files();
    expect([one, two]).toEqual([
      { path: 'images/one.png', media_type: 'image/png', token: expect.anything(), bytes: png('one') },
      { path: 'images/two.jpg', media_type: 'image/jpeg', token: expect.anything(), bytes: JPEG },
    ]);
    expect(await contentOf('index')).toBe(
      `<p><img src="/files/${one?.token}.png" alt="One" width="5" height="5" /></p>`,
    );
    expect(await contentOf('install-b')).toBe(
      `<p><img src="/files/${two?.token}.jpg" alt="Two" title="Title" width="1" height="1" /> <img src="/files/${one?.token}.png" alt="One" width="1" height="1" /></p>`,
    );
  });

  it('S42 stores images without their descriptions, from a folder and beside a JSON file, and finds them again', async () => {
    const images = {
      ...Object.fromEntries(DESCRIBED.map(([, bytes], index) => [`${index}`, bytes])),
      avif: AVIF_DESCRIBED,
    };
    const html = showing(...Object.keys(images));
    await fixture.importFiles(host, { 'a.html': html, ...images });
    const stored = (await files()).map(({ bytes }) => bytes);
    expect(stored.map((bytes) => bytes.includes(TELLING))).toEqual(Array(5).fill(false));
    expect(stored.slice(0, 4)).toEqual(DESCRIBED.map(([, , clean]) => clean));
    const again = await fixture.importFiles(host, { 'a.html': html, ...images });
    expect(again).toMatchObject({ images: { created: 0, deleted: 0 }, guides: { unchanged: 1 } });
    await writeFiles(join(fixture.folder, 'guides-files'), images);
    const json = await fixture.importJson(host, { guides: [documentGuide('a', { content_html: html })] });
    expect(json).toMatchObject({ images: { created: 0, deleted: 0 } });
    await rm(join(fixture.folder, 'guides-files'), { recursive: true });
  });

  it('detects the type by the bytes, not by the name', async () => {
    await fixture.importFiles(host, {
      'a.html': showing('a.png', 'b.gif', 'c', 'd.txt', 'e.avif'),
      'a.png': GIF,
      'b.gif': WEBP,
      c: JPEG,
      'd.txt': png(),
      'e.avif': AVIF,
    });
    expect((await files()).map(({ path, media_type }) => [path, media_type])).toEqual([
      ['a.gif', 'image/gif'],
      ['b.webp', 'image/webp'],
      ['c.jpg', 'image/jpeg'],
      ['d.png', 'image/png'],
      ['e.avif', 'image/avif'],
    ]);
  });

  it('stores equal bytes once per knowledge base, with different URLs', async () => {
    const source = { 'a.html': showing('a.png', 'b/a.png'), 'a.png': png('x'), 'b/a.png': png('x') };
    expect((await fixture.importFiles(host, source)).images.created).toBe(1);
    const [first] = await files();
    host = `${host}:8080`;
    await fixture.create(host);
    await fixture.importFiles(host, source);
    const [second] = await files();
    expect(second?.bytes).toEqual(first?.bytes);
    expect(second?.token).not.toBe(first?.token);
  });

  it('distinguishes images of the same name', async () => {
    const files1 = { 'a.html': showing('i.png', 'I.png'), 'i.png': png('1'), 'I.png': png('2') };
    await fixture.importFiles(host, files1);
    expect((await files()).map(({ path }) => path)).toEqual([
      expect.stringMatching(/^i-[0-9a-f]{12}\.png$/),
      'i.png',
    ]);
  });

  it('removes srcset', async () => {
    const html = '<picture><source srcset="b.avif"><img srcset="a.png 1x, c.png 2x" src="a.png"></picture>';
    await fixture.importFiles(host, { 'a.html': html, 'a.png': png(), 'b.avif': AVIF });
    const [stored] = await files();
    expect(await contentOf('a')).toBe(`<img src="/files/${stored?.token}.png" width="1" height="1" />`);
  });

  it('finds names in any Unicode normalization form', async () => {
    await fixture.importFiles(host, { 'a.html': showing('%C3%A5.png'), 'a\u030a.png': png() });
    expect((await files()).map(({ path }) => path)).toEqual(['a.png']);
  });
});

const TRANSPARENT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describe('kb import shows an image that a script would load, or that has several addresses', () => {
  const late = '<img class="lazy" alt="Door" data-src="door.png"';
  it.each([
    ['late, with a fallback', `${late} src="${TRANSPARENT}"><noscript><img src="door.png"></noscript>`],
    ['late, without', `${late}>`],
    ['late, with a small image in its place', '<img src="blank.gif" data-original="door.png">'],
    ['late, with a blurred image in its place', `${late} src="small.png">`],
    [
      'late, of a set',
      `<img src="${TRANSPARENT}" data-srcset="small.png 60w, door.png 120w" data-sizes="auto">`,
    ],
    [
      'late, with a template as its address',
      `${late.replace('door', '{width}')}><noscript><img src="door.png"></noscript>`,
    ],
    ['behind its fallback', `<noscript><img src="door.png"></noscript>${late}>`],
    ['in a fallback alone', '<div data-bg="door.png"></div><noscript><img src="door.png"></noscript>'],
    [
      'in the fallback of a picture',
      '<noscript><picture><source srcset="x.avif"><img src="door.png"></picture></noscript>',
    ],
    ['in a set alone', '<img srcset="small.png, door.png 2x">'],
    ['in a set with its own comma', '<img srcset="w_60,h_20/x.png 60w,door.png 120w">'],
    [
      'in a picture',
      '<picture><source media="print" srcset="x.png"><source srcset="door.png 2x"><img></picture>',
    ],
    ['beside a larger one that is missing', '<img srcset="door.png 60w, huge.png 900w">'],
  ])('%s', async (_, html) => {
    const beside = { 'door.png': png('', 120, 40), 'small.png': PNG_60_20, 'blank.gif': GIF };
    const { findings, images } = await fixture.importFiles(host, { 'a.html': `<p>${html}</p>`, ...beside });
    expect([findings.imagesLeftOut, images.created]).toEqual([[], 1]);
    expect((await files()).map(({ path }) => path)).toEqual(['door.png']);
    expect((await contentOf('a')).match(/<img src="\/files\/[^>]*>/g)).toHaveLength(1);
  });

  it('at its size on the page', async () => {
    await fixture.importFiles(host, { 'a.html': '<img srcset="a.png 2x">', 'a.png': PNG_60_20 });
    expect(await contentOf('a')).toMatch(/ width="30" height="10" \/>$/);
  });

  it('but not one that counts visits', async () => {
    const html = '<p>x</p><noscript><img src="https://count.example/?1" width="1" height="1"></noscript>';
    await fixture.importFiles(host, { 'a.html': html });
    expect(await contentOf('a')).toBe('<p>x</p>');
  });

  it('and reports that it is missing', async () => {
    const { findings } = await fixture.importFiles(host, { 'a.html': `${late} src="${TRANSPARENT}">` });
    expect(findings.imagesLeftOut).toEqual(['a.html: door.png: there is no such file']);
  });

  it('in Markdown and JSON', async () => {
    const html = `<img src="${TRANSPARENT}" data-src="https://a.example/door.png">`;
    await fixture.importFiles(host, { 'a.md': `Text\n\n${html}` });
    await fixture.importJson(host, { guides: [documentGuide('b', { content_html: html })] });
    const shown = '<img src="https://a.example/door.png" />';
    expect([await contentOf('a'), await contentOf('b')]).toEqual([`<p>Text</p>\n${shown}`, shown]);
  });
});

describe('kb import stores images in data URLs', () => {
  const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;

  it('of HTML, Markdown and JSON, once for equal bytes', async () => {
    const html = `<p>${showing(dataUrl(PNG_60_20), dataUrl(PNG_60_20))}</p>`;
    await fixture.importFiles(host, { 'i/a.html': html, 'b.md': `![](${dataUrl(PNG_60_20)})` });
    await fixture.importJson(host, { guides: [documentGuide('c', { content_html: html })] });
    const [stored, ...others] = await files();
    expect([stored?.path, stored?.bytes, others]).toEqual(['b-1.png', PNG_60_20, []]);
    for (const slug of ['i-a', 'b', 'c']) {
      const content = await contentOf(slug);
      expect(content).toContain(`<img src="/files/${stored?.token}.png" alt="`);
      expect(content).toContain('width="60" height="20"');
    }
  });

  it('with the type of their bytes', async () => {
    await fixture.importFiles(host, { 'a.html': showing(dataUrl(GIF, 'image/png'), 'data:,x') });
    expect((await files()).map(({ media_type }) => media_type)).toEqual(['image/gif']);
  });
});

describe('kb import adds the size of images', () => {
  const sized = { 'i/a.png': PNG_60_20, 'i/b@2x.jpg': jpegOf(600, 400, 6), 'i/c.avif': AVIF_WITHOUT_SIZE };
  const sizes = (html: string) =>
    Array.from(html.matchAll(/<img src="(\S+)"(.*?) \/>/g), ([, address, size]) => [
      address?.startsWith('/files/'),
      size,
    ]);
  const expected = [
    [true, ' width="60" height="20"'],
    [true, ' width="200" height="300"'],
    [true, ''],
    [true, ' height="10" width="30"'],
    [true, ' width="1" height="2"'],
    [false, ''],
  ];
  const html =
    '<img src="i/a.png"><img src="i/b@2x.jpg"><img src="i/c.avif"><img src="i/a.png" height="10">' +
    '<img src="i/a.png" width="1" height="2"><img src="https://a.example/b.png">';

  it('in HTML', async () => {
    await fixture.importFiles(host, { 'a.html': html, ...sized });
    expect(sizes(await contentOf('a'))).toEqual(expected);
  });

  it('in Markdown', async () => {
    await fixture.importFiles(host, { 'a.md': `![](i/a.png) ![](i/b@2x.jpg)\n\n${html}`, ...sized });
    expect(sizes((await contentOf('a')).replaceAll(' alt=""', ''))).toEqual([
      ...expected.slice(0, 2),
      ...expected,
    ]);
  });

  it('in JSON', async () => {
    await writeFiles(join(fixture.folder, 'guides-files'), sized);
    await fixture.importJson(host, { guides: [documentGuide('a', { content_html: html })] });
    expect(sizes(await contentOf('a'))).toEqual(expected);
    await rm(join(fixture.folder, 'guides-files'), { recursive: true });
  });

  it('by the name of each image, even for equal bytes', async () => {
    const same = { 'a.png': PNG_60_20, 'a@2x.png': PNG_60_20 };
    await fixture.importFiles(host, { 'a.html': '<img src="a.png"><img src="a@2x.png">', ...same });
    expect(sizes(await contentOf('a'))).toEqual([
      [true, ' width="60" height="20"'],
      [true, ' width="30" height="10"'],
    ]);
    expect(await files()).toHaveLength(1);
  });
});

const IS_SVG = 'is SVG, which can contain scripts; use PNG, JPEG, GIF, WebP or AVIF';

describe('images that cannot be imported become their alternative text and are reported', () => {
  const tooLarge = pngOfSize(10_000_001);
  it.each<[string, string, Record<string, string | Uint8Array>, string]>([
    ['a missing file', 'b.png', {}, 'there is no such file'],
    ['another file of the directory', 'a.html', {}, 'there is no such file'],
    ['a folder', 'b', { 'b/c.png': png() }, 'there is no such file'],
    ['a data URL without an image', 'data:,x', {}, 'is not a PNG, JPEG, GIF, WebP or AVIF image'],
    ['a data URL that is cut', 'data:image/png', {}, 'is not a valid data URL'],
    ['S7 SVG in a data URL', 'data:,<svg>', {}, IS_SVG],
    ['S9 a path out of the directory', '../../secret.png', {}, 'is not in the directory'],
    ['S9 an encoded path out of it', '%2e%2e/secret.png', {}, 'is not in the directory'],
    ['S9 an encoded slash', '..%2fsecret.png', {}, 'there is no such file'],
    ['S9 U+0000', 'b.png%00.html', { 'b.png': png() }, 'there is no such file'],
    ['S9 a hidden file', '.b.png', { '.b.png': png() }, 'there is no such file'],
    ['S9 an absolute file path', 'file:///etc/passwd', {}, 'is not in the directory'],
    ['S9 a path of a stored file', '/files/AAAAAAAAAAAAAAAAAAAAAA.png', {}, 'there is no such file'],
    ['no bytes', 'b.png', { 'b.png': '' }, 'is empty'],
    ['half an image', 'b.png', { 'b.png': png('a'.repeat(900)).subarray(0, 500) }, 'is truncated'],
    ['10 MB and a byte', 'b.png', { 'b.png': tooLarge }, 'has 10000001 bytes, at most 10000000 are allowed'],
    ['S7 SVG', 'b.svg', { 'b.svg': SVG }, IS_SVG],
    ['S7 SVG in upper case', 'b.SVG', { 'b.SVG': SVG }, IS_SVG],
    ['S7 SVG bytes in .png', 'b.png', { 'b.png': SVG }, IS_SVG],
    ['S7 SVG with two extensions', 'b.png.svg', { 'b.png.svg': SVG }, IS_SVG],
    [
      'S7 HTML',
      'b.png',
      { 'b.png': '<script>alert(1)</script>' },
      'is not a PNG, JPEG, GIF, WebP or AVIF image',
    ],
    ['S7 a page in a PNG', 'b.png', { 'b.png': png('<script>') }, 'is also a file of another type'],
    [
      'S7 an archive behind a GIF',
      'b.gif',
      { 'b.gif': Buffer.concat([GIF, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]) },
      'is also a file of another type',
    ],
  ])('%s', async (_, address, beside, reason) => {
    const html = `<p>x <img src="${address}" alt="A &lt;b&gt;"></p>`;
    const { findings } = await fixture.importFiles(host, { 'a.html': html, ...beside });
    const shown = address.replace(/,.*/, ',…');
    expect(findings.imagesLeftOut).toEqual([`a.html: ${shown}: ${reason}`]);
    expect(await contentOf('a')).toBe('<p>x A &lt;b&gt;</p>');
    expect(await files()).toEqual([]);
  });

  it('images of 10 MB are imported', async () => {
    await fixture.importFiles(host, { 'a.html': showing('b.png'), 'b.png': pngOfSize(10_000_000) });
    expect((await files()).map(({ bytes }) => bytes.length)).toEqual([10_000_000]);
  });

  it('S9 a link that leads out of the directory', async () => {
    const directory = join(fixture.folder, 'linked');
    await writeFile(join(fixture.folder, 'secret.png'), png('secret'));
    await mkdir(join(fixture.folder, 'elsewhere'), { recursive: true });
    await writeFile(join(fixture.folder, 'elsewhere/secret.png'), png('secret'));
    await writeFiles(directory, { 'a.html': showing('b.png', 'c/secret.png', 'd.png'), 'inside.png': png() });
    await symlink('../secret.png', join(directory, 'b.png'));
    await symlink('../elsewhere', join(directory, 'c'));
    await symlink('inside.png', join(directory, 'd.png'));
    const { signal } = new AbortController();
    const source = await openImportSource(directory);
    const { findings } = await importKnowledgeBase(fixture.database, OPERATOR, { host, source, signal });
    expect(findings.imagesLeftOut).toEqual([
      'a.html: b.png: there is no such file',
      'a.html: c/secret.png: there is no such file',
    ]);
    expect((await files()).map(({ path }) => path)).toEqual(['d.png']);
  });

  it('in JSON without a folder of images beside it', async () => {
    const content_html = '<p>x</p><img src="b.png">';
    const { findings } = await fixture.importJson(host, {
      guides: [{ slug: 'a', title: 'A', content_html, categories: [], tags: [] }],
    });
    expect(findings.imagesLeftOut).toEqual(['guides.json: guides[0]: b.png: there is no such file']);
  });
});

describe('kb import of images again', () => {
  const source = {
    'a.html': showing('i.png'),
    'b.html': showing('i.png', 'j.png'),
    'i.png': png('i'),
    'j.png': png('j'),
  };

  it('changes nothing when nothing changed', async () => {
    await fixture.importFiles(host, source);
    const before = [await files(), await revision()];
    const summary = await fixture.importFiles(host, source);
    expect(summary).toMatchObject({
      guides: { created: 0, updated: 0, unchanged: 2 },
      images: { created: 0, deleted: 0 },
    });
    expect([await files(), await revision()]).toEqual(before);
  });

  it('replaces changed bytes, with a new URL', async () => {
    await fixture.importFiles(host, source);
    const [before] = await files();
    const summary = await fixture.importFiles(host, { ...source, 'i.png': png('new') });
    expect(summary).toMatchObject({ guides: { updated: 2 }, images: { created: 1, deleted: 1 } });
    const tokens = (await files()).map(({ token }) => token);
    expect(tokens).toHaveLength(2);
    expect(tokens).not.toContain(before?.token);
    for (const token of tokens) expect(await contentOf('b')).toContain(token);
  });

  it('imports an image that was missing or broken before', async () => {
    await fixture.importFiles(host, { ...source, 'i.png': '' });
    expect(await contentOf('a')).toBe('a');
    expect((await fixture.importFiles(host, source)).images.created).toBe(1);
    expect(await contentOf('a')).toContain('/files/');
  });

  it('keeps images of guides that are missing from the source', async () => {
    await fixture.importFiles(host, source);
    const summary = await fixture.importFiles(host, { 'a.html': showing('i.png'), 'i.png': png('i') });
    expect(summary).toMatchObject({ gone: ['b'], images: { deleted: 0 } });
    expect(await files()).toHaveLength(2);
  });

  it('does the same for JSON with a folder of images', async () => {
    const guide = { slug: 'a', title: 'A', content_html: showing('i/j.png'), categories: [], tags: [] };
    for (const text of ['old', 'new']) {
      await writeFiles(join(fixture.folder, 'guides-files'), { 'i/j.png': png(text) });
      await fixture.importJson(host, { guides: [guide] });
      const stored = await files();
      expect(stored.map(({ path, bytes }) => [path, bytes])).toEqual([['i/j.png', png(text)]]);
      expect(await contentOf('a')).toContain(`/files/${stored[0]?.token}.png`);
    }
    await rm(join(fixture.folder, 'guides-files'), { recursive: true });
  });

  it('stores nothing in a dry run or with --strict after an error', async () => {
    expect((await fixture.importFiles(host, source, { dryRun: true })).images.created).toBe(2);
    await expect(fixture.importFiles(host, { ...source, 'z.html': '' }, { strict: true })).rejects.toThrow(
      'z.html',
    );
    expect(await files()).toEqual([]);
  });

  it('leaves room for longer URLs of images', async () => {
    await fixture.importFiles(host, source);
    const rows = await fixture.database.any(`select content_html, content_bytes from guides where ${IDS}`, [
      host,
    ]);
    for (const { content_html, content_bytes } of rows) {
      const images = content_html.split('<img').length - 1;
      expect(content_bytes).toBe(Buffer.byteLength(JSON.stringify(content_html)) + 200 * images);
    }
  });
});

it('S9 the URL of an image has at least 128 random bits and no part of its name', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `secret-${index}.png`);
  await fixture.importFiles(host, {
    'a.html': showing(...names),
    ...Object.fromEntries(names.map((name) => [name, png(name)])),
  });
  const tokens = (await files()).map(({ token }) => token);
  expect(new Set(tokens).size).toBe(20);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  expect(await contentOf('a')).not.toContain('secret');
});
