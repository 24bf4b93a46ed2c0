import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CommandFixture, startCommandFixture } from '../../testing/command-fixture.ts';
import { exportToFile, exportToStream } from './export-forum.ts';

const LINES = [
  {
    topic: 'Q',
    title: 'Where is it?',
    id: 300,
    text: 'I ordered 😀\nlast week.',
    name: 'Anna Canary',
    useremail: 'canary@example.com',
    pub_date: '2020-01-01T10:00:00.000001Z',
    work_title: 'Canary officer',
    confirmed: true,
    external: 'discourse:topic:12',
    addresses: ['/900', '/old/path', 'discourse:topic:12'],
    state: 'solved',
    former_state: 'answered',
    views: 17,
    earlier_votes: 30,
    metadata: { phone: '0700-canary' },
    tags: ['delivery', { name: 'Public one', is_public: true }],
    votes: [
      { name: 'Bo Canary', useremail: 'bo@canary.example', pub_date: '2020-01-01T11:00:00.000000Z' },
      { name: 'Nameless', pub_date: '2020-01-01T12:00:00.000000Z' },
    ],
    comments: [
      {
        id: 500,
        text: 'On its way.',
        name: 'Support Canary',
        useremail: 'support@canary.example',
        pub_date: '2020-01-02T10:00:00.500000Z',
        work_title: 'Canary support',
        external: 'discourse:post:21',
        addresses: ['discourse:post:21'],
        is_org_reply: true,
        accepted: true,
      },
      {
        id: 501,
        text: '**Thanks**',
        markdown: true,
        name: 'Anna Canary',
        useremail: 'canary@example.com',
        pub_date: '2020-01-03T10:00:00.000000Z',
        confirmed: true,
        parent: 500,
      },
      { id: 502, text: 'Buy', name: 'Spam', pub_date: '2020-01-04T10:00:00.000000Z', held: true },
    ],
  },
  {
    topic: 'B',
    title: 'Hidden',
    id: 301,
    text: '- Text',
    markdown: true,
    name: 'Anna',
    pub_date: '2020-02-01T10:00:00.000000Z',
    archived: true,
  },
  {
    topic: 'P',
    title: 'Held',
    id: 302,
    text: 'Text',
    name: 'Anna',
    pub_date: '2020-02-01T10:00:00.000000Z',
    held: true,
    archived: true,
  },
  {
    topic: 'S',
    title: 'Twice',
    id: 303,
    text: 'Text',
    name: 'Anna',
    pub_date: '2020-02-01T10:00:00.000000Z',
  },
  {
    topic: 'S',
    title: 'Twice',
    id: 304,
    text: 'Text',
    name: 'Anna',
    pub_date: '2020-02-01T10:00:00.000000Z',
  },
  {
    addresses: [
      { address: '/c/old', to: '/questions' },
      { address: '/place', to: '/300#part' },
      { address: 'discourse:category:5', to: '/tags/Public%20one' },
      { address: 'zendesk:contact:', to: '/ask' },
      { address: 'zendesk:home:', to: 'https://example.org/home' },
    ],
  },
];

describe('forum export', () => {
  let fixture: CommandFixture;
  let folder: string;
  let archive: string;

  beforeAll(async () => {
    fixture = await startCommandFixture();
    folder = await mkdtemp(join(tmpdir(), 'guidepost-archive-'));
    archive = join(folder, 'archive.ndjson');
    await writeFile(archive, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await fixture.forum('account', 'create', 'Example Ltd', '--metadata');
    await newForum('first', archive);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await fixture.stop();
  });

  async function newForum(slug: string, path: string): Promise<void> {
    await fixture.forum('create', slug, '--account', 'Example Ltd', '--name', slug);
    await fixture.forum('metadata', 'add', slug, 'phone', '--type', 'text', '--max', '50');
    expect(await fixture.forum('import', slug, path)).toMatchObject({ code: 0, stderr: '' });
  }

  async function exported(slug: string, ...options: string[]): Promise<string> {
    const { code, stdout } = await fixture.forum('export', slug, '-', ...options);
    expect(code).toBe(0);
    return stdout;
  }

  /** Everything stored about a forum, without ids and hashes. */
  async function contentOf(slug: string): Promise<unknown> {
    const { id } = await fixture.database.one('select id from forums where slug = $1', [slug]);
    const columns: Record<string, string> = {
      dialogs: `id, topic, title, text, text_html, pub_date::text, last_activity::text, num_comments, num_votes, earlier_votes, external, views,
        state, former_state, accepted_comment, confirmed, archived, held, metadata, content_hash is null as twice`,
      addresses: 'dialog_id, comment_id, address, tag, page, url, fragment',
      comments:
        'dialog_id, id, text, text_html, pub_date::text, is_org_reply, confirmed, held, external, parent_id',
      votes: 'dialog_id, voted_at::text',
      tags: 'folded_name, name, is_public, dialogs',
      topic_counts: 'archived, topic, dialogs',
    };
    return Promise.all(
      Object.entries(columns).map(([table, list]) =>
        fixture.database.any(`select ${list} from ${table} where forum_id = $1 order by 1, 2`, [id]),
      ),
    );
  }

  it('writes an import back byte for byte, with personal data', async () => {
    expect(await exported('first', '--with-personal-data')).toBe(await readFile(archive, 'utf8'));
  });

  it('produces an identical forum when imported, with and without personal data', async () => {
    for (const [slug, options] of [
      ['second', ['--with-personal-data']],
      ['third', []],
    ] as const) {
      const path = join(folder, `${slug}.ndjson`);
      await fixture.forum('export', 'first', path, ...options);
      await newForum(slug, path);
    }
    expect(await contentOf('second')).toEqual(await contentOf('first'));
    const withoutPersonalData = JSON.stringify(await contentOf('first'))
      .replace('{"phone":"0700-canary"}', 'null')
      .replaceAll('"confirmed":true', '"confirmed":false');
    expect(await contentOf('third')).toEqual(JSON.parse(withoutPersonalData));
    expect((await exported('second')).split('\n').length).toBe(LINES.length + 1);
  });

  it('omits names, e-mail addresses, their confirmation, work titles and metadata without --with-personal-data (S27)', async () => {
    const text = await exported('first');
    expect(text).not.toMatch(/canary|@|useremail|confirmed/i);
    const [line] = text.split('\n').map((one) => JSON.parse(one || 'null'));
    expect(line.name).toMatch(/^user \d+$/);
    expect(line.comments[1].name).toBe(line.name);
    expect(line.votes[0].name).not.toBe(line.name);
  });

  it('reads several batches, each with everything that belongs to it', async () => {
    const path = join(folder, 'many.ndjson');
    const lines = Array.from({ length: 450 }, (_, index) => ({
      topic: 'Q',
      title: `Dialog ${index}`,
      text: 'Text',
      name: 'Anna',
      comments: Array.from({ length: index % 10 }, (_value, number) => ({
        name: 'Bo',
        text: `${index}-${number}`,
      })),
    }));
    await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    await newForum('many', path);
    const text = await exported('many', '--with-personal-data');
    const found = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(found.map(({ title }) => title)).toEqual(lines.map(({ title }) => title));
    expect(
      found.map(({ comments = [] }) => comments.map(({ text: body }: { text: string }) => body)),
    ).toEqual(lines.map(({ comments }) => comments.map(({ text: body }) => body)));
  });

  it('shows a consistent snapshot while the forum changes', async () => {
    const before = await exported('many', '--with-personal-data');
    const written: string[] = [];
    const stream = Duplex.from(async (lines: AsyncIterable<Buffer>) => {
      for await (const line of lines) {
        if (written.length === 0)
          await fixture.database.none(
            "delete from comments where author_name = 'Bo'; update dialogs set title = 'Changed' where title ~ '^Dialog'",
          );
        written.push(String(line));
      }
    });
    const { signal } = new AbortController();
    await exportToStream(fixture.database, stream, { slug: 'many', personalData: true, signal });
    expect(written.join('')).toBe(before);
  });

  it('leaves no file behind when interrupted', async () => {
    const interruption = new AbortController();
    const onStart = () => () => interruption.abort(new Error('interrupted'));
    const { signal } = interruption;
    const request = { slug: 'many', file: join(folder, 'half.ndjson'), force: false, personalData: false };
    await expect(exportToFile(fixture.database, { ...request, signal, onStart })).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
  });

  it('makes files with personal data readable by their owner only', async () => {
    const path = join(folder, 'personal.ndjson');
    await fixture.forum('export', 'first', path, '--with-personal-data');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('replaces a file only with --force, and leaves no temporary file', async () => {
    const path = join(folder, 'new.ndjson');
    expect(await fixture.forum('export', 'first', path)).toEqual({
      code: 0,
      stdout: `Exported 5 dialogs of first to ${path}.\n`,
      stderr: '',
    });
    expect(await fixture.forum('export', 'first', path)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${path} already exists; use --force to replace it. Nothing was written.\n`,
    });
    expect(await fixture.answerOf('export', 'first', path, '--force')).toEqual({
      slug: 'first',
      file: path,
      dialogs: 5,
      personal_data: false,
    });
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it.each([
    ['an unknown forum', 'nowhere', 'x.ndjson', /^There is no forum nowhere\.$/m],
    ['a missing folder', 'first', '/nowhere/x.ndjson', /the folder does not exist\. Nothing was written\.$/m],
    ['a target that is not a file', 'first', '/dev/null', /cannot be replaced\. Nothing was written\.$/m],
  ])('refuses %s in one line', async (_, slug, path, message) => {
    const { code, stdout, stderr } = await fixture.forum('export', slug, path, '--force');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
