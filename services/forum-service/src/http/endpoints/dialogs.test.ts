import { until } from '@guidepost/local-servers/testing';
import type { ContentReader } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createContext } from '../../context.ts';
import { listComments, NEWEST_FIRST } from '../../posts/comments.ts';
import { findDialog, findDialogWithComments } from '../../posts/read-dialog.ts';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { COMMENT, countEverything, DIALOG, VOTE } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('GET /api/dialog/:slug/:id.json', () => {
  let service: TestService;
  let key: string;
  let forumId: number;

  beforeAll(async () => {
    service = await startTestService();
    const help = await writeForum(service.database, { slug: 'help' });
    forumId = help;
    key = await writeKey(service.database, help);
    await writeDialogs(service.database, help, [
      { id: 1, title: 'a</b', name: '<i>', work_title: 'Editor', state: 'answered', tags: ['urgent', 'Älg'] },
      { id: 2, archived: true, tags: ['urgent'] },
      { id: 3 },
    ]);
    const other = await writeForum(service.database, { slug: 'other' });
    await writeDialogs(service.database, other, [{ id: 4 }]);
  });

  afterAll(() => service.stop());

  it('shows a dialog as in lists', async () => {
    const { body } = await service.get('/api/dialog/help/1.json').expect(200);
    const list = await service.get('/api/help.json?sort=id&limit=1');
    expect([body]).toEqual(list.body);
    expect(body).toMatchObject({ state: 'answered', user: { work_title: 'Editor' } });
  });

  it('puts a space after a < that could open a tag in titles and names', async () => {
    const { body } = await service.get('/api/dialog/help/1.json');
    expect([body.title, body.user.first_name]).toEqual(['a< /b', '< i>']);
  });

  it('includes the tag records with a key, sorted by name', async () => {
    const { body } = await service.get(`/api/dialog/help/1.json?key=${key}`).expect(200);
    expect(body.tags).toEqual([
      {
        name: 'Älg',
        count: 1,
        is_public: false,
        uri: 'https://forum.example/api/tag/help/%C3%84lg.json',
      },
      { name: 'urgent', count: 1, is_public: false, uri: 'https://forum.example/api/tag/help/urgent.json' },
    ]);
    expect((await service.get(`/api/dialog/help/3.json?key=${key}`)).body.tags).toEqual([]);
  });

  it('includes archived only with a key', async () => {
    const archivedOf = async (query: string) =>
      (await service.get(`/api/dialog/help/2.json${query}`)).body.archived;
    expect(await archivedOf(`?key=${key}`)).toBe(true);
    expect(await archivedOf('')).toBeUndefined();
  });

  it('includes neither tags nor archived without a key, even for an archived dialog', async () => {
    const { body } = await service.get('/api/dialog/help/2.json').expect(200);
    expect(Object.keys(body)).toEqual([
      'id',
      'uri',
      'comments_uri',
      'absolute_url',
      'topic',
      'title',
      'text',
      'pub_date',
      'last_activity',
      'num_comments',
      'num_votes',
      'popularity',
      'state',
      'user',
    ]);
  });

  it.each<[string, (content: ContentReader, id: number) => Promise<unknown>]>([
    ['dialogs', (content, id) => findDialog(content, { forumId, id, keyed: false })],
    [
      'comments',
      (content, dialogId) => {
        const slice = { start: 0, limit: 50, mostBytes: 1_000 };
        return listComments(content, { forumId, dialogId, keyed: false, order: NEWEST_FIRST, ...slice });
      },
    ],
    [
      'pages of dialogs',
      (content, id) =>
        findDialogWithComments(content, {
          forum: { id: forumId, language: 'en' },
          id,
          start: 0,
          limit: 50,
          mostBytes: 1_000,
        }),
    ],
  ])('%s are read together as they are alone', async (_, read) => {
    const ids = [1, 2, 9, 3, 4, 1];
    const content = service.context.content.of({ id: forumId, revision: 0 });
    service.takeStatements();
    const together = await Promise.all(ids.map((id) => read(content, id)));
    expect(service.takeStatements()).toHaveLength(2);
    expect(together).toEqual(await Promise.all(ids.map((id) => read(service.database, id))));
    expect(together.map((found) => found !== null)).toEqual([true, true, false, true, false, true]);
  });

  it.each([
    ['unknown', '9'],
    ["another forum's", '4'],
    ['zero', '0'],
    ['negative', '-1'],
    ['with leading zeros', '01'],
    ['not a number', 'x'],
    ['2^53 − 1, the greatest id', '9007199254740991'],
    ['2^53', '9007199254740992'],
    ['beyond 64 bits', '99999999999999999999'],
    ['followed by U+0000', '1%00'],
    ['followed by a lone surrogate', '1%ED%A0%80'],
    ['broken percent-encoding', '%'],
  ])('is a 404 when the id is %s', async (_, id) => {
    await service.get(`/api/dialog/help/${id}.json`).expect(404, 'Not Found');
    await service.get(`/api/comment/help/${id}.json`).expect(404, 'Not Found');
  });
});

describe('a new dialog', () => {
  let service: TestService;
  let forumId: number;
  let key: string;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    forumId = await writeForum(service.database, { slug: 'help' });
    ({ key } = await issueAccessKey(service.database, 'help', { name: 'test' }));
    await service.settled('help');
  });

  afterAll(() => service.stop());

  const post = (body: object, path = '/api/help') => service.request.post(path).send(body);

  describe('POST /api/:slug', () => {
    it('creates a dialog, available at the returned address', async () => {
      const answer = await post(DIALOG);
      expect([answer.status, answer.text]).toEqual([201, 'Created']);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      const address = new URL(String(answer.headers.location));
      expect(address.origin).toBe('https://forum.example');
      const { body } = await service.get(address.pathname).expect(200);
      expect(body).toMatchObject({
        topic: 'Q',
        title: 'How do I start?',
        text: '<p>I have read<br>the manual.</p>',
        num_comments: 0,
        user: { first_name: 'Anna Berg', work_title: null },
      });
    });

    it('writes one row of each kind, and queues the dialog for search', async () => {
      const before = await countEverything(service.database);
      await post({ ...DIALOG, title: 'Counted', useremail: 'counted@example.com' }).expect(201);
      expect(await countEverything(service.database)).toEqual({
        ...before,
        posters: before.posters + 1,
        dialogs: before.dialogs + 1,
        topic_counts: expect.any(Number),
        post_addresses: before.post_addresses + 1,
        search_queue: before.search_queue + 1,
        revision: before.revision + 1,
      });
    });

    it('takes one statement, also right after another post', async () => {
      await post({ ...DIALOG, title: 'First of two' }).expect(201);
      service.takeStatements();
      await post({ ...DIALOG, title: 'Second of two' }).expect(201);
      expect(service.takeStatements()).toEqual([expect.stringContaining('insert into dialogs')]);
    });

    it('skips ids that an import has just taken', async () => {
      const { id } = await service.database.one<{ id: number }>("select nextval('dialog_ids') + 1 as id");
      await writeDialogs(service.database, forumId, [
        { id, poster_id: 900_001 },
        { id: id + 1, poster_id: 900_001 },
      ]);
      const { headers } = await post({ ...DIALOG, title: 'Passes over' }).expect(201);
      expect(headers.location).toMatch(new RegExp(`/${id + 2}\\.json$`));
    });

    it('is a 409 for a duplicate title and text, and nothing is stored', async () => {
      await post({ ...DIALOG, title: 'Twice' }).expect(201);
      const before = await countEverything(service.database);
      for (const changes of [
        {},
        { title: ' Twice ', text: 'I have  read the\nmanual.' },
        { name: 'C', topic: 'P' },
      ]) {
        const answer = await post({ ...DIALOG, title: 'Twice', ...changes });
        expect([answer.status, answer.text, answer.type]).toEqual([409, 'Conflict/Duplicate', 'text/plain']);
      }
      expect(await countEverything(service.database)).toEqual(before);
    });

    it('archives it at once with a key: available at its address, but in no list', async () => {
      const total = async () => (await service.get('/api/help.json')).headers['x-totalresults'];
      const before = await total();
      const body = { ...DIALOG, title: 'Archived', archived: true };
      const answer = await post(body, `/api/help?key=${key}`).expect(201);
      expect(answer.headers.location).not.toContain('key');
      await service.get(new URL(String(answer.headers.location)).pathname).expect(200);
      expect(await total()).toBe(before);
    });
  });

  describe('other instances', () => {
    it('see dialogs, comments and votes', async () => {
      const other = createContext(service.context.config, { logger: service.context.logger });
      await until('the other instance listens', () => other.revisions.listening);
      const { headers } = await post({ ...DIALOG, title: 'Heard of' });
      const id = /(\d+)\.json$/.exec(String(headers.location))?.[1];
      const posts = [
        () => post({ ...DIALOG, title: 'Heard of, too' }),
        () => post(COMMENT, `/api/comment/help/${id}`),
        () => post(VOTE, `/api/vote/help/${id}`),
      ];
      for (const send of posts) {
        expect((await send()).status).toBe(201);
        const { revision } = await service.database.one('select revision from forums where id = $1', [
          forumId,
        ]);
        await until('it knows of the post', () => other.revisions.isCurrent(forumId, revision));
      }
      await other.close();
    });
  });
});
