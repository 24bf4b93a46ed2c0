import { Buffer } from 'node:buffer';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeZip, type ZipEntry } from '../../../testing/write-zip.ts';
import { nameOfUpload, openUnpacked } from './open-upload.ts';
import { type ArchiveLimits, unpackArchive } from './unpack-archive.ts';

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guidepost-unpack-'));
  folder = join(root, 'below', 'unpacked');
  await mkdir(folder, { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

async function unpack(archive: Buffer, limits?: ArchiveLimits, signal = new AbortController().signal) {
  const path = join(root, 'archive.zip');
  await writeFile(path, archive);
  const leftOut = await unpackArchive(path, folder, { signal, onFile: () => undefined, limits });
  return leftOut.flatMap(({ problems }) => problems);
}

/** Every file that is anywhere now. */
async function files(of = folder): Promise<string[]> {
  const found = await readdir(of, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(of.length + 1))
    .sort();
}

const GOOD: ZipEntry = { name: 'good.md', content: '# Good' };

describe('S46 an archive that is dropped at the desk', () => {
  const LEFT_OUT: [what: string, entry: ZipEntry, problem: string][] = [
    ['a way out', { name: '../evil.md' }, '../evil.md: has a path that leads elsewhere'],
    [
      'a way out in the middle',
      { name: 'a/../../evil.md' },
      'a/../../evil.md: has a path that leads elsewhere',
    ],
    ['a way out with backslashes', { name: '..\\evil.md' }, '../evil.md: has a path that leads elsewhere'],
    ['an absolute name', { name: '/evil.md' }, '/evil.md: has an absolute path'],
    ['an absolute name of Windows', { name: 'C:\\evil.md' }, 'C:/evil.md: has an absolute path'],
    ['an empty step', { name: 'a//evil.md' }, 'a//evil.md: has a path that leads elsewhere'],
    ['NUL', { name: 'a\0evil.md' }, 'a\ufffdevil.md: has characters in its name that no file may have'],
    [
      'a line feed',
      { name: 'a\nevil.md' },
      'a\ufffdevil.md: has characters in its name that no file may have',
    ],
    ['a link', { name: 'evil.md', content: '/etc/passwd', mode: 0o120777 }, 'evil.md: is a link or a device'],
    ['a device', { name: 'evil.md', mode: 0o020666 }, 'evil.md: is a link or a device'],
    ['a pipe', { name: 'evil.md', mode: 0o010666 }, 'evil.md: is a link or a device'],
    ['the same twice', { name: 'good.md', content: 'evil' }, 'good.md: is there twice; the first one counts'],
    ['a file in a file', { name: 'good.md/evil.md' }, 'good.md/evil.md: is a file and a folder'],
    ['encryption', { name: 'evil.md', flags: 2_049 }, 'evil.md: is encrypted'],
    [
      'an unknown compression',
      { name: 'evil.md', method: 99 },
      'evil.md: is compressed by a method that is not supported',
    ],
    ['a bomb', { name: 'evil.md', content: Buffer.alloc(5_000_000) }, 'evil.md: expands too much'],
    [
      'a bomb that says that it is small',
      { name: 'evil.md', content: Buffer.alloc(5_000_000), size: 100 },
      'evil.md: cannot be unpacked: too many bytes in the stream. expected 100. got at least 16384',
    ],
    [
      'less than it says',
      { name: 'evil.md', content: 'x', size: 100 },
      'evil.md: cannot be unpacked: not enough bytes in the stream. expected 100. got only 1',
    ],
    ['a long name', { name: `${'a'.repeat(256)}.md` }, `${'a'.repeat(256)}.md: has too long a path`],
    ['a deep path', { name: `${'a/'.repeat(30)}b.md` }, `${'a/'.repeat(30)}b.md: has too long a path`],
  ];

  it.each(LEFT_OUT)('lacks %s, which is named', async (_, entry, problem) => {
    expect(await unpack(writeZip([GOOD, entry]))).toEqual([problem]);
    expect(await readFile(join(folder, 'good.md'), 'utf8')).toBe('# Good');
    const evil = (await files(root)).filter((path) => !/archive\.zip$|good\.md$/.test(path));
    expect(evil).toEqual([]);
  });

  const SMALL = { entries: 3, bytes: 100 };
  const numbered = (length: number) => Array.from({ length }, (_, number) => ({ name: `${number}.md` }));
  const [many, endless] = [numbered(4), numbered(20_001)];

  it.each<[what: string, archive: Buffer, limits: ArchiveLimits | undefined, message: string]>([
    ['too many entries', writeZip(many), SMALL, 'The archive has more than 3 files.'],
    ['more entries than any', writeZip(endless), undefined, 'The archive has more than 20000 files.'],
    [
      'a million entries',
      writeZip(many.concat(Array.from({ length: 60_000 }, () => ({ name: 'x' })))),
      undefined,
      'The archive has more than 20000 files.',
    ],
    [
      'too many bytes',
      writeZip([
        { name: 'a.md', content: 'x'.repeat(60) },
        { name: 'b.md', content: 'x'.repeat(60) },
      ]),
      SMALL,
      'The archive has more than 100 bytes when it is unpacked.',
    ],
    ['no archive', Buffer.from('# Good'), undefined, 'The file is no complete ZIP archive'],
    ['nothing', Buffer.alloc(0), undefined, 'The file is no complete ZIP archive'],
    ['half an archive', writeZip([GOOD]).subarray(0, 60), undefined, 'The file is no complete ZIP archive'],
    [
      'a broken directory',
      Buffer.concat([Buffer.alloc(9), writeZip([GOOD]).subarray(0, -30), writeZip([GOOD]).subarray(-22)]),
      undefined,
      'The file is no complete ZIP archive',
    ],
  ])('is refused: %s', async (_, archive, limits, message) => {
    await expect(unpack(archive, limits)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(message),
    });
  });

  it('is not unpacked further after someone has stopped it', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(unpack(writeZip([GOOD]), undefined, stopped)).rejects.toThrow('stopped');
    expect(await files()).toEqual([]);
  });

  it('is unpacked without what programs add to it, and with names of other systems', async () => {
    const entries = [
      'a/b.md',
      'c\\d.md',
      'Å.md',
      '__MACOSX/._a.md',
      '.git/config',
      'a/.DS_Store',
      'Thumbs.db',
    ];
    expect(await unpack(writeZip([...entries.map((name) => ({ name })), { name: 'empty/' }]))).toEqual([]);
    expect(await files()).toEqual(['a/b.md', 'c/d.md', 'Å.md'].sort());
  });

  it('has archives in it that stay as they are', async () => {
    const inner = writeZip([{ name: '../evil.md' }]);
    expect(await unpack(writeZip([GOOD, { name: 'inner.zip', content: inner, method: 0 }]))).toEqual([]);
    expect(await files()).toEqual(['good.md', 'inner.zip']);
  });
});

describe('what an archive is imported as', () => {
  const JSON_FILE = JSON.stringify({ guides: [{ slug: 'a', title: 'A', content_html: '<p>x</p>' }] });
  const WXR = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>A</title><link>https://example.com</link><wp:wxr_version>1.2</wp:wxr_version><item><title>A</title><wp:post_id>1</wp:post_id><wp:post_name>a</wp:post_name><wp:post_type>page</wp:post_type><wp:status>publish</wp:status><content:encoded>&lt;p&gt;x&lt;/p&gt;</content:encoded></item></channel></rss>`;

  it.each<[what: string, files: Record<string, string>, places: string[]]>([
    ['a folder', { 'a.md': '# A', 'b/c.md': '# C' }, ['a.md', 'b/c.md']],
    ['the only folder in it', { 'manual/v2/a.md': '# A', 'manual/v2/b.md': '# B' }, ['a.md', 'b.md']],
    ['an export', { 'guides.json': JSON_FILE, 'guides-files/x.png': 'x' }, ['guides.json: guides[0]']],
    ['a JSON file in its folder', { 'export/guides.json': JSON_FILE }, ['guides.json: guides[0]']],
    ['a folder with JSON beside guides', { 'a.md': '# A', 'package.json': '{}' }, ['a.md']],
    [
      'a file of lines',
      { 'guides.ndjson': '{"slug":"a","title":"A","content_html":"a"}\n' },
      ['guides.ndjson: guides[0]'],
    ],
    ['an export of WordPress', { 'a.xml': WXR, 'uploads/x.png': 'x' }, ['posts/1-a']],
  ])('%s', async (_, entries, places) => {
    await unpack(writeZip(Object.entries(entries).map(([name, content]) => ({ name, content }))));
    const { guides } = await openUnpacked(folder);
    expect(guides.map(({ place }) => place)).toEqual(places);
  });

  it('is nothing if it has no files', async () => {
    await unpack(writeZip([]));
    await expect(openUnpacked(folder)).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('the name of an upload', () => {
  it.each([
    ['manual.zip', 'manual.zip'],
    ['C:\\Users\\eva\\Manual.ZIP', 'Manual.ZIP'],
    ['../../evil.md', 'evil.md'],
    ['/etc/a\u030a.html', 'å.html'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(nameOfUpload(sent)).toBe(kept);
  });

  it.each(['', 'a', 'a.exe', '.md', '..', 'a\0.md', `${'a'.repeat(300)}.md`, 'a.md/'])(
    '%j is refused',
    (sent) => {
      expect(() => nameOfUpload(sent)).toThrow('It must be a ZIP file');
    },
  );
});
