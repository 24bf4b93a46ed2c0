import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readLogo } from '@guidepost/files/images';
import {
  AVIF_TURNED,
  AVIF_WITHOUT_SIZE,
  GIF,
  JPEG,
  png,
  pngOfSize,
  SVG,
  WEBP,
} from '@guidepost/files/testing';
import { type ProgramResult, untilBlocked } from '@guidepost/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { OPERATOR } from '../testing/content.ts';
import { useImportFixture } from '../testing/import-fixture.ts';
import { runKb, startKb } from '../testing/processes.ts';
import { findKnowledgeBase } from './find-knowledge-base.ts';
import { setLogo } from './logo.ts';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

async function fileOf(bytes: Uint8Array, name = 'logo.png'): Promise<string> {
  const path = join(fixture.folder, name);
  await writeFile(path, bytes);
  return path;
}

async function set(bytes: Uint8Array, name?: string) {
  return setLogo(fixture.database, OPERATOR, { host, logo: await readLogo(await fileOf(bytes, name)) });
}

async function now(): Promise<Pick<KnowledgeBase, 'logo' | 'revision'>> {
  const found = await findKnowledgeBase(fixture.database, host);
  return { logo: found?.logo ?? null, revision: found?.revision ?? 0 };
}

async function storedFiles(): Promise<{ path: string; bytes: Buffer }[]> {
  const statement = `
    select f.path, f.bytes from files f join knowledge_bases k on k.id = f.knowledge_base_id
    where k.host = $1 order by f.path`;
  return fixture.database.any(statement, [host]);
}

describe('the logo of a knowledge base', () => {
  it.each([
    ['PNG', png('', 120, 40), /^\/files\/[\w-]{22}\.png$/, 120, 40],
    ['JPEG', JPEG, /^\/files\/[\w-]{22}\.jpg$/, 1, 1],
    ['GIF', GIF, /^\/files\/[\w-]{22}\.gif$/, 1, 1],
    ['WebP', WEBP, /^\/files\/[\w-]{22}\.webp$/, 1, 1],
    ['AVIF', AVIF_TURNED, /^\/files\/[\w-]{22}\.avif$/, 20, 60],
  ])('is %s according to its bytes, not its name', async (_, bytes, address, width, height) => {
    const { revision } = await now();
    const { changed, logo } = await set(bytes, 'logo.svg');
    expect(changed).toBe(true);
    expect(logo).toEqual({ address: expect.stringMatching(address), width, height });
    expect(await now()).toEqual({ logo, revision: revision + 1 });
  });

  it('has up to 1,000,000 bytes and 4,096 pixels on each side', async () => {
    expect((await set(pngOfSize(1_000_000))).changed).toBe(true);
    expect((await set(png('', 4_096, 4_096))).changed).toBe(true);
  });

  it('changes nothing when it is the same', async () => {
    await set(png());
    const before = await now();
    expect(await set(png(), 'copy.png')).toEqual({ changed: false, logo: before.logo });
    expect(await now()).toEqual(before);
  });

  it('is deleted with its file when it is replaced or removed', async () => {
    await set(png('first'));
    await set(png('second'), 'Ny Logga.png');
    expect(await storedFiles()).toEqual([{ path: 'ny-logga.png', bytes: png('second') }]);
    expect(await setLogo(fixture.database, OPERATOR, { host, logo: null })).toEqual({
      changed: true,
      logo: null,
    });
    expect(await storedFiles()).toEqual([]);
    expect(await setLogo(fixture.database, OPERATOR, { host, logo: null })).toEqual({
      changed: false,
      logo: null,
    });
  });

  it('shares its file with the same image in a guide', async () => {
    await fixture.importFiles(host, { 'a.html': '<img src="i/logo.png">', 'i/logo.png': png() });
    const { logo } = await set(png());
    expect((await storedFiles()).map(({ path }) => path)).toEqual(['i/logo.png']);
    await setLogo(fixture.database, OPERATOR, { host, logo: null });
    expect(await storedFiles()).toHaveLength(1);
    expect((await set(png())).logo).toEqual(logo);
  });

  it('is not deleted by an import, even if a guide once showed it', async () => {
    await fixture.importFiles(host, { 'a.html': '<img src="logo.png">', 'logo.png': png() });
    const { logo } = await set(png());
    await fixture.importFiles(host, { 'a.html': '<p>Without</p>' });
    expect((await now()).logo).toEqual(logo);
    expect(await storedFiles()).toHaveLength(1);
  });

  it('has another path than an image with the same name', async () => {
    await fixture.importFiles(host, { 'a.html': '<img src="logo.png">', 'logo.png': png('guide') });
    await set(png('logo'));
    const paths = (await storedFiles()).map(({ path }) => path);
    expect(paths).toEqual([expect.stringMatching(/^logo-[0-9a-f]{12}\.png$/), 'logo.png']);
  });
});

describe('an invalid logo is refused in one line and changes nothing', () => {
  it.each<[string, Uint8Array, string]>([
    ['S7 SVG', SVG, 'is SVG, which can contain scripts; use PNG, JPEG, GIF, WebP or AVIF'],
    [
      'S7 HTML',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'is not a PNG, JPEG, GIF, WebP or AVIF image',
    ],
    ['S7 an image that is also a page', png('<script>alert(1)</script>'), 'is also a file of another type'],
    [
      'S7 an image that is also an archive',
      Buffer.concat([GIF, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]),
      'is also a file of another type',
    ],
    ['half an image', png('a'.repeat(500)).subarray(0, 300), 'is truncated'],
    ['nothing', Buffer.alloc(0), 'is empty'],
    ['a byte more than 1 MB', pngOfSize(1_000_001), 'has 1000001 bytes; a logo may have at most 1000000'],
    [
      'a file over the limit of images',
      pngOfSize(10_000_001),
      'has 10000001 bytes; a logo may have at most 1000000',
    ],
    [
      'an image of too many pixels',
      png('', 1, 4_097),
      'is 1 × 4097 pixels; a logo may have at most 4096 on each side',
    ],
    ['an image without a size', AVIF_WITHOUT_SIZE, 'does not state its size'],
    [
      'S42 an image that claims 60,000 × 60,000',
      png('', 60_000, 60_000),
      'claims 60000 × 60000 pixels, which is too many',
    ],
    ['an image without a width', png('', 0, 1), 'does not state its size'],
  ])('%s', async (_, bytes, reason) => {
    await set(png('kept'));
    const before = await now();
    const message = `${join(fixture.folder, 'logo.png')}: ${reason}`;
    await expect(set(bytes)).rejects.toMatchObject({ kind: 'invalid', message });
    expect(await now()).toEqual(before);
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['a directory', (path) => mkdir(path)],
    ['a pipe without a writer', (path) => promisify(execFile)('mkfifo', [path])],
    ['a device without an end', (path) => symlink('/dev/zero', path)],
  ])('%s', async (name, make) => {
    const path = join(fixture.folder, name);
    await make(path);
    await expect(readLogo(path)).rejects.toMatchObject({
      kind: 'invalid',
      message: `${path}: is not a file`,
    });
  });
});

describe('kb set logo', () => {
  const kb = (...words: string[]): Promise<ProgramResult> => runKb(words, { KB_DATABASE_URL: fixture.url });

  it('prints the path of the logo, and removes it with none', async () => {
    const { stdout } = await kb('set', host, 'logo', await fileOf(png('', 120, 40)), '--json');
    const { logo } = await now();
    expect(JSON.parse(stdout)).toEqual({ host, changed: true, logo });
    expect((await kb('show', host)).stdout).toContain(`\nLogo          ${logo?.address}, 120 × 40 pixels\n`);
    expect((await kb('set', host, 'logo', 'none')).stdout).toBe(`Changed ${host}.\n`);
    expect((await kb('show', host)).stdout).toContain('\nLogo          none\n');
  });

  it.each([
    ['an unknown host', 'unknown.example', 'logo.png', 'There is no knowledge base unknown.example.'],
    ['a missing file', undefined, 'nowhere.png', '<file>: there is no such file'],
    ['a file below a file', undefined, 'logo.png/logo.png', '<file>: cannot be read (ENOTDIR)'],
  ])('exits with code 1 and one line for %s', async (_, other, name, message) => {
    await fileOf(png());
    const file = join(fixture.folder, name);
    const stderr = `${message.replace('<file>', file)}\n`;
    const { ended } = startKb(['set', other ?? host, 'logo', file], { KB_DATABASE_URL: fixture.url });
    expect(await ended).toEqual({ code: 1, stdout: '', stderr });
  });

  it('leaves one logo and one file when processes run at once', async () => {
    const files = await Promise.all(['a', 'b'].map((name) => fileOf(png(name), `at-once-${name}.png`)));
    const values = [...files.map((file) => ['logo', file]), ['accent-color', '#0a7d5c']];
    const { started } = await fixture.database.tx(async (transaction) => {
      await transaction.any('select from knowledge_bases where host = $1 for update', [host]);
      const processes = values.map(
        (words) => startKb(['set', host, ...words], { KB_DATABASE_URL: fixture.url }).ended,
      );
      await untilBlocked(fixture.database, values.length);
      return { started: processes };
    });
    const changed = { code: 0, stdout: `Changed ${host}.\n`, stderr: '' };
    expect(await Promise.all(started)).toEqual(values.map(() => changed));
    const found = await findKnowledgeBase(fixture.database, host);
    expect(found).toMatchObject({ accent_color: '#0a7d5c', logo: { width: 1, height: 1 } });
    expect((await storedFiles()).map(({ path }) => path)).toEqual([
      expect.stringMatching(/^at-once-[ab]\.png$/),
    ]);
  });
});
