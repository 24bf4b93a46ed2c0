import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Duplex } from 'node:stream';
import {
  createDiskStore,
  type FileStore,
  prepareFileDirectory,
  readFile as readStored,
} from '@guidepost/files';
import { png } from '@guidepost/files/testing';
import { ENDINGS } from '@guidepost/files/types';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lookUp } from '../../addresses/look-up.ts';
import { formatFileName, storedName } from '../../files/file-names.ts';
import type { StoredFile } from '../../files/files.ts';
import { postFile } from '../../posts/post-file.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { type CommandFixture, startCommandFixture } from '../../testing/command-fixture.ts';
import { exportToFile, exportToStream } from './export-forum.ts';

const WAITING = { name: 'waiting', color: 'orange', closed: false, topics: ['Q', 'P'] };

const LINES = [
  { states: [WAITING] },
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
        helpful: ['2020-01-02T11:00:00.000000Z', '2020-01-02T11:00:00.000000Z'],
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

const publicUrl = 'https://forum.example.com';

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
      addresses: 'address, dialog_id, comment_id, tag, page, url, fragment',
      comments:
        'dialog_id, id, text, text_html, pub_date::text, is_org_reply, confirmed, held, external, parent_id',
      votes: 'dialog_id, voted_at::text',
      helpful_votes: 'comment_id, voted_at::text',
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

  it('has states beside those that staff have defined elsewhere', async () => {
    await fixture.forum('create', 'other', '--account', 'Example Ltd', '--name', 'Other');
    const own = { ...WAITING, name: 'own' };
    await fixture.forum('set', 'other', 'states', JSON.stringify([own]));
    const path = join(folder, 'states.ndjson');
    await writeFile(
      path,
      `${JSON.stringify({ states: [{ ...own, color: 'red' }, WAITING] })}\n{"states": 1}\n`,
    );
    const { stdout } = await fixture.forum('import', 'other', path, '--json');
    expect(stdout).toContain('states: must be a list of states');
    expect(await fixture.answerOf('show', 'other')).toMatchObject({ states: [own, WAITING] });
    expect(await fixture.answerOf('show', 'second')).toMatchObject({ states: [WAITING] });
  });

  it('leaves out an address of a tag that is gone, which an import would refuse', async () => {
    const gone = `insert into addresses (forum_id, address, tag, made_by, made_with)
      select id, '/c/gone', 'gone', 'Eva', 'desk' from forums where slug = 'first'`;
    await fixture.database.none(gone);
    expect(await exported('first')).not.toContain('/c/gone');
    await fixture.database.none("delete from addresses where address = '/c/gone'");
  });

  it('omits names, e-mail addresses, their confirmation, work titles and metadata without --with-personal-data (S27)', async () => {
    const text = await exported('first');
    expect(text).not.toMatch(/canary|@|useremail|confirmed/i);
    const [, line] = text.split('\n').map((one) => JSON.parse(one || 'null'));
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
    await exportToStream(fixture.database, stream, { slug: 'many', publicUrl, personalData: true, signal });
    expect(written.join('')).toBe(before);
  });

  it('leaves no file behind when interrupted', async () => {
    const interruption = new AbortController();
    const onStart = () => () => interruption.abort(new Error('interrupted'));
    const { signal } = interruption;
    const request = { slug: 'many', file: join(folder, 'half.ndjson'), force: false, personalData: false };
    const more = { store: undefined, publicUrl, signal, onStart };
    await expect(exportToFile(fixture.database, { ...request, ...more })).rejects.toThrow();
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
      files: 0,
      missing: [],
      personal_data: false,
    });
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it.each([
    ['an unknown forum', 'nowhere', 'x.ndjson', /^There is no forum nowhere\.$/m],
    ['a missing folder', 'first', '/nowhere/x.ndjson', /the folder does not exist\. Nothing was written\.$/m],
    [
      'a file in place of a folder',
      'first',
      '/dev/null/x.ndjson',
      /the folder does not exist\. Nothing was written\.$/m,
    ],
    ['a long name', 'first', `/tmp/${'x'.repeat(300)}`, /the name is too long\. Nothing was written\.$/m],
    ['a target that is not a file', 'first', '/dev/null', /cannot be replaced\. Nothing was written\.$/m],
  ])('refuses %s in one line', async (_, slug, path, message) => {
    const { code, stdout, stderr } = await fixture.forum('export', slug, path, '--force');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  describe('of files in posts', () => {
    const STORED = 'select token, media_type, name, bytes from files where forum_id = $1 order by name';
    let store: FileStore;
    let addresses: Record<'picture' | 'manual' | 'note' | 'only', string>;

    beforeAll(async () => {
      const directory = join(folder, 'stored');
      await prepareFileDirectory(directory, 'FORUM_FILES_DIRECTORY');
      store = createDiskStore(directory);
      process.env.FORUM_FILES_DIRECTORY = directory;
      process.env.PUBLIC_URL = 'https://talk.example.org';
      await writePictures(directory);
    });
    afterAll(() => {
      delete process.env.FORUM_FILES_DIRECTORY;
      delete process.env.PUBLIC_URL;
    });

    /** The forum `pictures`: a merged dialog, answers, texts plain and in Markdown, and files as people post them. */
    async function writePictures(directory: string): Promise<void> {
      const { database } = fixture;
      await fixture.forum('create', 'pictures', '--account', 'Example Ltd', '--name', 'Pictures');
      const forum = await requireForum(database, 'pictures');
      const posting = { database, files: store, directory, accountStorage: 1_000_000_000 };
      const post = async (name: string, bytes: Buffer | string) => {
        const path = join(folder, 'upload');
        await writeFile(path, bytes);
        const file = { path, size: Buffer.byteLength(bytes), name };
        const stored = await postFile(posting, { forum, upload: { file, fields: [] } });
        return `https://forum.example.com/api/file/pictures/${formatFileName(stored)}`;
      };
      addresses = {
        picture: await post('Bild å (1).png', png('picture', 7, 5)),
        manual: await post('Manual.pdf', '%PDF-1.7\n%âã\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'),
        note: await post('note.txt', 'Read me.'),
        only: await post('only an address.txt', 'At an old address.'),
      };
      await post('unused.txt', 'In no post.');
      const { picture, manual, note, only } = addresses;
      const author = { name: 'Anna', pub_date: '2020-01-01T10:00:00.000000Z' };
      const common = { ...author, topic: 'Q' };
      const own = 'https://talk.example.org/forum/pictures';
      const gone = 'https://forum.example.com/api/file/pictures/aaaaaaaaaaaaaaaaaaaaaa.png';
      const lines = [
        {
          ...common,
          id: 700,
          title: 'Pictures',
          text: `![Bild](${picture} "å") _${manual}_ <${note}?a=1#b>\n\n- x-${picture}`,
          markdown: true,
          comments: [
            { ...author, id: 710, text: `See:${manual}, ${picture}.` },
            { ...author, id: 711, text: `${gone} https://example.com/a.png`, parent: 710, held: true },
          ],
          earlier_votes: 5,
          votes: [{ name: 'Bo', pub_date: '2020-01-01T11:00:00.000000Z' }],
        },
        {
          ...common,
          id: 701,
          title: 'Merged',
          text: note,
          earlier_votes: 2,
          comments: [{ ...author, id: 712, text: `${note}\n${note}` }],
        },
        { ...common, id: 702, title: 'Archived', text: `${note} ${own}/700`, archived: true },
        {
          addresses: [
            { address: '/files/manual.pdf', to: `${manual}#page=2` },
            { address: '/files/only', to: only },
          ],
        },
      ];
      const path = join(folder, 'pictures.ndjson');
      await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
      expect(await fixture.forum('import', 'pictures', path)).toMatchObject({ code: 0, stderr: '' });
      const merged = await fixture.forum('dialog', 'merge', 'pictures', '701', '700');
      expect(merged).toMatchObject({ code: 0, stderr: '' });
    }

    /** The names and bytes of a forum's files. */
    async function filesOf(slug: string) {
      const { id } = await requireForum(fixture.database, slug);
      const files = await fixture.database.any<StoredFile>(STORED, [id]);
      return Promise.all(
        files.map(async ({ token, media_type, name }) => {
          const ending = ENDINGS[media_type] ?? '';
          const bytes = await readStored(store, storedName({ forumId: id, token, ending }));
          return { token, ending, name, content: String(bytes) };
        }),
      );
    }

    async function folderFor(name: string): Promise<string> {
      await mkdir(join(folder, name));
      return join(folder, name, 'archive.ndjson');
    }

    async function filesIn(archiveFile: string): Promise<Record<string, string>> {
      const place = archiveFile.replace('.ndjson', '-files');
      const names = await readdir(place).catch(() => []);
      const entries = names.sort().map(async (name) => [name, await readFile(join(place, name), 'latin1')]);
      return Object.fromEntries(await Promise.all(entries));
    }

    it('writes them beside the archive, and an import elsewhere gives the same forum', async () => {
      const path = await folderFor('same');
      expect(await fixture.forum('export', 'pictures', path, '--with-personal-data')).toEqual({
        code: 0,
        stdout: `Exported 2 dialogs of pictures to ${path} and 4 files to ${path.replace('.ndjson', '-files')}.\n`,
        stderr: '',
      });
      const text = await readFile(path, 'utf8');
      const files = await filesIn(path);
      for (const [name, content] of Object.entries(files)) {
        const digest = createHash('sha256').update(content, 'latin1').digest('hex');
        expect(name).toMatch(new RegExp(`^${digest.slice(0, 40)}\\.(png|pdf|txt)$`));
        expect(text).toContain(`archive-files/${name}`);
      }
      expect(text).toContain('.txt forum:/700"');
      expect(text.match(/\/api\/file\/[^ ]*/g)).toEqual(['/api/file/pictures/aaaaaaaaaaaaaaaaaaaaaa.png']);

      await newForum('elsewhere', path);
      const before = (await filesOf('pictures')).filter(({ name }) => name !== 'unused.txt');
      const after = await filesOf('elsewhere');
      const plain = ({ name, content }: { name: string; content: string }) => ({ name, content });
      expect(after.map(plain)).toEqual(before.map(plain));
      let expected = JSON.stringify(await contentOf('pictures')).replaceAll(
        'forum/pictures/',
        'forum/elsewhere/',
      );
      for (const [index, { token, ending }] of before.entries()) {
        const [now, start] = [after[index]?.token ?? '', 'https://forum.example.com/api/file/pictures'];
        expected = expected
          .replaceAll(
            `${start}/${token}.${ending}`,
            `https://talk.example.org/api/file/elsewhere/${now}.${ending}`,
          )
          .replaceAll(token, now);
      }
      const [dialogs, old, ...others] = JSON.parse(expected);
      const merged = { ...old[0], address: '/701', dialog_id: 700, url: null };
      expect(await contentOf('elsewhere')).toEqual([dialogs, [merged, ...old], ...others]);
      const { id: forumId } = await requireForum(fixture.database, 'elsewhere');
      const leadsTo = async (old: string) => (await lookUp(fixture.database, { forumId, path: old }))?.to;
      expect(await leadsTo('/701/comments/712')).toEqual({ path: '/700/comments/712' });
    });

    it('changes nothing when it is imported a second time', async () => {
      const path = await folderFor('twice');
      await fixture.forum('export', 'pictures', path);
      await newForum('twice', path);
      const before = [await contentOf('twice'), await filesOf('twice')];
      expect(await fixture.answerOf('import', 'twice', path)).toMatchObject({
        finished_before: true,
        refused_files: 0,
      });
      expect([await contentOf('twice'), await filesOf('twice')]).toEqual(before);
    });

    it('writes the same bytes again, also from the forum that has imported them', async () => {
      const paths = [];
      for (const slug of ['pictures', 'pictures', 'elsewhere']) {
        const path = await folderFor(`again-${paths.length}`);
        await fixture.forum('export', slug, path, '--with-personal-data');
        paths.push(path);
      }
      const written = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
      expect(new Set(written).size).toBe(1);
      expect(await filesIn(paths[2] ?? '')).toEqual(await filesIn(paths[0] ?? ''));
    });

    it('writes no files to standard output, and says so', async () => {
      const { code, stdout, stderr } = await fixture.forum('export', 'pictures', '-');
      expect([code, stderr]).toEqual([
        0,
        'Exported 2 dialogs of pictures to standard output, without files: texts keep their addresses.\n',
      ]);
      for (const address of Object.values(addresses)) expect(stdout).toContain(address);
      expect(stdout).not.toContain('"files"');
    });

    it('names what the store does not have, and exports the rest', async () => {
      const file = (await filesOf('pictures')).find(({ name }) => name === 'Manual.pdf');
      if (!file) throw new Error('there is no Manual.pdf');
      const { id: forumId } = await requireForum(fixture.database, 'pictures');
      const { token, ending, content } = file;
      const stored = storedName({ forumId, token, ending });
      const cases: [string, () => Promise<void>][] = [
        ['none', () => store.delete(stored)],
        ['half', () => store.put(stored, Buffer.from(content.slice(0, 9)))],
      ];
      for (const [name, harm] of cases) {
        await harm();
        const path = await folderFor(name);
        const { code, stdout, stderr } = await fixture.forum('export', 'pictures', path, '--json');
        expect([code, stderr]).toEqual([
          1,
          `dialog 700: the store does not have ${token}.pdf (Manual.pdf). Its address stays.\n1 file was not exported.\n`,
        ]);
        expect(JSON.parse(stdout)).toMatchObject({
          dialogs: 2,
          files: 3,
          missing: [{ dialog: 700, file: `${token}.pdf`, name: 'Manual.pdf' }],
        });
        expect(await readFile(path, 'utf8')).toContain(`See:${addresses.manual}, archive-files/`);
        expect(Object.keys(await filesIn(path))).toHaveLength(3);
      }
      await store.put(stored, Buffer.from(content));
    });

    it('keeps an earlier export when it fails, is interrupted, or must not replace what is there', async () => {
      const path = await folderFor('kept');
      await fixture.forum('export', 'pictures', path);
      const state = async () => [
        await readFile(path, 'utf8'),
        await filesIn(path),
        await readdir(dirname(path)),
      ];
      const before = await state();
      const refuses = async (message: string) => {
        const { code, stderr } = await fixture.forum('export', 'pictures', path, '--force');
        expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
      };

      const { FORUM_FILES_DIRECTORY } = process.env;
      delete process.env.FORUM_FILES_DIRECTORY;
      await refuses('there is no store for files: FORUM_FILES_DIRECTORY is not set. Nothing was written.');
      process.env.FORUM_FILES_DIRECTORY = FORUM_FILES_DIRECTORY;

      const interruption = new AbortController();
      const { signal } = interruption;
      const request = {
        slug: 'pictures',
        file: path,
        force: true,
        publicUrl,
        personalData: false,
        store,
        signal,
      };
      const onStart = () => () => interruption.abort(new Error('interrupted'));
      await expect(exportToFile(fixture.database, { ...request, onStart })).rejects.toThrow();
      expect(await state()).toEqual(before);

      const other = join(dirname(path), 'archive-files', 'notes.txt');
      await writeFile(other, 'Mine.');
      await refuses('archive-files has files of something else, such as notes.txt. Nothing was written.');
      await rm(other);
      expect(await state()).toEqual(before);
      expect(await fixture.forum('export', 'pictures', path, '--force')).toMatchObject({ code: 0 });
      expect(await state()).toEqual(before);
      await rm(path);
      const { stderr } = await fixture.forum('export', 'pictures', path);
      expect(stderr).toContain(
        'archive-files already exists; use --force to replace it. Nothing was written.',
      );
    });

    it('is readable by its owner only with personal data, its files too', async () => {
      const path = await folderFor('personal');
      await fixture.forum('export', 'pictures', path, '--with-personal-data');
      expect((await stat(path.replace('.ndjson', '-files'))).mode & 0o777).toBe(0o700);
    });
  });
});
