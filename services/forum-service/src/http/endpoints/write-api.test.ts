import type { DeskClient } from '@guidepost/desk/testing';
import { served } from '@guidepost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { signInAs } from '../../testing/desk-client.ts';
import { readXml } from '../../testing/fuzzing/fuzzed-api.ts';
import { emptyForum, type ModeratedService, startModeratedService } from '../../testing/moderated-service.ts';
import { COMMENT, countEverything, DIALOG, listWrongCounters, REPORT, VOTE } from '../../testing/posts.ts';

const ONE = '/api/dialog/help/1001.json';
const COMMENT_ONE = '/api/comment/help/1001/1011.json';

let service: ModeratedService;
let owner: DeskClient;
let keys: Record<'read' | 'post' | 'write' | 'stranger', string>;

beforeAll(async () => {
  service = await startModeratedService();
  const { database, forumId } = service;
  const other = await writeForum(database, { slug: 'other' });
  owner = await signInAs(service, { slug: 'help', role: 'owner' });
  keys = {
    read: await writeKey(database, forumId, { name: 'reader', scope: 'read' }),
    post: service.key,
    write: await writeKey(database, forumId, { name: 'help desk', scope: 'write' }),
    stranger: await writeKey(database, other, { scope: 'write' }),
  };
});

afterAll(() => service.stop());

beforeEach(async () => {
  const { database, forumId } = service;
  await emptyForum(database, forumId);
  await database.none('delete from audit_entries; update forums set revision = revision + 1 where id = $1', [
    forumId,
  ]);
  await writeDialogs(database, forumId, [
    { id: 1001, title: 'First', text: 'Why roses?', tags: ['red', 'Blue'] },
    { id: 1002, title: 'Second', text: 'Why lilies?', topic: 'P' },
    { id: 1003, held: true },
  ]);
  await writeComments(database, forumId, [
    { id: 1011, dialog_id: 1001, text: 'Me too.' },
    { id: 1012, dialog_id: 1001, text: 'Held.', held: true },
  ]);
  await database.none(
    `update dialogs d set last_activity = greatest(d.pub_date,
       (select max(c.pub_date) from comments c where c.dialog_id = d.id and not c.held))`,
  );
  await service.settled('help');
});

type Method = 'patch' | 'delete' | 'post';

function send(method: Method, path: string, body?: unknown, key: string | undefined = keys.write) {
  const request = service.request[method](path);
  if (key) request.set('Authorization', `Bearer ${key}`);
  return body === undefined ? request : request.send(body as object);
}

const audit = () =>
  service.database.any(
    'select done_by as by, door, action, dialog_id as dialog, comment_id as comment from audit_entries order by id',
  );

describe('who may change what', () => {
  const REQUESTS: [method: Method, path: string, body: object | undefined][] = [
    ['patch', ONE, { title: 'Changed' }],
    ['delete', ONE, undefined],
    ['post', '/api/dialog/help/1001/merge', { into: 1002 }],
    ['patch', COMMENT_ONE, { text: 'Changed' }],
    ['delete', COMMENT_ONE, undefined],
    ['patch', '/api/reports/help/1.json', { resolved: true }],
    ['post', '/api/addresses/help', { address: '/old', to: '/1001' }],
    ['patch', '/api/addresses/help/1.json', { to: '/1001' }],
    ['delete', '/api/addresses/help/1.json', undefined],
  ];

  it.each(REQUESTS)('%s %s', async (method, path, body) => {
    const before = await countEverything(service.database);
    for (const [key, status, text] of [
      ['', 401, 'Authorization Required'],
      ['gpk_wrong', 401, 'Authorization Required'],
      [keys.stranger, 401, 'Authorization Required'],
      [keys.read, 403, 'Forbidden'],
      [keys.post, 403, 'Forbidden'],
    ] as const) {
      const answer = await send(method, path, body, key);
      const readers = method === 'post' && !key ? '*' : undefined;
      const origins = answer.headers['access-control-allow-origin'];
      expect([key, answer.status, answer.text, origins]).toEqual([key, status, text, readers]);
    }
    await send(method, path, body, '').set('Cookie', owner.cookie).expect(401);
    expect(await countEverything(service.database)).toEqual(before);
    expect(await audit()).toEqual([]);
  });

  it.each([
    ['/api/help', DIALOG],
    ['/api/comment/help/1001', COMMENT],
    ['/api/vote/help/1001', VOTE],
    ['/api/report-dialog/help/1001', REPORT],
  ])('a key that may only read cannot post to %s', async (path, body) => {
    const before = await countEverything(service.database);
    await send('post', path, body, keys.read).expect(403, 'Forbidden');
    await service.request.post(`${path}?key=${keys.read}`).type('form').send(body).expect(400);
    expect(await countEverything(service.database)).toEqual(before);
    await send('post', path, body, keys.write).expect(201);
  });

  it('a key that may only read reads what is not public, and posts no file', async () => {
    const { body } = await service.get(`${ONE}?key=${keys.read}`).expect(200);
    expect(body).toMatchObject({ archived: false, tags: [{ name: 'Blue' }, { name: 'red' }] });
    await service.request
      .post(`/api/file/help?key=${keys.read}`)
      .attach('file', Buffer.from('A'), 'a.txt')
      .expect(403);
    const ofEditors = ['reports/help', 'reports/help/1', 'addresses/help', 'addresses/help/1'];
    for (const path of ofEditors.map((each) => `/api/${each}.json`)) {
      await service.get(path).expect(401);
      await service.get(`${path}?key=${keys.post}`).expect(403, 'Forbidden');
    }
  });

  it('is told by the methods of an address', async () => {
    const { headers } = await service.request.options(ONE).expect(204);
    expect(headers).toMatchObject({
      allow: 'GET, HEAD, PATCH, DELETE, OPTIONS',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    });
    const refused = await service.request.put(ONE).expect(405);
    expect(refused.headers.allow).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    await send('delete', '/api/help.json').expect(405);
  });
});

describe('PATCH of a dialog', () => {
  it('changes all that is sent, and answers with the record', async () => {
    const change = {
      title: 'Changed',
      text: 'Why tulips?',
      topic: 'problem',
      state: 'solved',
      tags: 'blue, green',
      archived: true,
    };
    const { body, headers } = await send('patch', ONE, change).expect(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(body).toMatchObject({
      title: 'Changed',
      text: '<p>Why tulips?</p>',
      topic: 'P',
      state: 'solved',
      archived: true,
      tags: [{ name: 'Blue' }, { name: 'green' }],
    });
    expect(await service.database.any('select name from tags order by name')).toEqual([
      { name: 'Blue' },
      { name: 'green' },
    ]);
    const entry = { by: 'help desk', door: 'api', dialog: 1001, comment: null };
    const actions = [
      'dialog edit',
      'dialog topic',
      'dialog state',
      'tag remove',
      'tag add',
      'dialog archive',
    ];
    expect(await audit()).toEqual(actions.map((action) => ({ ...entry, action })));
    expect(await listWrongCounters(service.database)).toEqual([]);
    const { body: read } = await service.get(`${ONE}?key=${keys.read}`).expect(200);
    expect(read).toEqual(body);
  });

  it('clears the state and the tags, and changes nothing else', async () => {
    await send('patch', ONE, { state: 'solved' }).expect(200);
    const { body } = await send('patch', ONE, { state: null, tags: '' }).expect(200);
    expect(body).toMatchObject({ state: null, tags: [], title: 'First', topic: 'Q' });
    const { body: same } = await send('patch', ONE, { id: 7, user: {}, popularity: 9 }).expect(200);
    expect(same).toEqual(body);
    expect((await audit()).map(({ action }) => action)).toEqual([
      'dialog state',
      'dialog state',
      'tag remove',
    ]);
  });

  it('answers in XML at the address that ends so', async () => {
    const { text, headers } = await send('patch', '/api/dialog/help/1001.xml', { state: 'a<b' }).expect(200);
    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(JSON.stringify(readXml(text))).toContain('First');
  });

  it('publishes what is held, and hides and shows dialogs', async () => {
    const held = '/api/dialog/help/1003.json';
    expect((await send('patch', held, { held: false }).expect(200)).body).toMatchObject({ archived: false });
    expect((await send('patch', held, { archived: true }).expect(200)).body).toMatchObject({
      archived: true,
    });
    expect((await send('patch', held, { archived: 'off' }).expect(200)).body).toMatchObject({
      archived: false,
    });
    await send('patch', held, { held: true }).expect(409, 'Conflict/Duplicate');
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it.each<[what: string, body: unknown, fields: string[]]>([
    ['an empty title', { title: ' ' }, ['title']],
    ['null as a title', { title: null }, ['title']],
    [
      'several wrong fields',
      { title: 'x'.repeat(201), text: '', topic: 'X', held: 'maybe' },
      ['held', 'text', 'title', 'topic'],
    ],
    ['a long state', { state: 'x'.repeat(101) }, ['state']],
    ['too many tags', { tags: Array.from({ length: 51 }, (_, n) => n).join() }, ['tags']],
    ['a number as text', { text: 1 }, ['text']],
  ])('refuses %s, and changes nothing', async (_, body, fields) => {
    const before = await countEverything(service.database);
    const answer = await send('patch', ONE, body);
    expect([answer.status, Object.keys(answer.body).toSorted()]).toEqual([400, fields]);
    expect(await countEverything(service.database)).toEqual(before);
  });

  it.each([
    ['U+0000', 'Roses\0 or'],
    ['a lone surrogate', 'Roses\ud800 or'],
  ])('leaves out %s, which cannot be shown', async (_, beginning) => {
    const title = `${beginning} lilies?`;
    const { body } = await send('patch', '/api/dialog/help/1002.json', { title }).expect(200);
    expect(body.title).toBe('Roses or lilies?');
  });

  it.each<[what: string, status: number, path: string, body: string, type?: string]>([
    ['an unknown dialog', 404, '/api/dialog/help/99.json', '{}'],
    ['another forum’s dialog', 401, '/api/dialog/other/1001.json', '{}'],
    ['an unknown ending', 404, '/api/dialog/help/1001.html', '{}'],
    ['a list', 400, ONE, '[]'],
    ['broken JSON', 400, ONE, '{'],
    ['a form', 415, ONE, 'title=A', 'application/x-www-form-urlencoded'],
    ['a duplicate', 409, ONE, '{"title": "Taken", "text": "Why lilies?", "state": "a", "topic": "S"}'],
  ])('answers %s with %i', async (_, status, path, body, type = 'application/json') => {
    await send('patch', '/api/dialog/help/1002.json', { title: 'Taken' }).expect(200);
    const before = await service.database.one(
      'select title, topic, state, text from dialogs where id = 1001',
    );
    await send('patch', path).set('Content-Type', type).send(body).expect(status);
    const after = await service.database.one('select title, topic, state, text from dialogs where id = 1001');
    expect(after).toEqual(before);
  });

  it('makes all changes or none', async () => {
    await service.database.none(
      "update forums set topics = '{Q,P}', default_topic = 'Q', revision = revision + 1",
    );
    // The forum is known as it was before.
    const change = { title: 'Half', topic: 'S' };
    const { status } = await send('patch', ONE, change);
    expect(status).toBe(400);
    expect(await service.database.one('select title, topic from dialogs where id = 1001')).toEqual({
      title: 'First',
      topic: 'Q',
    });
    await service.database.none("update forums set topics = '{Q,P,S,B}', revision = revision + 1");
  });

  it('and posts at the same time neither wait for each other for good nor lose anything', async () => {
    const changes = Array.from({ length: 10 }, (_, n) =>
      served(() =>
        send('patch', ONE, {
          title: `T${n}`,
          topic: n % 2 ? 'Q' : 'P',
          tags: `a${n % 3}, b`,
          state: `s${n}`,
          archived: false,
        }),
      ),
    );
    const posts = Array.from({ length: 20 }, (_, n) =>
      served(() =>
        n % 2
          ? send('post', '/api/comment/help/1001', { ...COMMENT, text: `Comment ${n}` }, '')
          : send('post', '/api/help', { ...DIALOG, title: `New ${n}`, tags: `b, a${n % 3}` }),
      ),
    );
    const answers = await Promise.all([...changes, ...posts]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), ...Array(20).fill(201)]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });
});

describe('PATCH of a comment', () => {
  it('changes the text, the mark and what is held', async () => {
    const { body } = await send('patch', COMMENT_ONE, { text: 'Tulips', is_org_reply: true }).expect(200);
    expect(body).toMatchObject({ id: 1011, text: '<p>Tulips</p>', is_org_reply: true });
    const held = '/api/comment/help/1001/1012.json';
    expect((await send('patch', held, { text: 'Better' }).expect(200)).body).toMatchObject({ id: 1012 });
    await service.get(held).expect(404);
    await send('patch', held, { held: false }).expect(200);
    await service.settled('help');
    await service.get(held).expect(200);
    expect((await audit()).map(({ action, comment }) => `${action} ${comment}`)).toEqual([
      'comment edit 1011',
      'comment org-reply 1011',
      'comment edit 1012',
      'comment restore 1012',
    ]);
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it.each([
    '/api/comment/help/1002/1011.json',
    '/api/comment/help/1001/99.json',
    '/api/comment/help/x/1011.json',
  ])('%s is not found', async (path) => {
    await send('patch', path, { text: 'A' }).expect(404);
    await send('delete', path).expect(404);
  });
});

describe('DELETE', () => {
  it.each([1001, 1002])(
    'restores or purges a comment where its dialog was merged, named in dialog %i',
    async (dialog) => {
      const path = `/api/comment/help/${dialog}`;
      for (const id of [1011, 1012]) await send('delete', `/api/comment/help/1001/${id}.json`).expect(204);
      await send('post', '/api/dialog/help/1001/merge', { into: 1002 }).expect(200);
      await send('post', `/api/comment/help/1003/1011/undelete`).expect(404);
      const { body } = await send('post', `${path}/1011/undelete`).expect(200);
      expect(body).toMatchObject({ id: 1011 });
      await send('post', `${path}/1012/purge`).expect(204);
      expect((await service.read('/api/comment/help/1002/1011.json')).status).toBe(200);
    },
  );

  it('deletes a comment, then the dialog', async () => {
    const { headers, text } = await send('delete', COMMENT_ONE).expect(204);
    expect([text, headers['content-type']]).toEqual(['', undefined]);
    expect(await listWrongCounters(service.database)).toEqual([]);
    await send('delete', '/api/dialog/help/1001.xml').expect(204);
    await send('delete', ONE).expect(404);
    expect((await audit()).map(({ action, by, door }) => [action, by, door])).toEqual([
      ['comment delete', 'help desk', 'api'],
      ['dialog delete', 'help desk', 'api'],
    ]);
  });
});

describe('POST …/merge', () => {
  const MERGE = '/api/dialog/help/1001/merge';

  it('answers with the dialog that has everything', async () => {
    const { body } = await send('post', MERGE, { into: 1002 }).expect(200);
    expect(body).toMatchObject({ id: 1002, num_comments: 2 });
    await service.get(ONE).redirects(0).expect(301);
    await send('post', MERGE, { into: 1002 }).expect(409, 'Conflict/Duplicate');
    // Deleting does not follow: it would delete the other one.
    await send('delete', ONE).expect(404);
    await send('patch', ONE, { title: 'A' }).expect(404);
  });

  it.each<[body: unknown, status: number]>([
    [{}, 400],
    [{ into: 'x' }, 400],
    [{ into: 1001 }, 400],
    [{ into: 99 }, 404],
    [{ into: 1003 }, 409],
  ])('answers %j with %i', async (body, status) => {
    await send('post', MERGE, body).expect(status);
    await service.get(ONE).expect(200);
  });
});

describe('reports', () => {
  it('are listed without what identifies who reported, and resolved', async () => {
    await service.request.post('/api/report-dialog/help/1001').send(REPORT).expect(201);
    await service.request.post('/api/report-comment/help/1011').send(REPORT).expect(201);
    const list = (query = '') => service.get(`/api/reports/help.json?key=${keys.write}${query}`).expect(200);
    const { body, headers, text } = await list();
    expect([headers['x-totalresults'], headers['cache-control']]).toEqual(['2', 'private, no-cache']);
    const base = 'https://forum.example/api';
    expect(body).toEqual([
      {
        id: expect.any(Number),
        uri: expect.stringMatching(/^https:\/\/forum\.example\/api\/reports\/help\/\d+\.json$/),
        dialog_uri: `${base}/dialog/help/1001.json`,
        comment_uri: `${base}/comment/help/1001/1011.json`,
        name: 'Bo Ek',
        report_reason: REPORT.report_reason,
        pub_date: expect.stringMatching(/Z$/),
        resolved: false,
      },
      expect.objectContaining({ comment_uri: null }),
    ]);
    expect(text).not.toContain('@');
    const path = new URL(body[0].uri).pathname;
    expect((await send('patch', path, { resolved: true }).expect(200)).body).toMatchObject({
      resolved: true,
    });
    await send('patch', path, { resolved: false }).expect(409);
    expect((await list()).body).toHaveLength(1);
    expect((await list('&include=all')).body).toHaveLength(2);
    const past = await list('&start=5');
    expect([past.body, past.headers['x-totalresults']]).toEqual([[], '1']);
    expect((await service.get(`${path}?key=${keys.write}`).expect(200)).body).toMatchObject({
      resolved: true,
    });
    await service.get(`/api/reports/help/99.json?key=${keys.write}`).expect(404);
    expect(await audit()).toEqual([
      { by: 'help desk', door: 'api', action: 'reports resolve', dialog: 1001, comment: 1011 },
    ]);
  });
});

describe('old addresses', () => {
  const PATH = '/api/addresses/help';
  const listed = (query = '') => service.get(`${PATH}.json?key=${keys.write}${query}`).expect(200);

  beforeEach(() => service.database.none('delete from addresses'));

  it('are added, read, changed and removed', async () => {
    const added = await send('post', PATH, { address: 'https://talk.acme.com/t/roses/12?u=bo', to: '/1001' });
    const record = {
      id: expect.any(Number),
      uri: expect.stringMatching(/^https:\/\/forum\.example\/api\/addresses\/help\/\d+\.json$/),
      address: 'discourse:topic:12',
      to: '/1001',
      visible: true,
      hits: 0,
      made_by: 'help desk',
      made_with: 'api',
      created_at: expect.stringMatching(/T[0-9:]{8}Z$/),
    };
    expect([added.status, added.headers.location, added.body]).toEqual([201, added.body.uri, record]);
    const path = new URL(added.body.uri).pathname;
    expect((await service.get(`${path}?key=${keys.write}`).expect(200)).body).toEqual(added.body);
    const { body } = await send('patch', path, { to: '/1003' }).expect(200);
    expect(body).toEqual({ ...added.body, to: '/1003', visible: false });
    await send('delete', path).expect(204);
    await send('delete', path).expect(404);
    await service.get(`${path}?key=${keys.write}`).expect(404);
    const entry = { by: 'help desk', door: 'api', comment: null };
    expect(await audit()).toEqual([
      { ...entry, action: 'redirect add', dialog: 1001 },
      { ...entry, action: 'redirect change', dialog: 1003 },
      { ...entry, action: 'redirect remove', dialog: 1003 },
    ]);
  });

  it('are listed in slices, in JSON and XML', async () => {
    for (const name of ['b', 'a', 'c'])
      await send('post', PATH, { address: `/old/${name}`, to: '/questions#top' }).expect(201);
    const { body, headers } = await listed('&start=1&limit=1');
    expect([body, headers['x-totalresults']]).toEqual([
      [expect.objectContaining({ address: '/old/b', to: '/questions#top' })],
      '3',
    ]);
    const { text } = await service.get(`${PATH}.xml?key=${keys.write}&limit=1`).expect(200);
    expect(readXml(text)).toMatchObject({
      response: { resource: [{ address: '/old/a', to: '/questions#top', visible: 'true' }] },
    });
  });

  describe('are refused in the language of the forum', () => {
    beforeAll(() => service.answerOf('set', 'help', 'language', 'sv'));
    afterAll(() => service.answerOf('set', 'help', 'language', 'en'));

    it.each([
      ['/1001', '/1002', 409, 'Conflict/Duplicate'],
      ['/taken', '/1002', 409, 'Conflict/Duplicate'],
      ['old', '/1002', 400, { address: [expect.stringContaining('Ange en sökväg som /t/title/12')] }],
      ['/old', '/4711', 400, { to: ['Det finns inget på den här adressen.'] }],
      ['/old', '/forum/other', 400, { to: ['En adress kan inte leda till ett annat forum.'] }],
      ['/old', '', 400, { to: ['Fyll i det här fältet.'] }],
    ])('%s → %s', async (address, to, status, said) => {
      await send('post', PATH, { address: '/taken', to: '/1001' }).expect(201);
      const answer = await send('post', PATH, { address, to });
      const isJson = answer.type === 'application/json';
      expect([answer.status, isJson ? answer.body : answer.text]).toEqual([status, said]);
      expect((await listed()).body).toHaveLength(1);
    });
  });

  it('of another forum are not there', async () => {
    const { database } = service;
    await database.none(
      `insert into addresses (forum_id, id, address, page, made_by, made_with) overriding system value
       select id, 4711, '/theirs', 'home', 'Bo', 'cli' from forums where slug = 'other'`,
    );
    await service.get(`${PATH}/4711.json?key=${keys.write}`).expect(404);
    await send('patch', `${PATH}/4711.json`, { to: '/1001' }).expect(404);
    await send('delete', `${PATH}/4711.json`).expect(404);
    expect((await listed()).body).toEqual([]);
    expect(await database.any('select address, page from addresses')).toEqual([
      { address: '/theirs', page: 'home' },
    ]);
  });
});

describe('scopes of keys', () => {
  it('are chosen by command and at the desk; existing keys may post', async () => {
    const { database, answerOf } = service;
    const scopes = () =>
      database.any(
        "select name, scope from access_keys where name like 'new%' and revoked_at is null order by name",
      );
    await answerOf('key', 'create', 'help', 'new 1');
    await answerOf('key', 'create', 'help', 'new 2', '--scope', 'write');
    await owner.post('/desk/forum/help/keys', { name: 'new 3', scope: 'read' }).expect(200);
    await owner.post('/desk/forum/help/keys', { name: 'new 4', scope: 'all' }).expect(200);
    expect(await scopes()).toEqual([
      { name: 'new 1', scope: 'post' },
      { name: 'new 2', scope: 'write' },
      { name: 'new 3', scope: 'read' },
      { name: 'new 4', scope: 'post' },
    ]);
    expect((await service.forum('key', 'create', 'help', 'x', '--scope', 'all')).code).toBe(2);
    expect((await owner.get('/desk/forum/help/keys')).text).toContain('read, post, change and delete');
    await database.none("delete from access_keys where name like 'new%'");
    await database.none(
      "insert into access_keys (account_id, name, hash) select account_id, 'new 0', sha256('x') from forums where slug = 'help'",
    );
    expect(await scopes()).toEqual([{ name: 'new 0', scope: 'post' }]);
  });
});
