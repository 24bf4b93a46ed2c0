import { png } from '@guidepost/files/testing';
import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { releaseComments, setOrgReply } from '../posts/change-comments.ts';
import { archiveDialogs, restoreDialogs, setState } from '../posts/change-dialogs.ts';
import { deleteComments, deleteDialogs } from '../posts/delete-posts.ts';
import { tagDialog, untagDialog } from '../posts/tag-dialogs.ts';
import { type Commands, commandsOn } from '../testing/command-fixture.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { type FileService, startFileService } from '../testing/file-service.ts';
import { emptyForum, type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import {
  COMMENT,
  countEverything,
  DIALOG,
  listWrongCounters,
  operatorNamed,
  REPORT,
  VOTE,
} from '../testing/posts.ts';
import { undeleteDialogs } from './undelete-dialogs.ts';

describe('files', () => {
  let service: FileService;
  let commands: Commands;

  beforeEach(async () => {
    service = await startFileService();
    commands = commandsOn(service.url);
    await writeForum(service.database, { slug: 'quiet' });
  });

  afterEach(() => {
    delete process.env.FORUM_FILES_DIRECTORY;
  });

  afterEach(async () => {
    commands.release();
    await service.stop();
  });

  /** Posts a file and returns its name. */
  async function keep(bytes: Buffer | string, name: string): Promise<string> {
    const { text } = await service.postFile(bytes, name).expect(201);
    return text.slice(text.lastIndexOf('/') + 1);
  }

  describe('forum file list', () => {
    it('lists files with their keys, newest first', async () => {
      const first = await keep(png(), 'first.png');
      const second = await keep('a;b\n1;2\n', 'second.txt');
      const common = { access_key: 'test', staff: null, member: null, posted_at: expect.any(String) };
      expect(await commands.answerOf('file', 'list', 'help')).toEqual([
        { file: second, media_type: 'text/csv', bytes: 8, name: 'second.csv', ...common },
        { file: first, media_type: 'image/png', bytes: png().length, name: 'first.png', ...common },
      ]);
      const { stdout } = await commands.forum('file', 'list', 'help');
      expect(stdout).toMatch(/^FILE +TYPE +BYTES +SAVED AS +BY +POSTED \(UTC\)\n/);
      expect(stdout).toMatch(new RegExp(String.raw`^${first} .* \d{4}-\d\d-\d\d \d\d:\d\d$`, 'm'));
    });

    it('adds up to the storage in forum account show', async () => {
      await keep(png(), 'a.png');
      await keep('x'.repeat(250_000), 'a.txt');
      const stored_bytes = png().length + 250_000;
      expect(await commands.answerOf('account', 'show', 'help')).toMatchObject({ stored_bytes });
      const { stdout } = await commands.forum('account', 'show', 'help');
      expect(stdout).toMatch(/^Storage used +250 kB$/m);
    });

    it('reports when there are no files, and no forum', async () => {
      expect((await commands.forum('file', 'list', 'quiet')).stdout).toBe('The forum has no files.\n');
      expect(await commands.forum('file', 'list', 'nowhere')).toMatchObject({
        code: 1,
        stderr: 'There is no forum nowhere.\n',
      });
    });
  });

  describe('forum file delete', () => {
    const remove = (...files: string[]) => commands.forum('file', 'delete', 'help', ...files, '--yes');

    it('deletes files and their bytes, by address or name, with an audit entry', async () => {
      Object.assign(process.env, service.variables);
      const names = [await keep(png(), 'a.png'), await keep('text', 'b.txt')];
      const [one = '', other = ''] = names;
      const before = await service.storedFiles();
      const typed = [`https://forum.example/api/file/help/${one}`, other, one];
      const command = ['file', 'delete', 'help', ...typed, '--yes', '--by', 'Maja'];
      expect(await commands.answerOf(...command)).toEqual({
        slug: 'help',
        files: names,
        deleted: true,
      });
      for (const name of names) await service.get(`/api/file/help/${name}`).expect(404);
      expect(await service.storedFiles()).toEqual(
        before.filter((name) => !names.some((gone) => name.includes(gone))),
      );
      expect(await commands.answerOf('audit', 'list', 'help', '--limit', '2')).toMatchObject(
        [other, one].map((file) => ({ by: 'Maja', action: 'file delete', details: { file } })),
      );
    });

    it('reports that bytes are deleted later if it does not know the directory', async () => {
      const name = await keep(png(), 'a.png');
      const { stdout } = await remove(name);
      expect(stdout).toBe(
        `Deleted ${name}.\nThe running service deletes the contents within a day, because FORUM_FILES_DIRECTORY is not set here.\n`,
      );
      await service.get(`/api/file/help/${name}`).expect(404);
      expect((await service.storedFiles()).some((kept) => kept.includes(name))).toBe(true);
    });

    it('deletes nothing if one of them does not exist, or has another ending', async () => {
      const [name, other] = [await keep(png(), 'a.png'), await keep('text', 'b.txt')];
      for (const missing of [`${'x'.repeat(22)}.png`, other.replace('.txt', '.png')])
        expect(await remove(name, missing)).toMatchObject({
          code: 1,
          stderr: `help has no file ${missing}.\n`,
        });
      for (const kept of [name, other]) await service.get(`/api/file/help/${kept}`).expect(200);
    });

    it('requires confirmation and names', async () => {
      const name = await keep(png(), 'a.png');
      expect(await commands.forum('file', 'delete', 'help', name)).toMatchObject({ code: 2 });
      expect(await remove('a.png')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('It must be a name from forum file list'),
      });
    });
  });
});

describe('moderation while posting', () => {
  const EDITOR = { slug: 'help', actor: operatorNamed('Maja'), action: 'dialog archive' } as const;
  const STEPS = 40;

  let service: ModeratedService;

  beforeAll(async () => {
    service = await startModeratedService();
    await service.answerOf('set', 'help', 'hold', 'links');
    await service.settled('help');
  });

  afterAll(() => service.stop());

  const post = async (path: string, body: object) => (await service.request.post(path).send(body)).status;

  /** Reproducible pseudo-random numbers below a limit (Park and Miller). */
  function createNumbers(seed: number): (limit: number) => number {
    let state = seed;
    return (limit) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % limit;
    };
  }

  describe('moderation during posts', () => {
    const idsIn = async (table: 'dialogs' | 'comments') =>
      (await service.database.any<{ id: number }>('select id from $1:name order by id', [table])).map(
        ({ id }) => id,
      );

    /** Changes of editors, each to some of the content. */
    const CHANGES = [
      (dialogs: number[]) => archiveDialogs(service.database, EDITOR, dialogs),
      (dialogs: number[]) => restoreDialogs(service.database, EDITOR, dialogs),
      (dialogs: number[]) =>
        setState(service.database, EDITOR, { ids: dialogs, state: `state ${dialogs.length}` }),
      (dialogs: number[]) => deleteDialogs(service.database, EDITOR, dialogs.slice(0, 1)),
      ([dialogId = 0]: number[], tag: string) =>
        tagDialog(service.database, EDITOR, { dialogId, tags: ['common', tag] }),
      ([dialogId = 0]: number[], tag: string) =>
        untagDialog(service.database, EDITOR, { dialogId, tags: [tag, 'a'] }),
      (_: number[], __: string, comments: number[]) => releaseComments(service.database, EDITOR, comments),
      (_: number[], __: string, comments: number[]) =>
        deleteComments(service.database, EDITOR, comments.slice(0, 1)),
      (_: number[], __: string, ids: number[]) =>
        setOrgReply(service.database, EDITOR, { ids, isOrgReply: true }),
    ];

    async function edit(seed: number): Promise<void> {
      const number = createNumbers(seed);
      const some = (ids: number[]) => ids.filter(() => number(ids.length) < 3);
      for (let step = 0; step < STEPS; step += 1) {
        const [dialogs, comments] = [some(await idsIn('dialogs')), some(await idsIn('comments'))];
        const change = CHANGES[number(CHANGES.length)];
        // Another editor may have deleted it.
        await change?.(dialogs, `tag ${number(3)}`, comments).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
        });
      }
    }

    async function postMuch(seed: number): Promise<number[]> {
      const number = createNumbers(seed);
      const statuses: number[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        const ids = await idsIn('dialogs');
        const id = ids[number(ids.length + 1)] ?? 1;
        const who = { name: `Name ${number(3)}`, useremail: `${number(5)}@example.com` };
        const text = `${seed} ${step}${number(2) === 0 ? ' https://example.com/' : ''}`;
        const tags = ['a,b', 'B,common', 'tag 1,a'][number(3)];
        const [path, body] = (
          [
            ['/api/help', { ...DIALOG, ...who, title: text, text }],
            [
              `/api/help?key=${service.key}`,
              { ...DIALOG, ...who, title: text, tags, archived: number(3) === 0 },
            ],
            [`/api/comment/help/${id}`, { ...COMMENT, ...who, text }],
            [`/api/comment/help/${id}?key=${service.key}`, { ...COMMENT, ...who, text }],
            [`/api/vote/help/${id}`, { ...VOTE, ...who }],
            [`/api/report-dialog/help/${id}`, { ...REPORT, ...who }],
          ] as const
        )[number(6)] ?? ['', {}];
        statuses.push(await post(path, body));
      }
      return statuses;
    }

    it('does not deadlock, and keeps all counters and search right', async () => {
      const ids = Array.from({ length: 8 }, (_, index) => ({ id: 1_000_001 + index, tags: ['a', 'common'] }));
      await writeDialogs(service.database, service.forumId, ids);
      const [statuses] = await Promise.all([
        Promise.all([11, 12, 13].map(postMuch)),
        Promise.all([21, 22].map(edit)),
      ]);
      expect(
        [...new Set(statuses.flat())].filter((status) => ![201, 403, 404, 409].includes(status)),
      ).toEqual([]);
      expect(await listWrongCounters(service.database)).toEqual([]);
      expect(
        await service.database.any(
          'select name from tags t where not exists (select from dialog_tags x where x.tag_id = t.id)',
        ),
      ).toEqual([]);
      await service.indexed();
      expect(
        await service.database.any(
          `select d.id, s.hidden from dialogs d
         full join search_documents s on s.tenant_id = d.forum_id and s.document_id = d.id
         where d.id is null or s.document_id is null or d.archived <> s.hidden`,
        ),
      ).toEqual([]);
    });
  });

  describe.each([
    ['deleted', false],
    ['deleted permanently', true],
  ])('a dialog that is %s', (_, permanently) => {
    const ID = 2_000_001;
    const remove = (database: Executor, id: number) => deleteDialogs(database, EDITOR, [id], { permanently });
    const restore = (id: number) => undeleteDialogs(service.database, EDITOR, [id]);

    /** How many there are, and how many once the dialog is restored, if it can be. */
    async function countAfter(id: number) {
      const gone = await countEverything(service.database);
      expect(await listWrongCounters(service.database)).toEqual([]);
      const outcome = await restore(id).then(
        () => 'restored',
        ({ kind }) => kind,
      );
      expect(outcome).toBe(permanently ? 'not-found' : 'restored');
      expect(await listWrongCounters(service.database)).toEqual([]);
      return { gone, restored: await countEverything(service.database) };
    }

    beforeEach(async () => {
      await emptyForum(service.database, service.forumId);
      await writeDialogs(service.database, service.forumId, [{ id: ID }]);
    });

    it.each([
      ['a comment', `/api/comment/help/${ID}`, COMMENT],
      ['a comment that would be held', `/api/comment/help/${ID}`, { ...COMMENT, text: 'http://a.example' }],
      ['a vote', `/api/vote/help/${ID}`, VOTE],
      ['a report', `/api/report-dialog/help/${ID}`, REPORT],
    ])('is a 404 for a concurrent %s, and nothing is stored', async (__, path, body) => {
      const { status } = await service.database.tx(async (transaction) => {
        await remove(transaction, ID);
        const status = post(path, body);
        await untilBlocked(service.database);
        return { status };
      });
      expect(await status).toBe(404);
      const { gone, restored } = await countAfter(ID);
      const { search_queue, topic_counts, revision, posters, ...rows } = gone;
      expect(new Set(Object.values(rows))).toEqual(new Set([0]));
      expect(posters).toBe(permanently ? 0 : 1);
      expect(restored).toMatchObject({ comments: 0, votes: 0, reports: 0 });
    });

    /** Blocks everything that raises the revision until `work` is done. */
    async function withRevisionLocked<Result>(work: () => Promise<Result>): Promise<Result> {
      return service.database.tx(async (transaction: Executor) => {
        await transaction.any('select from forums where id = $1 for no key update', [service.forumId]);
        return work();
      });
    }

    it('takes a concurrent comment with it', async () => {
      const { status, deleting } = await withRevisionLocked(async () => {
        const status = post(`/api/comment/help/${ID}`, COMMENT);
        await untilBlocked(service.database);
        const deleting = remove(service.database, ID);
        await untilBlocked(service.database, 2);
        return { status, deleting };
      });
      expect([await status, await deleting]).toEqual([201, [ID]]);
      const { gone, restored } = await countAfter(ID);
      expect(gone).toMatchObject({ comments: 0, posters: permanently ? 0 : 2, recent_comments: 0 });
      expect(restored.comments).toBe(permanently ? 0 : 1);
    });

    it('keeps its author if they post another at the same time', async () => {
      await post('/api/help', DIALOG);
      const { id } = await service.database.one('select max(id) as id from dialogs where id <> $1', [ID]);
      const { status, deleting } = await withRevisionLocked(async () => {
        const status = post('/api/help', { ...DIALOG, title: 'Another' });
        await untilBlocked(service.database);
        const deleting = remove(service.database, id);
        await untilBlocked(service.database, 2);
        return { status, deleting };
      });
      expect([await status, await deleting]).toEqual([201, [id]]);
      const { gone, restored } = await countAfter(id);
      // Without a proof of the address, each dialog has a poster of its own.
      expect(gone).toMatchObject({ dialogs: 2, posters: permanently ? 2 : 3 });
      expect(restored).toMatchObject({ dialogs: permanently ? 2 : 3, posters: gone.posters });
    });

    it('does not wait for its author’s concurrent comment, of which nothing is left', async () => {
      await post(`/api/help?key=${service.key}`, { ...DIALOG, tags: 'locked' });
      const { id } = await service.database.one('select max(id) as id from dialogs where id <> $1', [ID]);
      const { status, deleting } = await service.database.tx(async (transaction) => {
        await transaction.any("select from tags where folded_name = 'locked' for update");
        const deleting = remove(service.database, id);
        await untilBlocked(service.database);
        const { name, useremail } = DIALOG;
        const status = post(`/api/comment/help/${id}?key=${service.key}`, { ...COMMENT, name, useremail });
        await untilBlocked(service.database, 2);
        return { status, deleting };
      });
      expect([await status, await deleting]).toEqual([404, [id]]);
      const { gone, restored } = await countAfter(id);
      expect(gone).toMatchObject({ dialogs: 1, posters: permanently ? 1 : 2 });
      expect(restored).toMatchObject({ dialogs: permanently ? 1 : 2, comments: 0 });
    });
  });
});
