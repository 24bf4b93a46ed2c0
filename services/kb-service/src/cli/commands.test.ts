import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listCommands, type ProgramResult } from '@guidepost/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useImportFixture, writeFiles } from '../testing/import-fixture.ts';
import { runKb, startKb } from '../testing/processes.ts';
import { createKbProgram } from './command-line.ts';

const COMMANDS = listCommands(await createKbProgram().loadAll());

const HOST = 'help.example.com';
const GUIDE = { title: 'A', content_html: '<p>a</p>', categories: [], tags: [] };

const fixture = useImportFixture();
let environment: Record<string, string>;

beforeAll(async () => {
  environment = { KB_DATABASE_URL: fixture.url };
  await fixture.create(HOST);
  await fixture.importJson(HOST, { guides: ['a', 'b'].map((slug) => ({ ...GUIDE, slug })) });
});

const kb = (...words: string[]): Promise<ProgramResult> => runKb(words, environment);

async function answerOf(...words: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await kb(...words, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const create = (host: string) => ['create', host, '--name', 'New', '--organization', 'Example Ltd'];

describe('kb create, show, set and delete', () => {
  it('cover the life of a knowledge base', async () => {
    const host = 'new.example.com:8080';
    expect(await answerOf(...create('New.Example.COM:8080'))).toEqual({
      host,
      name: 'New',
      organization_name: 'Example Ltd',
      language: 'en',
      access: 'public',
      contact: false,
      accent_color: '#2456c8',
      forum: '',
      logo: null,
    });
    expect(await answerOf('set', host, 'access', 'key')).toMatchObject({
      host,
      changed: true,
      access: 'key',
    });
    expect(await answerOf('set', host, 'access', 'key')).toMatchObject({ changed: false });
    expect(await answerOf('set', host, 'organization', 'Åland Ltd')).toMatchObject({ changed: true });
    expect(await answerOf('set', host, 'accent-color', '0A7D5C')).toEqual({
      host,
      changed: true,
      accent_color: '#0a7d5c',
    });
    expect(await answerOf('set', host, 'language', 'sv')).toMatchObject({ changed: true });
    expect(await answerOf('set', host, 'name', 'Hjälp')).toMatchObject({ changed: true });
    expect(await answerOf('show', host)).toMatchObject({
      host,
      name: 'Hjälp',
      organization_name: 'Åland Ltd',
      language: 'sv',
      access: 'key',
      accent_color: '#0a7d5c',
      logo: null,
      guides: 0,
    });
    expect(await answerOf('delete', host, '--yes')).toEqual({ host, deleted: true });
    expect(await kb('show', host)).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no knowledge base ${host}.\n`,
    });
  });

  it('has the host that browsers send', async () => {
    expect(await answerOf(...create('Usual.example.com:443'))).toMatchObject({ host: 'usual.example.com' });
    expect(await answerOf('delete', 'usual.example.com', '--yes')).toMatchObject({ deleted: true });
    expect(await kb(...create('a..b'))).toMatchObject({ code: 2 });
  });

  it('deletes the content of a knowledge base and nothing else', async () => {
    const host = 'full.example.com';
    await kb(...create(host));
    await fixture.importJson(host, {
      categories: [
        { slug: 'a', name: 'A' },
        { slug: 'b', name: 'B', parent: 'a' },
      ],
      tags: [{ slug: 't', name: 'T' }],
      guides: [{ ...GUIDE, slug: 'g', categories: ['b'], tags: ['t'] }],
    });
    expect((await kb('delete', host, '--yes')).code).toBe(0);
    expect(await answerOf('show', HOST)).toMatchObject({ guides: 2 });
    expect(
      await fixture.database.one('select count(*) from knowledge_bases where host = $1', [host]),
    ).toEqual({
      count: 0,
    });
  });

  it('notifies other instances', async () => {
    const heard: string[] = [];
    const connection = await fixture.database.connect({ direct: true });
    connection.client.on('notification', ({ payload }: { payload?: string }) => heard.push(payload ?? ''));
    await connection.none('listen guidepost');
    for (const words of [create('heard.example.com'), ['delete', 'heard.example.com', '--yes']])
      await kb(...words);
    await connection.one('select 1');
    await connection.done(true);
    expect(heard).toEqual([expect.stringMatching(/^kb:\d+:2$/), expect.stringMatching(/^kb:\d+:3$/)]);
  });
});

describe('kb list', () => {
  it('prints an aligned table', async () => {
    const { stdout } = await kb('list');
    const [heading = '', ...rows] = stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^HOST +NAME +ACCESS +LANGUAGE +GUIDES$/);
    expect(rows.map((row) => row.slice(heading.indexOf('GUIDES')))).toContain('2/2');
  });

  it('prints one JSON document with --json', async () => {
    expect(await answerOf('list')).toContainEqual(expect.objectContaining({ host: HOST, guides: 2 }));
  });

  it('exits silently when its reader closes the pipe', async () => {
    const { child, ended } = startKb(['list'], environment);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('kb publish and unpublish', () => {
  it('report how many guides changed', async () => {
    expect(await answerOf('unpublish', HOST, 'a', 'b')).toEqual({ host: HOST, changed: ['a', 'b'] });
    expect(await answerOf('publish', HOST, 'a')).toEqual({ host: HOST, changed: ['a'] });
    expect((await kb('publish', HOST, 'a', 'b')).stdout).toBe('Published 1 of 2 guides.\n');
  });

  it('change nothing and name unknown slugs', async () => {
    expect(await kb('unpublish', HOST, 'a', 'x', 'b', 'y')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no guide x, y. Nothing was changed.\n',
    });
    expect(await answerOf('show', HOST)).toMatchObject({ published_guides: 2 });
  });
});

describe('kb guide delete, restore and purge', () => {
  const host = 'fewer.example.com';

  it('delete guides, list them, bring them back, and delete them permanently', async () => {
    await fixture.create(host);
    await fixture.importJson(host, { guides: ['a', 'b', 'c'].map((slug) => ({ ...GUIDE, slug })) });
    expect(await answerOf('guide', 'delete', host, 'a', 'b', '--yes')).toEqual({ host, deleted: ['a', 'b'] });
    expect(await kb('guide', 'delete', host, 'c')).toEqual({
      code: 0,
      stdout: 'Deleted c. kb guide restore brings them back.\n',
      stderr: '',
    });
    expect(await answerOf('show', host)).toMatchObject({ guides: 0 });
    const other = { slug: expect.stringMatching(/^[ab]$/) };
    expect(await answerOf('guide', 'list', host, '--deleted')).toMatchObject([
      {
        id: expect.any(Number),
        slug: 'c',
        title: GUIDE.title,
        published: true,
        deleted_by: expect.any(String),
        deleted_at: expect.any(String),
        expires_at: expect.any(String),
      },
      other,
      other,
    ]);
    expect((await kb('guide', 'list', host, '--deleted')).stdout).toContain('UNTIL (UTC)');
    await fixture.importJson(host, { guides: [{ ...GUIDE, slug: 'b' }] }, { overwrite: true });
    expect((await kb('guide', 'restore', host, 'a', 'b')).stdout).toBe(
      'Restored a.\nRestored b as b-2, since another guide is called b now.\n',
    );
    expect(await kb('guide', 'purge', host, 'c')).toMatchObject({ code: 2 });
    expect((await kb('guide', 'purge', host, 'c', '--yes')).stdout).toBe(
      'Permanently deleted c and 0 files.\n',
    );
    expect((await kb('guide', 'list', host, '--deleted')).stdout).toBe('There are no deleted guides.\n');
  });

  it.each([
    ['delete', [], 'There is no guide x. Nothing was changed.\n'],
    ['restore', [], 'There is no deleted guide a, x. Nothing was changed.\n'],
    ['purge', ['--yes'], 'There is no deleted guide a, x. Nothing was changed.\n'],
  ])('%s nothing and name unknown slugs', async (command, options, stderr) => {
    expect(await kb('guide', command, HOST, 'a', 'x', ...options)).toEqual({ code: 1, stdout: '', stderr });
    expect(await answerOf('show', HOST)).toMatchObject({ guides: 2 });
  });
});

describe('kb rename and guide show', () => {
  const host = 'renamed.example.com';

  beforeEach(async () => {
    await fixture.create(host);
    await fixture.importJson(host, {
      categories: [{ slug: 'start', name: 'Start' }],
      tags: [{ slug: 'new', name: 'New' }],
      guides: [
        { ...GUIDE, slug: 'a', categories: ['start'], tags: ['new'] },
        { ...GUIDE, slug: 'b', title: 'Å', published: false },
      ],
    });
  });

  afterEach(() => kb('delete', host, '--yes'));

  it('change the slug and show the former ones', async () => {
    expect(await answerOf('rename', host, 'a', 'a-2')).toEqual({
      host,
      slug: 'a-2',
      former_slug: 'a',
      changed: true,
    });
    expect((await kb('rename', host, 'a-2', 'a-3')).stdout).toBe('Renamed a-2 to a-3.\n');
    expect(await answerOf('guide', 'show', host, 'a-3')).toMatchObject({
      slug: 'a-3',
      title: 'A',
      published: true,
      categories: ['start'],
      tags: ['new'],
      former_slugs: ['a-2', 'a'],
    });
  });

  it('restore a former slug', async () => {
    await kb('rename', host, 'b', 'b-2');
    await kb('rename', host, 'b-2', 'b');
    expect(await answerOf('guide', 'show', host, 'b')).toMatchObject({ former_slugs: ['b-2'] });
    expect((await kb('rename', host, 'b', 'b')).stdout).toBe('b already has this slug.\n');
  });

  it.each([
    ['a slug in use', 'b', 'a-2', 'A guide a-2 already exists.\n'],
    ['an unknown guide', 'c', 'd', 'There is no guide c.\n'],
    ['a former slug', 'a', 'd', 'There is no guide a; it has been renamed to a-2.\n'],
  ])('refuse %s', async (_, slug, newSlug, stderr) => {
    await kb('rename', host, 'a', 'a-2');
    expect(await kb('rename', host, slug, newSlug)).toEqual({ code: 1, stdout: '', stderr });
  });

  it('report an invalid slug as invalid usage', async () => {
    const { code, stderr } = await kb('rename', host, 'a', 'Not A Slug');
    expect([code, stderr]).toEqual([2, expect.stringContaining("'Not A Slug' is invalid")]);
  });

  it('show the content only with --content', async () => {
    expect(await answerOf('guide', 'show', host, 'b')).not.toHaveProperty('content_html');
    expect(await answerOf('guide', 'show', host, 'b', '--content')).toMatchObject({
      content_html: '<p>a</p>',
    });
    expect((await kb('guide', 'show', host, 'b', '--content')).stdout).toMatch(
      /^Slug {10}b\n(.*\n)+\n<p>a<\/p>\n$/,
    );
    expect((await kb('guide', 'show', host, 'nothing')).stderr).toBe('There is no guide nothing.\n');
  });
});

describe('kb guide list', () => {
  const host = 'listed.example.com';
  const slugsOf = async (...words: string[]) =>
    ((await answerOf('guide', 'list', host, ...words)) as { slug: string }[]).map(({ slug }) => slug);

  beforeAll(async () => {
    await fixture.create(host);
    await fixture.importJson(host, {
      categories: [{ slug: 'start', name: 'Start' }],
      tags: [{ slug: 'new', name: 'New' }],
      guides: [
        { ...GUIDE, slug: 'b', title: 'B', tags: ['new'] },
        { ...GUIDE, slug: 'a', published: false, categories: ['start'], tags: ['new'] },
        { ...GUIDE, slug: 'c', categories: ['start'] },
      ],
    });
  });

  it.each([
    [[], ['a', 'b', 'c']],
    [['--unpublished'], ['a']],
    [
      ['--category', 'start'],
      ['a', 'c'],
    ],
    [
      ['--tag', 'new'],
      ['a', 'b'],
    ],
    [['--tag', 'new', '--category', 'start'], ['a']],
    [['--tag', 'new', '--category', 'start', '--unpublished'], ['a']],
  ])('%j', async (words, expected) => {
    expect(await slugsOf(...words)).toEqual(expected);
  });

  it('prints an aligned table', async () => {
    const [heading, first] = (await kb('guide', 'list', host)).stdout.split('\n');
    expect(heading).toMatch(/^SLUG {2}TITLE {2}PUBLISHED {2}UPDATED$/);
    expect(first).toMatch(/^a {5}A {6}no {9}\d{4}-\d\d-\d\dT/);
  });

  it.each([
    [['--category', 'nothing'], 'There is no category nothing.\n'],
    [['--tag', 'nothing'], 'There is no tag nothing.\n'],
  ])('names an unknown category or tag: %j', async (words, stderr) => {
    expect(await kb('guide', 'list', host, ...words)).toEqual({ code: 1, stdout: '', stderr });
  });
});

describe('kb migrate', () => {
  it('says that the schema is up to date', async () => {
    expect(await kb('migrate')).toMatchObject({ code: 0, stdout: 'The schema is up to date.\n' });
  });
});

describe('kb import', () => {
  it('prints a summary', async () => {
    await kb(...create('manual.example.com'));
    const manual = join(fixture.folder, 'printed');
    await writeFiles(manual, {
      'a/b.html':
        '<h1 id="b">B</h1><p onclick="1">b<a href="c.html">c</a><a href="#d">d</a><a href="#b">b</a></p>' +
        '<iframe src="https://www.loom.com/embed/abc"></iframe><video src="b.mp4"></video>',
      'd.css': '',
    });
    const dry = await kb('import', 'manual.example.com', manual, '--dry-run');
    expect(dry.stdout).toMatch(/^Dry run for manual\.example\.com in [\d.]+ s\. Nothing was changed\. /);
    const { code, stdout, stderr } = await kb('import', 'manual.example.com', manual);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/in [\d.]+ s/, 'in 1 s')).toBe(
      [
        'Imported into manual.example.com in 1 s:',
        '  guides      1 created, 0 updated, 0 unchanged',
        '  categories  1 created, 0 updated',
        '  tags        0 created, 0 updated',
        '  files       0 created, 0 deleted',
        'Removed elements: iframe 1, video 1',
        '  a/b.html: iframe 1, video 1',
        'Removed attributes: onclick 1',
        'Removed links: relative 1',
        'Removed addresses: 1',
        '  a/b.html: video b.mp4',
        'Films and frames, now links: 1',
        '  a/b.html: https://www.loom.com/embed/abc',
        'Links that lead nowhere: 2',
        '  a/b.html: c.html',
        '  a/b.html: #d',
        'Neither guides nor images, imported only if a guide links to them: 1',
        '',
      ].join('\n'),
    );
  });

  it('names what it leaves out, and exits with code 1', async () => {
    const manual = join(fixture.folder, 'partly');
    const bad = Object.fromEntries(
      Array.from({ length: 53 }, (_, i) => [`bad-${i + 1}.md`, '---\ntitle: []\n---\nx']),
    );
    await writeFiles(manual, { 'a.md': 'a', 'empty.md': '', ...bad });
    const { code, stdout, stderr } = await kb('import', HOST, manual, '--dry-run');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '53 files or guides were not imported.\n' });
    const lines = stdout.split('\n');
    const start = lines.indexOf('Not imported: 53');
    expect(lines.slice(start + 1, start + 3)).toEqual([
      '  bad-1.md: line 2: title must be text',
      '  bad-2.md: line 2: title must be text',
    ]);
    expect(lines.slice(start + 50, start + 54)).toEqual([
      '  bad-50.md: line 2: title must be text',
      '  … and 3 more (--json lists all)',
      'Not imported, since they have no content: 1',
      '  empty.md',
    ]);
    const strict = await kb('import', HOST, manual, '--strict');
    expect(strict).toMatchObject({ code: 1, stdout: '' });
    expect(strict.stderr).toMatch(/\n… and 4 more\nNothing was changed\.\n$/);
  });

  it('prints one JSON document with --json', async () => {
    const path = join(fixture.folder, 'one.json');
    await writeFile(path, JSON.stringify({ categories: [], tags: [], guides: [{ ...GUIDE, slug: 'c' }] }));
    expect(await answerOf('import', HOST, path, '--dry-run')).toEqual({
      host: HOST,
      dry_run: true,
      guides: { created: 1, updated: 0, unchanged: 0 },
      properties: 0,
      renamed: [],
      moved: [],
      edited: [],
      gone: ['a', 'b'],
      categories: { created: 0, updated: 0 },
      tags: { created: 0, updated: 0 },
      images: { created: 0, deleted: 0 },
      removed: { elements: {}, attributes: {}, links: {} },
      removed_in: {},
      removed_addresses: [],
      linked: [],
      broken_links: [],
      imagesElsewhere: [],
      images_left_out: [],
      kept_as_typed: {},
      notation_left_out: {},
      unknown_keys: {},
      ignored_files: 0,
      left_out: [],
      empty: [],
      deleted_here: [],
      not_public: [],
      restricted: [],
      still_public: [],
      stay_unpublished: [],
      addresses: { created: 0, updated: 0 },
      remarks: [],
      seconds: expect.any(Number),
    });
  });
});

describe('a failure exits with code 1 and one line', () => {
  const missing = '/nowhere/guides.json';
  it.each([
    ['a host that is taken', create(HOST), `A knowledge base ${HOST} already exists.`],
    [
      'an unknown host',
      ['set', 'unknown.example', 'name', 'x'],
      'There is no knowledge base unknown.example.',
    ],
    ['a missing file', ['import', HOST, missing], `${missing}: there is no such file. Nothing was changed.`],
  ])('%s', async (_, words, message) => {
    expect(await startKb(words, environment).ended).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
  });

  it.each([
    ['an invalid URL', 'localhost/kb', /^KB_DATABASE_URL is not valid/],
    [
      'an unreachable server',
      'postgres://localhost:1/kb',
      /^The database cannot be reached at the moment\.\n$/,
    ],
    ['an unreachable server with a password', 'postgres://kb:secret@localhost:1/kb', /^The database cannot/],
  ])('%s', async (_, url, message) => {
    const { code, stdout, stderr } = await startKb(['list'], { KB_DATABASE_URL: url }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});

describe('invalid usage', () => {
  it('exits with code 2', async () => {
    const { code, stdout, stderr } = await kb('delete', HOST);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe("error: required option '--yes' not specified\n");
  });
});

describe('arguments', () => {
  it.each([
    ['no command', [], 'Usage: kb'],
    ['an unknown command', ['crate'], "error: unknown command 'crate'"],
    ['an unknown option', ['list', '--jsn'], "error: unknown option '--jsn'"],
    ['a missing argument', ['show'], "error: missing required argument 'host'"],
    ['an extra argument', ['show', HOST, 'x'], 'error: too many arguments'],
    ['a missing option', ['create', HOST, '--name', 'x'], "error: required option '--organization <name>'"],
    ['a bad host', ['show', 'help_example'], "error: command-argument value 'help_example' is invalid"],
    ['a name with a line break (S24)', [...create(HOST), '--name', 'a\r\nb'], "error: option '--name"],
    ['a bad access mode', ['set', HOST, 'access', 'open'], "error: value 'open' is invalid for access"],
    ['a bad colour', ['set', HOST, 'accent-color', 'red'], "error: value 'red' is invalid for accent-color"],
    ['a bad language', ['set', HOST, 'language', 'swe'], "error: value 'swe' is invalid for language"],
    ['an unknown property', ['set', HOST, 'constructor', 'x'], "value 'constructor' is invalid"],
    ['a permanent deletion without --yes', ['guide', 'purge', HOST, 'a'], "error: required option '--yes'"],
    ['no slug', ['publish', HOST], "error: missing required argument 'slugs'"],
  ])('are refused with exit code 2: %s', async (_, words, message) => {
    expect(await kb(...words)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  it.each(COMMANDS)('are explained with an example by kb %s --help', async (command) => {
    const { code, stdout } = await kb(...command.split(' '), '--help');
    expect(code).toBe(0);
    expect(stdout).toContain(`$ kb ${command}`);
    expect(stdout).toContain('--json');
  });

  it.each(['create', 'set'])('kb %s --help says who can load images', async (command) => {
    expect(await kb(command, '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('without a key'),
    });
  });

  it('kb --help lists every command', async () => {
    const { code, stdout } = await kb('--help');
    expect(code).toBe(0);
    for (const command of (await createKbProgram().loadAll()).commands)
      expect(stdout).toMatch(new RegExp(`^ {2}${command.name()} `, 'm'));
  });
});
