import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { kindByEnding } from '../../files/embedding.ts';
import { createIdentify } from '../../model/identity.ts';
import { createPosterSecret } from '../../people/posters.ts';
import { RENDERER } from '../../rendering/render-text.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { type CommandFixture, startCommandFixture } from '../../testing/command-fixture.ts';
import { listWrongCounters } from '../../testing/posts.ts';
import { openArchive, readLines } from './archive-file.ts';
import { importBatch, inBatches } from './import-batch.ts';
import { type ImportRequest, importForum } from './import-forum.ts';
import { readDialogs } from './read-dialogs.ts';
import { createImportedIdentities } from './read-post.ts';

const LINE = {
  topic: 'Q',
  title: 'How do I?',
  text: 'I do not know.',
  name: 'Anna',
  useremail: 'anna@example.com',
};

type Sent = Record<string, unknown>;

const publicUrl = 'https://forum.example';

describe('forum import', () => {
  let fixture: CommandFixture;
  let database: Database;
  let folder: string;
  let forums = 0;

  beforeAll(async () => {
    fixture = await startCommandFixture();
    ({ database } = fixture);
    folder = await mkdtemp(join(tmpdir(), 'guidepost-archive-'));
    await fixture.forum('account', 'create', 'Example Ltd', '--metadata');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await fixture.stop();
  });

  async function newForum(): Promise<{ slug: string; id: number }> {
    forums += 1;
    const slug = `forum-${forums}`;
    await fixture.forum('create', slug, '--account', 'Example Ltd', '--name', slug);
    return database.one('select id, slug from forums where slug = $1', [slug]);
  }

  async function importLines(slug: string, lines: (Sent | string | Buffer)[], ending = '\n') {
    const bytes = lines.map((line) =>
      typeof line === 'string' || Buffer.isBuffer(line)
        ? Buffer.from(line)
        : Buffer.from(JSON.stringify({ ...LINE, ...line })),
    );
    const path = join(folder, `${slug}.ndjson`);
    await writeFile(path, Buffer.concat(bytes.flatMap((line) => [line, Buffer.from(ending)])));
    const { code, stdout, stderr } = await fixture.forum('import', slug, path, '--json');
    return { code, stderr, path, summary: JSON.parse(stdout || 'null') };
  }

  it('imports dialogs with their comments, votes and tags, and counts them', async () => {
    const { slug, id } = await newForum();
    await fixture.forum('metadata', 'add', slug, 'order', '--type', 'integer', '--max', '1000');
    const { code, summary } = await importLines(slug, [
      {
        id: 41,
        pub_date: '2020-05-01T12:00:00.123456Z',
        tags: ['Delivery', { name: 'urgent', is_public: true }, 'DELIVERY'],
        state: 'answered',
        views: 1234,
        work_title: 'Customer',
        metadata: { order: 7 },
        votes: [
          { name: 'Bo', useremail: 'bo@example.com', pub_date: '2020-05-02T12:00:00+02:00' },
          { name: 'Bo again', useremail: 'BO@example.com' },
        ],
        comments: [
          {
            id: 7,
            name: 'Support',
            useremail: 's@example.com',
            text: 'Soon.',
            pub_date: '2020-06-01T12:00:00Z',
            is_org_reply: true,
          },
          { name: 'Anna', useremail: 'anna@example.com', text: 'Thanks!', pub_date: '2020-05-03T12:00:00Z' },
          { name: 'Spammer', text: 'Buy', pub_date: '2020-07-03T12:00:00Z', held: true },
        ],
      },
      { title: 'Archived', topic: 'praise', archived: true, tags: ['delivery'] },
    ]);
    expect(code).toBe(0);
    expect(summary).toEqual({
      slug,
      lines: 2,
      dialogs: 2,
      comments: 3,
      votes: 1,
      duplicates: 0,
      updated: 0,
      unchanged: 0,
      kept: 0,
      refused: 0,
      refused_comments: 0,
      refused_votes: 0,
      refused_marks: 0,
      refused_parents: 0,
      refused_addresses: 0,
      refused_files: 0,
      refusals: [],
      resumed_after: 0,
      finished_before: false,
      seconds: expect.any(Number),
    });
    const [dialog] = await database.any(
      `select topic, title, text, text_html, renderer, pub_date::text, last_activity::text, num_comments, num_votes, views,
         state, archived, author_name, work_title, metadata
       from dialogs where forum_id = $1 and id = 41`,
      [id],
    );
    expect(dialog).toEqual({
      topic: 'Q',
      title: LINE.title,
      text: LINE.text,
      text_html: '<p>I do not know.</p>',
      renderer: RENDERER,
      pub_date: '2020-05-01 12:00:00.123456+00',
      last_activity: '2020-06-01 12:00:00+00',
      num_comments: 2,
      num_votes: 1,
      views: 1234,
      state: 'answered',
      archived: false,
      author_name: 'Anna',
      work_title: 'Customer',
      metadata: { order: 7 },
    });
    expect(
      await database.any('select name, is_public, dialogs from tags where forum_id = $1 order by name', [id]),
    ).toEqual([
      { name: 'Delivery', is_public: false, dialogs: 1 },
      { name: 'urgent', is_public: true, dialogs: 1 },
    ]);
    expect(
      await database.any(
        'select archived, topic, dialogs from topic_counts where forum_id = $1 order by archived',
        [id],
      ),
    ).toEqual([
      { archived: false, topic: 'Q', dialogs: 1 },
      { archived: true, topic: 'B', dialogs: 1 },
    ]);
    const queued = await database.one('select count(*) as count from search_queue where tenant_id = $1', [
      id,
    ]);
    expect(queued.count).toBe(2);
  });

  it('takes over the addresses of pages and tags, each alone, from lines that have nothing else', async () => {
    const { slug, id } = await newForum();
    const further = [
      { address: 'discourse:tag:money', to: '/tags/Money' },
      { address: '/lost', to: '/4711' },
    ];
    const { code, stderr, path } = await importLines(slug, [
      { title: 'First', tags: ['Money'] },
      JSON.stringify({ addresses: further }),
      JSON.stringify({ addresses: [{ address: '/a' }] }),
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${path}:2: address /lost: Nothing is at /4711.`);
    expect(stderr).toContain(`${path}:3: addresses[0]: lacks "to"`);
    const rows = await database.any('select address, tag from addresses where forum_id = $1', [id]);
    expect(rows).toEqual([{ address: 'discourse:tag:money', tag: 'money' }]);
  });

  it('leaves every counter equal to a count of the rows', async () => {
    const { slug } = await newForum();
    await importLines(slug, [
      {
        title: 'a',
        tags: ['x', 'y'],
        comments: [{ name: 'A', text: 'x', pub_date: '1999-01-01T00:00:00Z' }],
      },
      { title: 'b', tags: ['x'], archived: true, votes: [{ name: 'A', useremail: 'a@example.com' }] },
      { title: 'c', tags: ['X'], comments: [{ name: 'A', text: 'x', held: true }] },
    ]);
    expect(await listWrongCounters(database)).toEqual([]);
  });

  it('joins posts with the same e-mail address and name only', async () => {
    const { slug, id } = await newForum();
    await importLines(slug, [
      { title: 'a' },
      { title: 'b', useremail: 'ANNA@example.com' },
      { title: 'c', name: 'Other' },
      { title: 'd', useremail: null, name: 'user 1' },
      { title: 'e', useremail: null, name: 'user 1' },
      { title: 'f', useremail: null, name: 'user 2' },
    ]);
    const rows = await database.any('select poster_id from dialogs where forum_id = $1 order by id', [id]);
    const [a, b, c, d, e, f] = rows.map(({ poster_id }) => poster_id);
    expect([b, e]).toEqual([a, d]);
    expect(new Set([a, c, d, f]).size).toBe(4);
  });

  it('recognizes a voter who votes again', async () => {
    const { slug, id } = await newForum();
    await importLines(slug, [{ votes: [{ name: 'Bo', useremail: 'bo@example.com' }] }]);
    const identify = createIdentify(createPosterSecret(database, undefined));
    const { person } = await identify({
      forumId: id,
      email: 'Bo@Example.com',
      name: 'B',
      sender: '10.0.0.1',
      keyed: false,
    });
    expect(await database.any('select voter from votes where forum_id = $1', [id])).toEqual([
      { voter: person },
    ]);
  });

  it('refuses the ids of deleted posts, which can be restored', async () => {
    const { slug, id } = await newForum();
    await importLines(slug, [{ title: 'a', comments: [{ name: 'A', text: 'x' }] }]);
    const [stored = { id: 0, comment: 0 }] = await database.any<{ id: number; comment: number }>(
      'select d.id, c.id as comment from dialogs d join comments c on c.dialog_id = d.id where d.forum_id = $1',
      [id],
    );
    await fixture.forum('dialog', 'delete', slug, String(stored.id));
    const { stderr, path } = await importLines(slug, [
      { title: 'b', id: stored.id },
      { title: 'c', comments: [{ id: stored.comment, name: 'A', text: 'x' }] },
    ]);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      `${path}:1: id: dialog ${stored.id} already exists`,
      `${path}:2: comments[0].id: comment ${stored.comment} already exists`,
    ]);
    await fixture.forum('dialog', 'undelete', slug, String(stored.id));
    const titles = 'select title, num_comments from dialogs where forum_id = $1 order by title';
    expect(await database.any(titles, [id])).toEqual([
      { title: 'a', num_comments: 1 },
      { title: 'c', num_comments: 0 },
    ]);
  });

  it('keeps free ids, refuses taken ones, and assigns higher ids to the rest', async () => {
    const { slug, id } = await newForum();
    const { unused } = await database.one(
      "select greatest(nextval('dialog_ids'), nextval('comment_ids')) + 1000 as unused",
    );
    const [dialog, comment] = [unused, unused + 1000];
    const { code, stderr, path, summary } = await importLines(slug, [
      { title: 'a', id: dialog },
      { title: 'b', id: dialog },
      { title: 'c', comments: [{ id: comment, name: 'A', text: 'x' }] },
      { title: 'd', comments: [{ id: comment, name: 'A', text: 'x' }] },
      {
        title: 'e',
        comments: [
          { id: comment + 1, name: 'A', text: 'x' },
          { id: comment + 1, name: 'A', text: 'y' },
        ],
      },
      { title: 'f', comments: [{ name: 'A', text: 'x' }] },
    ]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      `${path}:2: id: dialog ${dialog} already exists`,
      `${path}:4: comments[0].id: comment ${comment} already exists`,
      `${path}:5: comments[1].id: comment ${comment + 1} already exists`,
      '1 line and 2 comments were refused.',
      '',
    ]);
    expect(summary).toMatchObject({ dialogs: 5, comments: 3, refused: 1, refused_comments: 2 });
    const rows = await database.any('select title, id from dialogs where forum_id = $1 order by id', [id]);
    expect(rows).toEqual([
      { title: 'a', id: dialog },
      { title: 'c', id: comment + 2 },
      { title: 'd', id: comment + 3 },
      { title: 'e', id: comment + 4 },
      { title: 'f', id: comment + 5 },
    ]);
    const next = await database.one(
      "select nextval('dialog_ids') as dialog, nextval('comment_ids') as comment",
    );
    expect(next).toEqual({ dialog: comment + 6, comment: comment + 3 });
    expect(await importLines(slug, [{ title: 'g', id: comment + 2 }])).toMatchObject({ code: 1 });
  });

  it('keeps ids of later lines while earlier lines get new ones', async () => {
    const { slug } = await newForum();
    const first = await importLines(slug, [{ title: 'a', id: 300_000 }]);
    expect(first.code).toBe(0);
    const { summary } = await importLines(slug, [
      { title: 'b' },
      { title: 'c', id: 300_002 },
      { title: 'd' },
    ]);
    expect(summary).toMatchObject({ dialogs: 3, refused: 0 });
  });

  it('never lowers the id sequences', async () => {
    const { slug } = await newForum();
    await importLines(slug, [{ id: 400_000 }]);
    await importLines(slug, [{ title: 'b', id: 12 }]);
    expect(await database.one("select nextval('dialog_ids') as id")).toEqual({ id: 400_001 });
  });

  it('stores and counts duplicates in an archive', async () => {
    const { slug, id } = await newForum();
    const { summary } = await importLines(slug, [{}, {}, { text: '  I do\nnot  know. ' }]);
    expect(summary).toMatchObject({ dialogs: 3, duplicates: 2, refused: 0 });
    const rows = await database.any(
      'select content_hash is null as twice from dialogs where forum_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([{ twice: false }, { twice: true }, { twice: true }]);
    expect((await importLines(slug, [{ state: 'again' }])).summary).toMatchObject({
      dialogs: 1,
      duplicates: 1,
    });
  });

  it('imports a file once', async () => {
    const { slug } = await newForum();
    const before = await importLines(slug, [{}]);
    const again = await importLines(slug, [{}]);
    expect(again.summary).toMatchObject({ finished_before: true, dialogs: 1, resumed_after: 1 });
    expect(again.code).toBe(before.code);
    expect(await fixture.answerOf('show', slug)).toMatchObject({ dialogs: 1 });
  });

  it('keeps what posts were elsewhere, and takes none of them twice', async () => {
    const { slug, id } = await newForum();
    const line = {
      external: 'discourse:topic:12',
      earlier_votes: 3,
      votes: [{ name: 'Bo' }],
      comments: [
        { external: 'discourse:post:21', name: 'Bo', text: 'Well.', parent: 'discourse:post:22' },
        { external: 'discourse:post:22', name: 'Anna', text: 'So?' },
      ],
    };
    expect((await importLines(slug, [line])).code).toBe(0);
    expect(await database.any('select num_votes, external from dialogs where forum_id = $1', [id])).toEqual([
      { num_votes: 4, external: 'discourse:topic:12' },
    ]);
    const [first, second] = await database.any(
      'select id, parent_id, external from comments where forum_id = $1 order by id',
      [id],
    );
    expect(first).toMatchObject({ parent_id: second.id, external: 'discourse:post:21' });
    expect(await listWrongCounters(database)).toEqual([]);
    await fixture.forum(
      'dialog',
      'delete',
      slug,
      String((await database.one('select id from dialogs where forum_id = $1', [id])).id),
      '--yes',
    );
    const { code, stderr, path, summary } = await importLines(slug, [
      line,
      { title: 'New', comments: [...line.comments, { name: 'Bo', text: 'New.' }] },
    ]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      `${path}:2: comments[0].external: comment discourse:post:21 is here already`,
      `${path}:2: comments[1].external: comment discourse:post:22 is here already`,
      '2 comments were refused.',
      '',
    ]);
    expect(summary).toMatchObject({ dialogs: 1, comments: 1, kept: 1, refused: 0, refused_comments: 2 });
  });

  it('changes what changed there, and never what was changed here', async () => {
    const { slug, id } = await newForum();
    const post = (number: number, text: string) => ({
      external: `discourse:post:${number}`,
      name: 'Bo',
      text,
    });
    const dialog = (number: number, changes: Sent = {}) => ({
      external: `discourse:topic:${number}`,
      title: `Topic ${number}`,
      comments: [post(number * 10, 'One.'), post(number * 10 + 1, 'Two.')],
      votes: [{ name: 'Bo' }],
      ...changes,
    });
    const found = (...dates: string[]) => ({
      comments: [{ ...post(10, 'One.'), helpful: dates }, post(11, 'Two.')],
    });
    await importLines(slug, [dialog(1, found('2020-01-02T11:00:00Z')), dialog(2), dialog(3)]);
    const again = await importLines(slug, [dialog(1), dialog(2), dialog(3), '']);
    expect(again.summary).toMatchObject({
      dialogs: 0,
      comments: 0,
      votes: 0,
      updated: 0,
      unchanged: 9,
      kept: 0,
    });
    const rows = await database.any('select id from dialogs where forum_id = $1 order by title', [id]);
    const answers = await database.any('select id from comments where forum_id = $1 order by external', [id]);
    await fixture.answerOf('dialog', 'edit', slug, String(rows[1].id), '--title', 'Edited', '--by', 'Maja');
    await fixture.answerOf(
      'comment',
      'edit',
      slug,
      String(answers[0].id),
      '--text',
      'Edited.',
      '--by',
      'Maja',
    );
    const { code, stderr, summary } = await importLines(slug, [
      dialog(1, {
        text: 'Changed there.',
        earlier_votes: 5,
        votes: [{ name: 'Bo' }, { name: 'Anna' }],
        comments: [
          { ...post(10, 'Changed there.'), helpful: ['2020-01-02T11:00:00Z', '2020-03-04T11:00:00Z'] },
          { ...post(11, 'Two, changed.'), accepted: true },
          { ...post(12, 'Three.'), parent: 'discourse:post:11' },
        ],
      }),
      dialog(2, { title: 'Changed there' }),
      dialog(3),
    ]);
    expect({ code, stderr, summary }).toMatchObject({
      code: 0,
      stderr: '',
      summary: { dialogs: 0, comments: 1, votes: 1, updated: 2, unchanged: 5, kept: 2, refused: 0 },
    });
    const columns = 'title, text, num_comments, num_votes, accepted_comment';
    expect(
      await database.any(`select ${columns} from dialogs where forum_id = $1 order by id`, [id]),
    ).toEqual([
      {
        title: 'Topic 1',
        text: 'Changed there.',
        num_comments: 3,
        num_votes: 7,
        accepted_comment: answers[1].id,
      },
      { title: 'Edited', text: LINE.text, num_comments: 2, num_votes: 1, accepted_comment: null },
      { title: 'Topic 3', text: LINE.text, num_comments: 2, num_votes: 1, accepted_comment: null },
    ]);
    const [{ id: first }] = rows;
    expect(
      await database.any('select text, parent_id from comments where dialog_id = $1 order by external', [
        first,
      ]),
    ).toEqual([
      { text: 'Edited.', parent_id: null },
      { text: 'Two, changed.', parent_id: null },
      { text: 'Three.', parent_id: answers[1].id },
    ]);
    const helpful = 'select comment_id, voted_at from helpful_votes where forum_id = $1 order by voted_at';
    expect(await database.any(helpful, [id])).toEqual(
      ['2020-01-02T11:00:00Z', '2020-03-04T11:00:00Z'].map((date) => ({
        comment_id: answers[0].id,
        voted_at: new Date(date),
      })),
    );
    expect(await listWrongCounters(database)).toEqual([]);
  });

  it('has addresses of other systems lead to what they were, and names those that cannot', async () => {
    const { slug, id } = await newForum();
    const { code, stderr, path, summary } = await importLines(slug, [
      {
        addresses: ['/t/how-do-i/12', 'https://forum.acme.com/old%20page?a=b#c', '/ask'],
        comments: [{ name: 'Bo', text: 'Well.', addresses: ['/t/how-do-i/12/2', '/p/21'] }],
      },
    ]);
    expect({ code, summary }).toMatchObject({
      code: 1,
      summary: { dialogs: 1, comments: 1, refused_addresses: 1 },
    });
    expect(stderr).toBe(
      `${path}:1: address /ask: Readers see a page at this address.\n1 address was refused.\n`,
    );
    const [dialog, comment] = await database.any(
      `select id from dialogs where forum_id = $1 union all select id from comments where forum_id = $1`,
      [id],
    );
    expect(
      await database.any(
        'select address, dialog_id, comment_id from addresses where forum_id = $1 order by address',
        [id],
      ),
    ).toEqual([
      { address: '/old page', dialog_id: dialog.id, comment_id: null },
      { address: 'discourse:post:21', dialog_id: dialog.id, comment_id: comment.id },
      { address: 'discourse:topic:12', dialog_id: dialog.id, comment_id: null },
      { address: 'discourse:topic:12-2', dialog_id: dialog.id, comment_id: comment.id },
    ]);
  });

  it('stores the files of texts once, and refuses those that may not be there alone', async () => {
    const { slug, id } = await newForum();
    const directory = join(folder, 'stored');
    process.env.FORUM_FILES_DIRECTORY = directory;
    process.env.PUBLIC_URL = 'https://forum.example.com';
    try {
      await mkdir(join(folder, 'files'), { recursive: true });
      await writeFile(join(folder, 'files/a b.txt'), 'Read me.');
      await writeFile(join(folder, 'files/page.html'), '<script>alert(1)</script>');
      await symlink('/etc/passwd', join(folder, 'files/link.txt'));
      const paths = [
        'files/page.html',
        'files/link.txt',
        '../a.txt',
        '/etc/passwd',
        'files/none.png',
        'files',
      ];
      const led = ['/uploads/a b.txt', 'https://forum.acme.com/uploads/b.txt', 'discourse:upload:c', '/ask'];
      const note = { path: 'files/a b.txt', name: 'Notes.txt', addresses: led };
      const line = (title: string) => ({
        external: 'a:b:1',
        title,
        text: 'See files/a b.txt',
        files: [note],
        comments: [
          {
            external: 'a:b:2',
            name: 'Bo',
            text: 'files/a b.txt',
            files: [note, ...paths.map((path) => ({ path }))],
          },
        ],
      });
      const addresses = [{ address: '/old', to: 'file:files/none.png?a#b', name: 'None.png' }];
      const { code, stderr, path, summary } = await importLines(slug, [
        line('One'),
        JSON.stringify({ addresses }),
      ]);
      expect({ code, summary }).toMatchObject({
        code: 1,
        summary: { dialogs: 1, comments: 1, refused_files: 7, refused_addresses: 1 },
      });
      expect(stderr.split('\n').slice(0, 8)).toEqual([
        `${path}:1: comments[0].files[1]: This type of file is not accepted. Please send an image, sound, video, PDF, office document, text, CSV (UTF-8) or ZIP file. (id a:b:2)`,
        `${path}:1: comments[0].files[2]: leads out of the folder of the archive (id a:b:2)`,
        `${path}:1: comments[0].files[3]: must be a relative path with / and without .. (id a:b:2)`,
        `${path}:1: comments[0].files[4]: must be a relative path with / and without .. (id a:b:2)`,
        `${path}:1: comments[0].files[5]: there is no file files/none.png beside the archive (id a:b:2)`,
        `${path}:1: comments[0].files[6]: is no file (id a:b:2)`,
        `${path}:1: address /ask: Readers see a page at this address.`,
        `${path}:2: addresses[0]: there is no file files/none.png beside the archive`,
      ]);
      const stored = 'select token, media_type, name, bytes from files where forum_id = $1';
      const leading = 'select address, url from addresses where forum_id = $1 order by address';
      const [file, ...others] = await database.any(stored, [id]);
      expect([file, others]).toEqual([
        { token: expect.any(String), media_type: 'text/plain', name: 'Notes.txt', bytes: 8 },
        [],
      ]);
      const address = new RegExp(`^(See )?http.*/api/file/${slug}/${file.token}\\.txt$`);
      const texts =
        'select text from dialogs where forum_id = $1 union all select text from comments where forum_id = $1';
      for (const { text } of await database.any(texts, [id])) expect(text).toMatch(address);
      const url = expect.stringMatching(address);
      expect(await database.any(leading, [id])).toEqual(
        ['/uploads/a b.txt', '/uploads/b.txt', 'discourse:upload:c'].map((each) => ({ address: each, url })),
      );
      expect(await readFile(join(directory, `${id}-${file.token}.txt`), 'utf8')).toBe('Read me.');
      expect((await importLines(slug, [line('Two')])).summary).toMatchObject({ updated: 1, unchanged: 1 });
      expect(await database.any(stored, [id])).toHaveLength(1);
    } finally {
      delete process.env.PUBLIC_URL;
      delete process.env.FORUM_FILES_DIRECTORY;
    }
  });

  describe('in several batches', () => {
    const LINES = Array.from({ length: 1_500 }, (_, index) => ({
      ...LINE,
      title: `Dialog ${index}`,
      comments: [
        { name: 'Bo', text: 'Well.' },
        ...(index % 1_000 === 0 ? [{ name: 'Bo', text: '' }, { name: 7 }] : []),
      ],
      votes: index === 1_400 ? [{ name: '' }] : [],
    }));

    async function writeArchive(): Promise<string> {
      const path = join(folder, 'long.ndjson');
      await writeFile(path, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return path;
    }

    function start(slug: string, path: string, options: Partial<ImportRequest>) {
      const secret = createPosterSecret(database, undefined);
      const { signal } = new AbortController();
      return importForum(database, {
        slug,
        path,
        secret,
        publicUrl,
        signal,
        ...options,
      });
    }

    it('resumes after an interruption without loss or duplicates', async () => {
      const { slug } = await newForum();
      const path = await writeArchive();
      const interruption = new AbortController();
      const { signal } = interruption;
      await expect(start(slug, path, { signal, onBatch: () => interruption.abort() })).rejects.toThrow(
        'aborted',
      );
      expect(await fixture.answerOf('show', slug)).toMatchObject({ dialogs: 1_000, comments: 1_000 });
      expect(await start(slug, path, {})).toMatchObject({
        resumed_after: 1_000,
        lines: 1_500,
        dialogs: 1_500,
        comments: 1_500,
        duplicates: 0,
        refused: 0,
        refused_comments: 4,
        refused_votes: 1,
        refusals: expect.arrayContaining([
          { line: 1, reason: 'comments[1].text: must not be empty' },
          { line: 1_001, reason: 'comments[2]: lacks "text"' },
          { line: 1_401, reason: 'votes[0].name: must not be empty' },
        ]),
      });
      expect(await fixture.answerOf('show', slug)).toMatchObject({ dialogs: 1_500, comments: 1_500 });
    });

    it('rolls back a batch that fails', async () => {
      const { slug, id } = await newForum();
      const path = await writeArchive();
      await database.none(
        `create function fail_late() returns trigger language plpgsql as
           $$ begin if new.lines > 1000 then raise 'the disk is full'; end if; return new; end $$;
         create trigger fail_late before update on import_progress for each row execute function fail_late()`,
      );
      await expect(start(slug, path, {})).rejects.toThrow('the disk is full');
      await database.none('drop trigger fail_late on import_progress; drop function fail_late()');
      expect(await fixture.answerOf('show', slug)).toMatchObject({ dialogs: 1_000, comments: 1_000 });
      expect(await database.one('select lines from import_progress where forum_id = $1', [id])).toEqual({
        lines: 1_000,
      });
    });

    it('stops when the forum is deleted, even if its slug is used again', async () => {
      const { slug } = await newForum();
      const path = await writeArchive();
      const forum = await requireForum(database, slug);
      const file = await openArchive(path);
      const identities = await createImportedIdentities(createPosterSecret(database, undefined), forum.id);
      await fixture.forum('delete', slug, '--yes');
      await fixture.forum('create', slug, '--account', 'Example Ltd', '--name', 'Another');
      for await (const batch of inBatches(
        readDialogs(readLines(file, 0), {
          forum,
          identities,
          placeFile: async () => '',
          ownLinks: { expand: (text) => text },
          kindsOf: async () => kindByEnding,
        }),
      )) {
        await expect(importBatch(database, { forum, file, publicUrl, from: 0 }, batch)).rejects.toThrow(
          `There is no forum ${slug}.`,
        );
      }
      expect(await fixture.answerOf('show', slug)).toMatchObject({ name: 'Another', dialogs: 0 });
    });

    it('stops when another import of the same file was faster', async () => {
      const { slug } = await newForum();
      const path = await writeArchive();
      const [forum, file] = [await requireForum(database, slug), await openArchive(path)];
      const identities = await createImportedIdentities(createPosterSecret(database, undefined), forum.id);
      await start(slug, path, {});
      for await (const batch of inBatches(
        readDialogs(readLines(file, 0), {
          forum,
          identities,
          placeFile: async () => '',
          ownLinks: { expand: (text) => text },
          kindsOf: async () => kindByEnding,
        }),
      )) {
        await expect(importBatch(database, { forum, file, publicUrl, from: 0 }, batch)).rejects.toThrow(
          `Another import of this file into ${slug} is running.`,
        );
      }
      expect(await fixture.answerOf('show', slug)).toMatchObject({ dialogs: 1_500, comments: 1_500 });
    });
  });

  it('raises the revision once per batch, and not if every line is refused', async () => {
    const { slug, id } = await newForum();
    await importLines(slug, ['{}']);
    await importLines(slug, [{ title: 'a' }, { title: 'b' }]);
    expect(await database.one('select revision from forums where id = $1', [id])).toEqual({ revision: 3 });
  });

  it('refuses a line with its number and reason, and imports the others', async () => {
    const { slug } = await newForum();
    const tooLong = { external: 'a:b:4', text: 'x'.repeat(5_000_000) };
    const lines = [{ title: 'before' }, '{"topic"', { title: 'after' }, tooLong];
    const { code, stderr, path, summary } = await importLines(slug, lines);
    expect(code).toBe(1);
    expect(summary).toMatchObject({
      dialogs: 2,
      refused: 2,
      refusals: [
        { line: 2, reason: 'not JSON' },
        { line: 4, id: 'a:b:4', reason: 'text: This can have at most 100,000 characters.' },
      ],
    });
    expect(stderr).toContain(`${path}:2: not JSON\n`);
    expect(stderr).toContain(`${path}:4: text: This can have at most 100,000 characters. (id a:b:4)\n`);
  });

  it('refuses a comment and a vote alone, and imports the dialog without what cannot be shown', async () => {
    const { slug, id } = await newForum();
    const lines = [
      {
        title: 'Build fails',
        text: 'It says \u001b[31merror\u001b[0m',
        comments: [
          { name: 'Karin', text: 'Clean first.' },
          { name: 'Spam', text: '\u2800' },
        ],
        votes: [{ name: 'Bo' }, { name: 'x'.repeat(101) }],
      },
    ];
    const { code, stderr, path, summary } = await importLines(slug, lines);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      `${path}:1: votes[1].name: This can have at most 100 characters.`,
      `${path}:1: comments[1].text: must not be empty`,
      '1 comment and 1 vote were refused.',
      '',
    ]);
    const counts = { dialogs: 1, comments: 1, votes: 1, refused: 0, refused_comments: 1, refused_votes: 1 };
    expect(summary).toMatchObject(counts);
    const stored = 'select text, num_comments, num_votes from dialogs where forum_id = $1';
    expect(await database.one(stored, [id])).toEqual({
      text: 'It says [31merror[0m',
      num_comments: 1,
      num_votes: 1,
    });
    const again = await fixture.forum('import', slug, path);
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('comments  1, 1 more refused')]);
  });

  it.each([
    ['U+0000', '\0', '\ufffd'],
    ['a lone surrogate', '\ud800', '\ufffd'],
    ['a terminal escape', '\u001b[2J', '\ufffd[2J'],
    ['extreme length', 'x'.repeat(1_000_000), 'x'.repeat(280)],
  ])('refuses an unknown property whose name has %s, and imports the others', async (_, name, shown) => {
    const { slug } = await newForum();
    const lines = [{ title: 'before' }, { [name]: 1 }, { metadata: { [name]: 1 } }, { title: 'after' }];
    const { stderr, path, summary } = await importLines(slug, lines);
    expect(summary).toMatchObject({ dialogs: 2, refused: 2 });
    expect(stderr.startsWith(`${path}:2: unknown property "${shown}`)).toBe(true);
    expect(stderr.length).toBeLessThan(1_000);
  });

  it('refuses an over-long line and continues after it', async () => {
    const { slug } = await newForum();
    const { summary } = await importLines(slug, [{}, 'x'.repeat(32_000_001), { title: 'after' }]);
    expect(summary).toMatchObject({ dialogs: 2, refusals: [{ line: 2, reason: 'longer than 32 MB' }] });
  });

  it.each([
    ['Windows line breaks', [{ title: 'a' }, { title: 'b' }], '\r\n'],
    ['empty lines', [{ title: 'a' }, '', '  ', { title: 'b' }], '\n'],
    ['a byte order mark', [`\u{feff}${JSON.stringify({ ...LINE, title: 'a' })}`, { title: 'b' }], '\n'],
  ])('accepts %s', async (_, lines, ending) => {
    const { slug } = await newForum();
    const { code, summary } = await importLines(slug, lines, ending);
    expect({ code, dialogs: summary.dialogs, refused: summary.refused }).toEqual({
      code: 0,
      dialogs: 2,
      refused: 0,
    });
  });

  it('accepts a last line without a line break', async () => {
    const { slug } = await newForum();
    const path = join(folder, 'no-end.ndjson');
    await writeFile(path, `${JSON.stringify(LINE)}\n${JSON.stringify({ ...LINE, title: 'last' })}`);
    expect(await fixture.answerOf('import', slug, path)).toMatchObject({ lines: 2, dialogs: 2 });
  });

  it.each([
    ['a missing file', '/nowhere/archive.ndjson', 'there is no such file'],
    ['a folder', '/', 'has no topics of Discourse, such as /t/12.json?include_raw=1 answers'],
  ])('reports in one line that it cannot read %s', async (_, path, reason) => {
    const { slug } = await newForum();
    expect(await fixture.forum('import', slug, path)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${path}: ${reason}.\n`,
    });
  });

  it('reports in one line that there is no such forum', async () => {
    const { path } = await importLines((await newForum()).slug, [{}]);
    expect(await fixture.forum('import', 'nowhere', path)).toMatchObject({
      code: 1,
      stderr: 'There is no forum nowhere.\n',
    });
  });
});
