import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { writeComments, writeDialogs, writeForum } from '../../testing/content.ts';
import { COMMENT, countEverything, idsOf } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('reading comments', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const help = await writeForum(service.database, { slug: 'help' });
    await writeDialogs(service.database, help, [{ id: 1 }, { id: 2, archived: true }, { id: 3 }]);
    await writeComments(service.database, help, [
      { id: 11, dialog_id: 1, pub_date: '2026-02-02T10:00:00Z', name: 'örjan', poster_id: 3 },
      { id: 12, dialog_id: 1, pub_date: '2026-02-01T10:00:00Z', name: 'Anna <b>', poster_id: 2, text: 'x' },
      { id: 13, dialog_id: 1, pub_date: '2026-02-01T10:00:00Z', name: 'bertil', poster_id: 2 },
      { id: 14, dialog_id: 1, held: true, text: 'not reviewed yet' },
      { id: 21, dialog_id: 2, is_org_reply: true, work_title: 'Support' },
    ]);
    const answer = 'update comments set parent_id = $2 where id = $1';
    for (const ids of [
      [11, 12],
      [13, 14],
      [21, 12],
    ])
      await service.database.none(answer, ids);
    const other = await writeForum(service.database, { slug: 'other' });
    await writeDialogs(service.database, other, [{ id: 4 }]);
    await writeComments(service.database, other, [{ id: 41, dialog_id: 4 }]);
  });

  afterAll(() => service.stop());

  const ids = async (query: string) => idsOf(await service.get(`/api/comment/help/1.json?${query}`));

  describe('GET /api/comment/:slug/:id.json', () => {
    it('lists the comments of a dialog, most recent first', async () => {
      const answer = await service.get('/api/comment/help/1.json').expect(200);
      expect(idsOf(answer)).toEqual([11, 13, 12]);
      expect(answer.headers['x-totalresults']).toBe('3');
    });

    it('is an empty list without comments', async () => {
      const answer = await service.get('/api/comment/help/3.json').expect(200, []);
      expect(answer.headers['x-totalresults']).toBe('0');
    });

    it('shows every field of a comment', async () => {
      const { body } = await service.get('/api/comment/help/1.json?sort=id&start=1&limit=1');
      expect(body).toEqual([
        {
          id: 12,
          uri: 'https://forum.example/api/comment/help/1/12.json',
          dialog_uri: 'https://forum.example/api/dialog/help/1.json',
          absolute_url: 'https://forum.example/forum/help/1/comments/12',
          text: '<p>x</p>',
          pub_date: '2026-02-01T10:00:00Z',
          is_org_reply: false,
          user: {
            id: 2,
            first_name: 'Anna < b>',
            work_title: null,
            gravatar_image: 'https://forum.example/api/avatar/help/2/AB.svg',
          },
        },
      ]);
    });

    it.each([
      ['pub_date', [12, 13, 11]],
      ['-pub_date', [11, 13, 12]],
      ['id', [11, 12, 13]],
      ['-id', [13, 12, 11]],
      ['user__id', [12, 13, 11]],
      ['-user__id', [11, 13, 12]],
      ['user__first_name', [12, 13, 11]],
      ['-user__first_name', [11, 13, 12]],
    ])('sorts by %s, ties by id in the same direction', async (sort, expected) => {
      expect(await ids(`sort=${sort}`)).toEqual(expected);
    });

    it.each(['title', 'num_votes', 'popularity', ''])('does not sort by "%s"', async (sort) => {
      const answer = await service.get(`/api/comment/help/1.json?sort=${sort}`).expect(400);
      expect(answer.body).toEqual({ sort: [expect.stringContaining('is not known to sort')] });
    });

    it.each([
      ['start=1', [13, 12]],
      ['start=1&limit=1', [13]],
      ['limit=0', []],
      ['start=3', []],
    ])('shows the slice %s and keeps the total', async (query, expected) => {
      const answer = await service.get(`/api/comment/help/1.json?${query}`).expect(200);
      expect(idsOf(answer)).toEqual(expected);
      expect(answer.headers['x-totalresults']).toBe('3');
    });

    it('refuses a limit over 1000', async () => {
      await service.get('/api/comment/help/1.json?limit=1001').expect(400);
    });

    it('still answers for an archived dialog', async () => {
      const answer = await service.get('/api/comment/help/2.json').expect(200);
      expect(answer.body[0]).toMatchObject({ is_org_reply: true, user: { work_title: 'Support' } });
    });

    it('is a 404 for a dialog of another forum', async () => {
      await service.get('/api/comment/help/4.json').expect(404, 'Not Found');
    });
  });

  describe('GET /api/comment/:slug/:dialog/:id.json', () => {
    it('has the address of the comment that it answers, if readers see that one in the same dialog', async () => {
      const parents = ['1/11', '1/12', '1/13', '2/21'].map(async (path) => {
        const { body } = await service.get(`/api/comment/help/${path}.json`).expect(200);
        return body.parent_uri;
      });
      const uri = 'https://forum.example/api/comment/help/1/12.json';
      expect(await Promise.all(parents)).toEqual([uri, undefined, undefined, undefined]);
    });

    it('shows one comment as in lists', async () => {
      const { body } = await service.get('/api/comment/help/1/12.json').expect(200);
      const list = await service.get('/api/comment/help/1.json?sort=id&start=1&limit=1');
      expect([body]).toEqual(list.body);
    });

    it.each([
      ['unknown', '1/99'],
      ['held', '1/14'],
      ["another dialog's", '1/21'],
      ["another forum's", '4/41'],
      ['of a dialog id that is not a number', 'x/12'],
      ['not a number', '1/x'],
      ['beyond 2^53', '1/9007199254740992'],
      ['of a dialog beyond 2^53', '9007199254740992/12'],
    ])('is a 404 when the comment is %s', async (_, path) => {
      await service.get(`/api/comment/help/${path}.json`).expect(404, 'Not Found');
    });
  });
});

describe('POST /api/comment/:slug/:id', () => {
  let service: TestService;
  let key: string;
  let id = 1_000_000;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    await writeForum(service.database, { slug: 'help' });
    ({ key } = await issueAccessKey(service.database, 'help', { name: 'test' }));
  });

  afterAll(() => service.stop());

  async function newDialog({ archived = false } = {}): Promise<string> {
    id += 1;
    const forum = await service.database.one("select id from forums where slug = 'help'");
    await writeDialogs(service.database, forum.id, [{ id, archived }]);
    return `/api/comment/help/${id}`;
  }

  const post = (path: string, body: object) => service.request.post(path).send(body);

  it('adds a comment, available at the returned address', async () => {
    const path = await newDialog();
    const answer = await post(path, COMMENT);
    expect([answer.status, answer.text]).toEqual([201, 'Created']);
    const { pathname } = new URL(String(answer.headers.location));
    expect(pathname).toMatch(new RegExp(`^${path}/\\d+\\.json$`));
    const { body } = await service.get(pathname).expect(200);
    expect(body).toMatchObject({
      text: '<p>By pressing the button.</p>',
      is_org_reply: false,
      user: { first_name: 'Bo Ek', work_title: null },
    });
  });

  it('updates the count and last activity of its dialog, and makes it searchable', async () => {
    const path = await newDialog();
    await service.database.none('delete from search_queue');
    await post(path, COMMENT).expect(201);
    const row = await service.database.one(
      `select d.num_comments, d.last_activity = c.pub_date as latest, q.document_id
       from dialogs d join comments c on c.dialog_id = d.id join search_queue q on q.document_id = d.id where d.id = $1`,
      [id],
    );
    expect(row).toEqual({ num_comments: 1, latest: true, document_id: id });
  });

  it.each([
    ['the same', COMMENT, 409],
    ['the same with other white space', { ...COMMENT, text: ' By  pressing\n\nthe\tbutton. ' }, 409],
    ['the same under another name', { ...COMMENT, name: 'Robert' }, 409],
    ['the same from another spelling of the address', { ...COMMENT, useremail: 'BO@Example.com' }, 409],
    ['the same from another person', { ...COMMENT, useremail: 'c@example.com' }, 201],
    ['another text', { ...COMMENT, text: 'By pulling it.' }, 201],
  ])('accepts a text of a person once: %s', async (_title, body, status) => {
    const path = await newDialog();
    await post(path, COMMENT).expect(201);
    const before = await countEverything(service.database);
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    if (status === 201) return;
    expect([answer.text, answer.type]).toEqual(['Conflict/Duplicate', 'text/plain']);
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('accepts it again on another dialog, and after 24 hours on the same', async () => {
    const [path, other] = [await newDialog(), await newDialog()];
    await post(path, COMMENT).expect(201);
    await post(other, COMMENT).expect(201);
    const age = (hours: string) =>
      service.database.none('update recent_comments set posted_at = now() - $1::interval', [hours]);
    await age('23 hours 59 minutes');
    expect((await post(path, COMMENT)).status).toBe(409);
    await age('24 hours');
    expect((await post(path, COMMENT)).status).toBe(201);
    expect((await post(path, COMMENT)).status).toBe(409);
  });

  it('requires a key for an archived dialog', async () => {
    const path = await newDialog({ archived: true });
    const before = await countEverything(service.database);
    const answer = await post(path, COMMENT);
    expect([answer.status, answer.text, answer.type]).toEqual([403, 'Forbidden', 'text/plain']);
    expect(await countEverything(service.database)).toEqual(before);
    expect((await post(`${path}?key=${key}`, COMMENT)).status).toBe(201);
  });
});
