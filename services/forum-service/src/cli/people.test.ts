import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandFixture, startCommandFixture } from '../testing/command-fixture.ts';

const LINES = [
  { topic: 'Q', title: 'One', text: 'T', name: 'Anna', useremail: 'Anna@example.com' },
  {
    topic: 'Q',
    title: 'Two',
    text: 'T',
    name: 'Bo',
    useremail: 'bo@example.com',
    comments: [{ name: 'Anna', useremail: 'anna@example.com', text: 'anna@example.com knows.' }],
    votes: [{ name: 'Anna', useremail: 'anna+news@example.com' }],
  },
];

const NOTHING = {
  deleted: 0,
  votes: 0,
  reports: 0,
  addresses: 0,
  follows: 0,
  helpful: 0,
  confirmations: 0,
  files: 0,
  blocks: 0,
};
const HELD = { identities: 1, dialogs: 1, comments: 1, ...NOTHING, mentions: 1 };

let fixture: CommandFixture;
let forum: CommandFixture['forum'];
let answerOf: CommandFixture['answerOf'];
let folder: string;

beforeEach(async () => {
  fixture = await startCommandFixture();
  ({ forum, answerOf } = fixture);
  folder = await mkdtemp(join(tmpdir(), 'guidepost-people-'));
  const archive = join(folder, 'archive.ndjson');
  await writeFile(archive, LINES.map((line) => JSON.stringify(line)).join('\n'));
  await forum('account', 'create', 'Example Ltd');
  for (const slug of ['first', 'second']) {
    await forum('create', slug, '--account', 'Example Ltd', '--name', slug);
    await forum('import', slug, archive);
  }
});

afterEach(async () => {
  await rm(folder, { recursive: true });
  await fixture.stop();
});

async function archiveOf(useremail: string): Promise<string> {
  const path = join(folder, `${useremail}.ndjson`);
  await writeFile(
    path,
    JSON.stringify({ topic: 'Q', title: useremail, text: 'T', name: 'Cecilia', useremail }),
  );
  return path;
}

const names = () =>
  fixture.database.map('select author_name from dialogs order by id', [], ({ author_name }) => author_name);

describe('forum export --email', () => {
  it('writes what all forums keep of a person into a file that only its owner can read', async () => {
    const path = join(folder, 'anna.json');
    const { code, stdout } = await forum('export', '--email', 'ANNA@example.com', path);
    expect([code, stdout]).toEqual([
      0,
      `Exported data about anna@example.com from first, second to ${path}.\n`,
    ]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { email, forums } = JSON.parse(await readFile(path, 'utf8'));
    expect(email).toBe('anna@example.com');
    expect(forums).toEqual(
      ['first', 'second'].map((slug) =>
        expect.objectContaining({
          slug,
          dialogs: [expect.objectContaining({ title: 'One', useremail: 'anna@example.com' })],
          comments: [expect.objectContaining({ text: 'anna@example.com knows.' })],
        }),
      ),
    );
    expect(await forum('export', '--email', 'anna@example.com', path)).toMatchObject({
      code: 1,
      stderr: `${path} already exists; use --force to replace it. Nothing was written.\n`,
    });
    expect(await answerOf('export', '--email', 'anna@example.com', path, '--force')).toMatchObject({
      email: 'anna@example.com',
      file: path,
      forums: [{ slug: 'first', dialogs: 1, comments: 1 }, { slug: 'second' }],
    });
  });

  it('writes to standard output where no file is named, of one forum where that is', async () => {
    const { stdout, stderr } = await forum('export', '--email', 'anna+news@example.com', '--forum', 'first');
    expect(JSON.parse(stdout)).toMatchObject({ forums: [{ slug: 'first', votes: [{ name: 'Anna' }] }] });
    expect(stderr).toBe('Exported data about anna+news@example.com from first to standard output.\n');
  });

  it('says so when there is nothing', async () => {
    const { code, stdout, stderr } = await forum('export', '--email', 'nobody@example.com', '-');
    expect([code, JSON.parse(stdout).forums, stderr]).toEqual([
      0,
      [],
      'No data about nobody@example.com found. Wrote an empty result to standard output.\n',
    ]);
  });
});

describe('forum erase', () => {
  it('only says what it would change with --dry-run', async () => {
    const before = await names();
    expect(await answerOf('erase', 'anna@example.com', '--dry-run')).toEqual({
      email: 'anna@example.com',
      dry_run: true,
      similar_addresses: ['anna+news@example.com'],
      forums: [
        { slug: 'first', ...HELD },
        { slug: 'second', ...HELD },
      ],
    });
    const { stdout } = await forum('erase', 'anna@example.com', '--dry-run');
    expect(stdout).toMatch(/^Data about anna@example\.com:\nFORUM +DIALOGS +COMMENTS/);
    expect(stdout).toMatch(/^first +1 +1 +0 +0 +0 +0 +0 +0 +0 +1$/m);
    expect(stdout).toContain('Possibly the same person, but not included: anna+news@example.com.');
    expect(await names()).toEqual(before);
  });

  it('says what it would change, and does nothing without a confirmation', async () => {
    const before = await names();
    const { code, stdout, stderr } = await forum('erase', 'anna@example.com');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Data about anna@example.com:');
    expect(stderr).toContain('Cannot ask for confirmation without a terminal. Use --yes to confirm.');
    expect(await names()).toEqual(before);
  });

  it('erases in one forum, and then in all', async () => {
    const one = await answerOf('erase', 'anna@example.com', '--forum', 'first', '--yes');
    expect(one).toMatchObject({ dry_run: false, forums: [{ slug: 'first', ...HELD }] });
    expect(await names()).toEqual(['removed', 'Bo', 'Anna', 'Bo']);
    const { code, stdout } = await forum('erase', 'ANNA@EXAMPLE.COM', '--yes');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Erased anna@example\.com:\nFORUM.*\nsecond +1 +1 +0 +0 +0 +0 +0 +0 +0 +1\n$/);
    expect(await names()).toEqual(['removed', 'Bo', 'removed', 'Bo']);
  });

  it('is written down with who did it, and not to whom', async () => {
    await forum('import', 'first', await archiveOf('cecilia@example.com'));
    await answerOf('erase', 'cecilia@example.com', '--yes', '--by', 'Eva');
    const entries = await answerOf('audit', 'list', 'first');
    expect(entries).toContainEqual(
      expect.objectContaining({
        by: 'Eva',
        action: 'erase',
        details: expect.objectContaining({ dialogs: 1 }),
      }),
    );
    expect(JSON.stringify(entries)).not.toContain('@example.com');
  });

  it('says so when there is nothing, and that is no failure', async () => {
    const { code, stdout } = await forum('erase', 'nobody@example.com', '--yes');
    expect([code, stdout]).toEqual([0, 'No data about nobody@example.com found.\n']);
  });
});

describe('changes that wait for the search index', () => {
  const count = async () => (await fixture.database.one('select count(*) from search_queue')).count;

  it('are indexed by an erasure, were another interrupted just before; not by a dry run', async () => {
    await answerOf('reindex');
    expect(await count()).toBe(0);
    await fixture.database.any(
      'select queue_for_search(forum_id, array_agg(id)) from dialogs group by forum_id',
    );
    const waiting = await count();
    expect(waiting).toBeGreaterThan(0);
    await forum('erase', 'nobody@example.com', '--dry-run');
    expect(await count()).toBe(waiting);
    await forum('erase', 'nobody@example.com');
    expect(await count()).toBe(0);
  });
});

describe('what is typed', () => {
  it.each([
    ['no address', ['erase', 'anna', '--yes'], 'It must be an e-mail address.'],
    ['two addresses', ['erase', 'a@example.com b@example.com', '--yes'], 'It must be an e-mail address'],
    ['an address to be exported that is none', ['export', '--email', '@'], 'It must be an e-mail address'],
    ['a slug and an address', ['export', 'first', 'x', '--email', 'a@b.se'], 'use --forum to select a forum'],
    ['a forum without an address', ['export', 'a', 'b', '--forum', 'first'], '--forum requires --email'],
    ['both kinds of export', ['export', '--email', 'a@b.se', '--with-personal-data'], 'cannot be used with'],
    ['an export of nothing', ['export'], "missing required argument 'slug'"],
    ['an export to nowhere', ['export', 'first'], "missing required argument 'file'"],
    ['an export of a bad slug', ['export', 'First!', 'x'], 'It must have 1 to 63 characters'],
  ])('is refused with exit code 2: %s', async (_, words, message) => {
    const { code, stdout, stderr } = await forum(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each([
    ['erase', 'a@example.com', '--yes'],
    ['export', '--email', 'a@example.com'],
  ])('is refused with exit code 1 where it names a forum that is not there: %s', async (...words) => {
    expect(await forum(...words, '--forum', 'nowhere')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no forum nowhere.\n',
    });
  });
});
