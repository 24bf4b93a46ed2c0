import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { replaceExport } from '@guidepost/command-line';
import { readLogo } from '@guidepost/files/images';
import { GIF, JPEG, png } from '@guidepost/files/testing';
import { untilBlocked } from '@guidepost/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { addAddress } from '../../addresses/change-addresses.ts';
import { findKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { setLogo } from '../../tenants/logo.ts';
import { OPERATOR } from '../../testing/content.ts';
import { useImportFixture } from '../../testing/import-fixture.ts';
import { runKb, startKb } from '../../testing/processes.ts';
import { importKnowledgeBase } from '../import/import-knowledge-base.ts';
import { openImportSource } from '../import/open-import-source.ts';
import { exportToFile } from './export-knowledge-base.ts';

const fixture = useImportFixture();
let folder: string;
let host: string;

beforeEach(async () => {
  folder = await mkdtemp(join(fixture.folder, 'export-'));
  host = await fixture.createNew();
});

const { signal } = new AbortController();

async function exportTo(name: string, from = host): Promise<string> {
  const file = join(folder, name);
  await exportToFile(fixture.database, { host: from, file, force: false, signal });
  return file;
}

async function importFrom(path: string, into: string) {
  return importKnowledgeBase(fixture.database, OPERATOR, {
    host: into,
    source: await openImportSource(path),
    signal,
  });
}

/** Digests of an export and the files beside it, by path after the name of the export. */
async function digestsOf(file: string): Promise<Record<string, string>> {
  const images = file.replace(/\.json$/, '-files');
  const names = existsSync(images) ? await readdir(images, { recursive: true, withFileTypes: true }) : [];
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digests: Record<string, string> = {};
  for (const path of [file, ...paths.sort()]) {
    const bytes = await readFile(path);
    const name = path === file ? 'document' : path.slice(images.length + 1);
    digests[name] = createHash('sha256').update(bytes).digest('hex');
  }
  return digests;
}

/** Writes one of everything that an import or a person can create. */
async function fill(): Promise<void> {
  await fixture.importFiles(host, {
    'index.html': '<h1>Å &amp; "B"</h1><p><img src="i/Bild Å.png"> <img src="https://a.example/b.png"></p>',
    'later.html': '<h1>Later</h1>',
    'install/linux.md':
      '---\ntags: [C++, Återställ]\nposition: 12\n---\n![x](../i/Bild%20Å.png) ![y](y.jpeg) `<img src="/files/`',
    'install/y.jpeg': JPEG,
    'install/mac/category.yaml': 'name: macOS\nposition: 8\ndescription: Apples & more',
    'install/mac/two.md': '---\nposition: 0\ncategories: [install, Install mac]\n---\nx',
    'install/mac/one.md': '# One\n\n[linux](../linux.md#linux)',
    'i/Bild Å.png': png('å', 7, 5),
    'twice.md': '![z](z@2x.png)',
    'z@2x.png': png('z', 80, 60),
  });
  await fixture.importJson(host, {
    knowledge_base: {
      name: 'Hjälp',
      language: 'sv',
      accent_color: '#0a7d5c',
      look: { notice: 'Stängt', css: 'h1 { color: red }', header_links: 'Butik https://a.example' },
      widget_rules: '/kassa/* new tag:unused\n*/hjälp draft',
    },
    categories: [
      { slug: 'install', name: 'Installation', multiple_guides_name: 'Installationer', position: 5 },
      { slug: 'above', name: 'Above', position: 5, icon: 'book' },
      { slug: 'install-mac', name: 'Mac', parent: 'above', position: 0 },
    ],
    tags: [{ slug: 'unused', name: 'Unused' }],
    synonyms: [['logga in', 'inloggning']],
    everyday_synonyms: false,
    guides: [
      {
        slug: 'new',
        title: 'New',
        content_html: '<p>\u2028\u{1f600}</p>',
        categories: ['install'],
        tags: [],
      },
      {
        slug: 'draft',
        title: 'Draft',
        content_html: '<p>x</p>',
        categories: [{ slug: 'install', position: 1 }, 'above'],
        tags: ['unused'],
        published: false,
      },
    ],
  });
  // Two categories with the same name, and a guide that is missing from the source.
  await fixture.importFiles(host, {
    'index.html': '<h1>C</h1><img src="i/bild-a.png">',
    'i/bild-a.png': png('c'),
  });
  const logo = join(folder, 'Bild A.png');
  await writeFile(logo, png('', 120, 40));
  await setLogo(fixture.database, OPERATOR, { host, logo: await readLogo(logo) });
  await rm(logo);
}

const BEYOND_GUIDES = {
  categories: [{ slug: 'a', name: 'A', external: 'zendesk:section:7' }],
  guides: [
    { slug: 'g', title: 'G', content_html: '<p>g</p>', former: ['f', 'e'], external: 'zendesk:article:12' },
    { slug: 'h', title: 'H', content_html: '<img src="a.png">', categories: ['a'] },
  ],
  addresses: [
    { address: '/hc/en-us/articles/12-G', to: '/guides/g#part' },
    { address: '/old/file', to: 'file:a.png' },
    { address: '/old/section', to: '/categories/a' },
    { address: '/status', to: 'https://status.example.com/' },
    { address: 'zendesk:home:', to: '/' },
  ],
};

async function stateOf(of: string): Promise<unknown> {
  const tables = ['guides', 'categories', 'tags', 'guide_categories', 'guide_tags', 'files', 'guide_files'];
  const { id, revision } = await fixture.database.one(
    'select id, revision from knowledge_bases where host = $1',
    [of],
  );
  const rows = await Promise.all(
    tables.map((table) =>
      fixture.database.any(
        `select to_jsonb(t) - 'source_hash' - 'file_hash' as row from ${table} t where knowledge_base_id = $1 order by 1`,
        [id],
      ),
    ),
  );
  return { revision, rows };
}

const DATES = { created_at: '2020-01-02T03:04:05Z', updated_at: '2021-01-02T04:04:05.678+01:00' };

describe('kb export', () => {
  it('writes a document for imports, with one line per guide', async () => {
    await fixture.importJson(host, {
      categories: [
        { slug: 'a', name: 'A' },
        { slug: 'b', name: 'B', parent: 'a' },
      ],
      tags: [{ slug: 't', name: 'T' }],
      guides: [
        {
          slug: 'g',
          title: 'G',
          content_html: '<p>g</p>',
          categories: ['b', 'a'],
          tags: ['t'],
          votes: { up: 8, down: 2 },
          ...DATES,
        },
        {
          ...DATES,
          slug: 'h',
          title: 'H',
          content_html: '<p>h</p>',
          categories: [{ slug: 'b', position: 9 }],
          tags: [],
          published: false,
        },
      ],
    });
    expect(await readFile(await exportTo('guides.json'), 'utf8')).toBe(
      [
        '{',
        '"knowledge_base": {"name":"Help","organization_name":"Example Ltd","language":"en","accent_color":"#2456c8"},',
        '"categories": [',
        '{"slug":"a","name":"A","multiple_guides_name":"A","position":1},',
        '{"slug":"b","name":"B","multiple_guides_name":"B","parent":"a","position":2}',
        '],',
        '"tags": [',
        '{"slug":"t","name":"T"}',
        '],',
        '"guides": [',
        '{"slug":"g","title":"G","content_html":"<p>g</p>","categories":["a","b"],"tags":["t"],"published":true,"votes":{"up":8,"down":2},"created_at":"2020-01-02T03:04:05.000Z","updated_at":"2021-01-02T03:04:05.678Z"},',
        '{"slug":"h","title":"H","content_html":"<p>h</p>","categories":[{"slug":"b","position":9}],"tags":[],"published":false,"created_at":"2020-01-02T03:04:05.000Z","updated_at":"2021-01-02T03:04:05.678Z"}',
        ']',
        '}',
        '',
      ].join('\n'),
    );
    expect(await readdir(folder)).toEqual(['guides.json']);
  });

  it('writes dates and votes, which an import keeps for guides without votes', async () => {
    const guide = { slug: 'g', title: 'G', content_html: '<p>g</p>', votes: { up: 8, down: 2 }, ...DATES };
    await fixture.importJson(host, {
      guides: [guide, { ...guide, slug: 'h', votes: 'many', created_at: 'soon' }],
    });
    const file = await exportTo('guides.json');
    const other = await fixture.createNew();
    await importFrom(file, other);
    await importFrom(file, other);
    const rows = await fixture.database.any(
      `select g.slug, g.updated_at, v.upvotes, v.downvotes from guides g
        left join guide_vote_counts v on v.knowledge_base_id = g.knowledge_base_id and v.guide_id = g.id
        where g.knowledge_base_id = (select id from knowledge_bases where host = $1) order by g.slug`,
      [other],
    );
    const updated_at = new Date(DATES.updated_at);
    expect(rows).toEqual([
      { slug: 'g', updated_at, upvotes: 8, downvotes: 2 },
      { slug: 'h', updated_at, upvotes: null, downvotes: null },
    ]);
  });

  it('writes an empty knowledge base', async () => {
    const file = await exportTo('empty.json');
    const { guides, categories, tags } = JSON.parse(await readFile(file, 'utf8'));
    expect([guides, categories, tags]).toEqual([[], [], []]);
    await importFrom(file, await fixture.createNew());
  });

  it('writes old addresses, former slugs and what guides were elsewhere, which an import takes over', async () => {
    await mkdir(join(fixture.folder, 'guides-files'), { recursive: true });
    await writeFile(join(fixture.folder, 'guides-files', 'a.png'), png('a', 7, 5));
    const { addresses, remarks } = await fixture.importJson(host, BEYOND_GUIDES);
    expect([addresses, remarks]).toEqual([{ created: 7, updated: 0 }, []]);
    const file = await exportTo('guides.json');
    const { categories, guides, addresses: listed } = JSON.parse(await readFile(file, 'utf8'));
    expect(categories[0].external).toBe('zendesk:section:7');
    expect(guides[0]).toMatchObject({ former: ['e', 'f'], external: 'zendesk:article:12' });
    expect(listed).toEqual([
      { address: '/old/file', to: 'file:a.png' },
      { address: '/old/section', to: '/categories/a' },
      { address: '/status', to: 'https://status.example.com/' },
      { address: 'zendesk:article:12', to: '/guides/g#part' },
      { address: 'zendesk:home:', to: '/' },
    ]);
    const elsewhere = await fixture.createNew();
    await importFrom(file, elsewhere);
    expect(await readFile(await exportTo('again.json', elsewhere), 'utf8')).toBe(
      await readFile(file, 'utf8'),
    );
    const second = await importFrom(file, elsewhere);
    expect([second.addresses, second.guides.updated]).toEqual([{ created: 0, updated: 0 }, 0]);
  });

  it('an import leaves addresses that were made here, and names those that lead nowhere', async () => {
    await fixture.importJson(host, { guides: [{ slug: 'g', title: 'G', content_html: '<p>g</p>' }] });
    await addAddress(fixture.database, OPERATOR, { host, address: '/old', to: '/search' });
    const { addresses, remarks } = await fixture.importJson(host, {
      guides: [{ slug: 'g', title: 'G', content_html: '<p>g</p>' }],
      addresses: [
        { address: '/old', to: '/guides/g' },
        { address: '/other', to: '/guides/nothing' },
        { address: '/guides/g', to: '/' },
      ],
    });
    expect(addresses).toEqual({ created: 0, updated: 0 });
    expect(remarks).toEqual([
      'guides.json: addresses[0]: the address /old does not lead to /guides/g: It leads elsewhere already.',
      'guides.json: addresses[1]: the address /other does not lead to /guides/nothing: Nothing is at /guides/nothing.',
      'guides.json: addresses[2]: the address /guides/g does not lead to /: Readers see a page at this address.',
    ]);
  });

  it('writes images to a folder beside the file', async () => {
    await fixture.importFiles(host, { 'a.html': '<img src="i/Ä.GIF">', 'i/Ä.GIF': GIF });
    const { guides } = JSON.parse(await readFile(await exportTo('a.json'), 'utf8'));
    expect(guides[0].content_html).toBe('<img src="i/a.gif" width="1" height="1" />');
    expect(await readFile(join(folder, 'a-files/i/a.gif'))).toEqual(GIF);
  });

  it('survives a round trip, images included', async () => {
    await fill();
    const first = await exportTo('first.json');
    const other = await fixture.createNew();
    const summary = await importFrom(first, other);
    expect(summary.findings.imagesLeftOut).toEqual([]);
    const second = await exportTo('second.json', other);
    const digests = await digestsOf(first);
    expect(Object.keys(digests)).toEqual([
      'document',
      'bild-a.png',
      expect.stringMatching(/^i\/bild-a-[0-9a-f]{12}\.png$/),
      'i/bild-a.png',
      'install/y.jpg',
      'z-2x.png',
    ]);
    expect(await digestsOf(second)).toEqual(digests);
    expect(await findKnowledgeBase(fixture.database, other)).toMatchObject({
      accent_color: '#0a7d5c',
      logo: { width: 120, height: 40 },
    });
  });

  it('changes nothing when it is imported into its source', async () => {
    await fill();
    const file = await exportTo('guides.json');
    const before = await stateOf(host);
    expect(await importFrom(file, host)).toMatchObject({
      guides: { created: 0, updated: 0, unchanged: 8 },
      categories: { created: 0, updated: 0 },
      tags: { created: 0, updated: 0 },
      images: { created: 0, deleted: 0 },
      gone: [],
    });
    expect(await stateOf(host)).toEqual(before);
  });

  it('is a consistent snapshot', async () => {
    const guides = Array.from({ length: 500 }, (_, index) => ({
      slug: `g-${index}`,
      title: 'old',
      content_html: '<p>x</p>',
      categories: [],
      tags: [],
    }));
    await fixture.importJson(host, { guides });
    const file = join(folder, 'guides.json');
    let changing: Promise<unknown> | undefined;
    const onGuide = () => {
      changing ??= fixture.database.none(`update guides set title = 'new' where slug = 'g-499'`);
    };
    await exportToFile(fixture.database, { host, file, force: false, signal, onStart: () => onGuide });
    await changing;
    const titles = new Set(
      JSON.parse(await readFile(file, 'utf8')).guides.map(({ title }: { title: string }) => title),
    );
    expect([...titles]).toEqual(['old']);
  });
});

describe('kb export is atomic', () => {
  it('keeps existing files and folders without --force', async () => {
    await fixture.importFiles(host, { 'a.html': '<img src="a.png">', 'a.png': png('new') });
    await writeFile(join(folder, 'one.json'), 'old');
    await mkdir(join(folder, 'two-files'));
    await writeFile(join(folder, 'two-files/a.png'), 'old');
    await writeFile(join(folder, 'two-files/b.png'), 'old');
    await expect(exportTo('one.json')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('one.json already exists; use --force'),
    });
    await expect(exportTo('two.json')).rejects.toThrow('two-files already exists');
    expect((await readdir(folder)).sort()).toEqual(['one.json', 'two-files']);
    const force = { host, signal, force: true };
    await exportToFile(fixture.database, { ...force, file: join(folder, 'one.json') });
    await exportToFile(fixture.database, { ...force, file: join(folder, 'two.json') });
    expect((await readdir(folder)).sort()).toEqual(['one-files', 'one.json', 'two-files', 'two.json']);
    expect(await readdir(join(folder, 'two-files'))).toEqual(['a.png']);
    expect(await readFile(join(folder, 'two-files/a.png'))).toEqual(png('new'));
  });

  it('restores existing images when the file cannot be replaced', async () => {
    await mkdir(join(folder, 'a-files'));
    await writeFile(join(folder, 'a-files/a.png'), 'old');
    const file = join(folder, 'a.json');
    const target = { file, folder: join(folder, 'a-files') };
    const replacing = replaceExport(target, { force: true }, async (written) => {
      await mkdir(written.folder);
      await writeFile(join(written.folder, 'a.png'), 'new');
    });
    await expect(replacing).rejects.toThrow('Nothing was written.');
    expect(await readFile(join(folder, 'a-files/a.png'), 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a-files']);
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['a folder', (path) => mkdir(path)],
    ['a link', (path) => symlink('nowhere', path)],
    ['a socket, a device and the like', (path) => promisify(execFile)('mkfifo', [path])],
  ])('replaces only files, even with --force: %s', async (_, make) => {
    const file = join(folder, 'a.json');
    await make(file);
    for (const force of [true, false]) {
      await expect(exportToFile(fixture.database, { host, file, force, signal })).rejects.toThrow(
        'a.json exists and cannot be replaced. Nothing was written.',
      );
    }
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it.each([
    ['an unknown host', 'unknown.example.com', 'a.json', 'There is no knowledge base unknown.example.com.'],
    ['a missing folder', undefined, 'nowhere/a.json', 'the folder does not exist. Nothing was written.'],
  ])('reports %s', async (_, from, name, message) => {
    await expect(exportTo(name, from ?? host)).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is ended by %s', async (name) => {
    await fixture.importJson(host, {
      guides: [{ slug: 'a', title: 'A', content_html: '<p>a</p>', categories: [], tags: [] }],
    });
    await fixture.database.tx(async (transaction) => {
      await transaction.none('lock table guide_categories in access exclusive mode');
      const { child, ended } = startKb(['export', host, join(folder, 'a.json')], {
        KB_DATABASE_URL: fixture.url,
      });
      await untilBlocked(fixture.database);
      expect(await readdir(folder)).toEqual([expect.stringMatching(/^a\.json\.[0-9a-f]+\.part$/)]);
      child.kill(name);
      expect(await ended).toEqual({ code: 1, stdout: '', stderr: 'Interrupted: nothing was changed.\n' });
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('kb export on the command line', () => {
  const kb = (...words: string[]) => runKb(['export', host, ...words], { KB_DATABASE_URL: fixture.url });

  beforeEach(() =>
    fixture.importFiles(host, { 'a.html': '<img src="a.png">', 'b.html': '<p>b</p>', 'a.png': png() }),
  );

  it('prints a summary', async () => {
    const file = join(folder, 'guides.json');
    expect(await kb(file)).toEqual({
      code: 0,
      stdout: `Exported 2 guides of ${host} to ${file} and 1 image to ${join(folder, 'guides-files')}.\n`,
      stderr: '',
    });
    const { code, stderr } = await kb(file);
    expect([code, stderr]).toEqual([
      1,
      `${file} already exists; use --force to replace it. Nothing was written.\n`,
    ]);
    expect(JSON.parse((await kb(file, '--force', '--json')).stdout)).toEqual({
      host,
      file,
      guides: 2,
      images: 1,
    });
  });

  it('writes the document to standard output and the summary to standard error', async () => {
    const toStandardOutput = (...words: string[]) =>
      startKb(['export', host, '-', ...words], { KB_DATABASE_URL: fixture.url }).ended;
    const { code, stdout, stderr } = await toStandardOutput();
    expect([code, stderr]).toEqual([0, `Exported 2 guides of ${host} to standard output.\n`]);
    expect(JSON.parse(stdout).guides).toHaveLength(2);
    expect(JSON.parse((await toStandardOutput('--json')).stderr)).toEqual({
      host,
      file: '-',
      guides: 2,
      images: 0,
    });
  });

  it('exits silently when its reader closes the pipe', async () => {
    const { child, ended } = startKb(['export', host, '-'], { KB_DATABASE_URL: fixture.url });
    child.stdout?.destroy();
    expect((await ended).code).toBe(0);
  });
});

/** In kB. On Linux `maxRSS` starts with that of the parent process. */
const REPORT_PEAK = `
  const { readFileSync } = await import('node:fs');
  const ownPages = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  const peak = () => (process.platform === 'linux' ? ownPages() : process.resourceUsage().maxRSS);
  process.on('exit', () => process.stderr.write(String(peak())))`;

describe('kb export of a large knowledge base', () => {
  it('needs as little memory as for a small one', async () => {
    await fixture.database.none(
      `insert into guides (knowledge_base_id, slug, title, content_html, content_bytes, published)
       select k.id, 'g-' || n, 'G', repeat(md5(n::text), 160), 5122, true
       from knowledge_bases k, generate_series(1, 10000) n where k.host = $1`,
      [host],
    );
    const main = new URL('../../cli/main.ts', import.meta.url);
    const script = `${REPORT_PEAK}; process.argv.splice(1, 0, 'kb'); await import(${JSON.stringify(main.href)})`;
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [
        '--conditions=source',
        '--max-semi-space-size=4',
        '--input-type=module',
        '--eval',
        script,
        '--',
        'export',
        host,
        join(folder, 'large.json'),
      ],
      { env: { KB_DATABASE_URL: fixture.url } },
    );
    expect(Number(stderr) / 1024).toBeLessThan(200);
    expect((await importSize(join(folder, 'large.json'))).guides).toBe(10_000);
  });

  async function importSize(file: string): Promise<{ guides: number }> {
    return { guides: JSON.parse(await readFile(file, 'utf8')).guides.length };
  }
});
