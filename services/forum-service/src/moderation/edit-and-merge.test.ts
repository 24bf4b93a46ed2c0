import type { DeskClient } from '@guidepost/desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contentHash } from '../posts/posting.ts';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { emptyForum, type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import { COMMENT, countEverything, DIALOG, listWrongCounters, REPORT, VOTE } from '../testing/posts.ts';

const BASE = '/desk/forum/help';
const PUBLIC_URL = 'https://forum.example';

let service: ModeratedService;
let forum: ModeratedService['forum'];
let answerOf: ModeratedService['answerOf'];
let editor: DeskClient;
let author: DeskClient;
let stranger: DeskClient;

beforeAll(async () => {
  service = await startModeratedService();
  ({ forum, answerOf } = service);
  await writeForum(service.database, { slug: 'other' });
  editor = await signInAs(service, { slug: 'help', role: 'editor', name: 'Eva Editor' });
  author = await signInAs(service, { slug: 'help', role: 'author', name: 'Arne Author' });
  stranger = await signInAs(service, { slug: 'other', role: 'owner' });
});

afterAll(() => service.stop());

beforeEach(async () => {
  await emptyForum(service.database, service.forumId);
  await service.database.none('delete from audit_entries; delete from canned_answers');
  await writeDialogs(service.database, service.forumId, [
    { id: 1001, title: 'First', text: 'Why roses?', name: 'Anna Berg', tags: ['red', 'Blue'], views: 3 },
    { id: 1002, title: 'Second', text: 'Why lilies?', topic: 'P', tags: ['blue', 'green'], views: 4 },
    { id: 1003, title: 'Third', archived: true },
  ]);
  await writeComments(service.database, service.forumId, [
    { id: 1011, dialog_id: 1001, text: 'Me too.' },
    { id: 1012, dialog_id: 1002, text: 'Me three.' },
  ]);
  await service.database.none(
    `update dialogs d set content_hash = h.hash
     from (values (1001, $1::bytea), (1002, $2::bytea)) as h (id, hash) where d.id = h.id`,
    [contentHash('First', 'Why roses?'), contentHash('Second', 'Why lilies?')],
  );
  await service.database.none(
    `update dialogs d set last_activity = greatest(d.pub_date,
       (select max(c.pub_date) from comments c where c.dialog_id = d.id))`,
  );
  await service.settled('help');
});

const dialog = (id = 1001) => service.database.one('select * from dialogs where id = $1', [id]);

const audit = () =>
  service.database.any(
    'select done_by as by, door, action, dialog_id, comment_id, details from audit_entries order by id',
  );

async function post(path: string, body: object, sender = '192.0.2.1'): Promise<number> {
  const answer = await service.request.post(`/api/${path}`).set('X-Forwarded-For', sender).send(body);
  expect([path, answer.status]).toEqual([path, 201]);
  await service.settled('help');
  return Number(/(\d+)\.json$/.exec(String(answer.headers.location))?.[1]);
}

/** Ids of dialogs that a search finds. */
async function found(query: string): Promise<number[]> {
  await service.indexed();
  const { body } = await service.read(`/api/search/help/${query}.json`);
  return (body as { id: number }[]).map(({ id }) => id).toSorted();
}

describe('who may do what', () => {
  it.each<[path: string, fields: Record<string, string>, forAuthors: number]>([
    ['/dialogs/1001/edit', { title: 'A', text: 'B' }, 403],
    ['/dialogs/1001/comments/1011/edit', { text: 'B' }, 403],
    ['/dialogs/1001/merge', { into: '1002' }, 403],
    ['/dialogs/1001', { action: 'topic', topic: 'S' }, 303],
    ['/canned-answers', { name: 'A', text: 'B' }, 403],
    ['/canned-answers/1', { action: 'remove' }, 403],
  ])('%s: %j', async (path, fields, forAuthors) => {
    await author.post(BASE + path, fields).expect(forAuthors);
    await stranger.post(BASE + path, fields).expect(404);
    expect(await dialog()).toMatchObject({ title: 'First', text: 'Why roses?' });
    expect(await service.database.any('select from canned_answers')).toEqual([]);
  });

  it.each([
    '/dialogs/1001/edit',
    '/dialogs/1001/comments/1011/edit',
    '/dialogs/1001/merge',
    '/canned-answers',
  ])('%s is opened by editors only', async (path) => {
    await editor.get(BASE + path).expect(200);
    await author.get(BASE + path).expect(403);
    await stranger.get(BASE + path).expect(404);
  });
});

it('a post in Markdown is edited below a bar that formats, a plain one is not', async () => {
  const bar = async () =>
    (await editor.get(`${BASE}/dialogs/1001/edit`).expect(200)).text.includes('data-writes="text"');
  const write = (markdown: boolean) =>
    service.database.none('update dialogs set markdown = $1 where id = 1001', [markdown]);
  expect(await bar()).toBe(false);
  await write(true);
  expect(await bar()).toBe(true);
  await write(false);
});

describe('an edited dialog', () => {
  const text = 'Why **tulips**?\nhttps://example.com/a.png';

  it('says the new text everywhere, and what it said before to staff only', async () => {
    const outcome = { slug: 'help', id: 1001, changed: true };
    const command = ['dialog', 'edit', 'help', '1001', '--text', text, '--by', 'Maja'];
    expect(await answerOf(...command)).toEqual(outcome);
    expect(await answerOf(...command)).toEqual({ ...outcome, changed: false });
    const { body } = await service.read('/api/dialog/help/1001.json');
    expect(body).toMatchObject({ title: 'First', text: expect.stringContaining('<img') });
    expect([await found('tulips'), await found('roses')]).toEqual([[1001], []]);
    expect(await dialog()).toMatchObject({ content_hash: contentHash('First', text) });
    expect(await service.database.any('select title, text, edited_by, comment_id from originals')).toEqual([
      { title: 'First', text: 'Why roses?', edited_by: 'Maja', comment_id: null },
    ]);
    const entry = { by: 'Maja', door: 'cli', action: 'dialog edit', dialog_id: 1001, comment_id: null };
    expect(await audit()).toEqual([{ ...entry, details: { fields: ['text'] } }]);
    expect((await author.get(`${BASE}/dialogs/1001`)).text).toContain('Why roses?');
    for (const path of ['/api/dialog/help/1001.json?key=KEY', '/api/help.xml', '/forum/help/1001']) {
      const { text: shown } = await service.get(path.replace('KEY', service.key)).expect(200);
      expect([path, shown.includes('Why roses?')]).toEqual([path, false]);
    }
  });

  it('keeps each of its texts', async () => {
    await answerOf('dialog', 'edit', 'help', '1001', '--title', 'A');
    await answerOf('dialog', 'edit', 'help', '1001', '--title', 'B', '--text', 'C');
    const kept = await service.database.any('select title, text from originals order by id');
    expect(kept).toEqual([
      { title: 'First', text: 'Why roses?' },
      { title: 'A', text: 'Why roses?' },
    ]);
    expect((await author.get(`${BASE}/dialogs/1001`)).text).toContain('Edited 2 times');
  });

  it('cannot become a duplicate, whatever the white space', async () => {
    const before = await countEverything(service.database);
    const command = ['dialog', 'edit', 'help', '1001', '--title', 'Second', '--text', 'Why  lilies?'];
    expect(await forum(...command)).toMatchObject({
      code: 1,
      stderr: 'Another dialog has the same title and text.\n',
    });
    const { text: page } = await editor.get(`${BASE}/dialogs/1001/edit`);
    const madeFrom = /name="made-from" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const fields = { title: 'Second', text: 'Why  lilies?', 'made-from': madeFrom };
    const refused = await editor.post(`${BASE}/dialogs/1001/edit`, fields).expect(422);
    expect(refused.text).toContain('Another post has the same title and text.');
    expect(refused.text).toContain('Why  lilies?');
    expect(await countEverything(service.database)).toEqual(before);
    expect(await dialog()).toMatchObject({ title: 'First' });
    // The text before the change may be posted again.
    await answerOf('dialog', 'edit', 'help', '1002', '--title', 'Another');
    await post('help', { ...DIALOG, title: 'Second', text: 'Why lilies?' });
    await service.request
      .post('/api/help')
      .send({ ...DIALOG, title: 'Another', text: 'Why lilies?' })
      .expect(409);
  });

  it.each<[what: string, fields: Record<string, string>, message: string]>([
    ['no title', { title: ' ', text: 'T' }, 'It must have 1 to 200 characters on one line.'],
    ['a long title', { title: 'x'.repeat(201), text: 'T' }, 'It must have 1 to 200 characters on one line.'],
    ['no text', { title: 'T', text: '\n' }, 'It must have 1 to 20,000 characters.'],
    ['a long text', { title: 'T', text: '😀'.repeat(20_001) }, 'It must have 1 to 20,000 characters.'],
  ])('has not %s', async (_, fields, message) => {
    const { text: page } = await editor.post(`${BASE}/dialogs/1001/edit`, fields).expect(422);
    expect(page).toContain(message);
    expect(page).toContain(fields.text);
    expect(await dialog()).toMatchObject({ title: 'First', text: 'Why roses?' });
  });

  it('takes the longest text of any alphabet', async () => {
    const { text: page } = await editor.get(`${BASE}/dialogs/1001/edit`);
    const madeFrom = /name="made-from" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const fields = { title: 'First', text: '😀'.repeat(20_000), 'made-from': madeFrom };
    await editor.post(`${BASE}/dialogs/1001/edit`, fields).expect(303);
  });

  it.each([
    ['/dialogs/1001/edit', ['dialog', 'edit', 'help', '1001', '--text', 'By Nils']],
    ['/dialogs/1001/comments/1011/edit', ['comment', 'edit', 'help', '1011', '--text', 'By Nils']],
  ])('%s overwrites what someone else has changed only after it was shown', async (path, command) => {
    const versionIn = (page: string) => /name="made-from" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const opened = versionIn((await editor.get(BASE + path).expect(200)).text);
    await answerOf(...command, '--by', 'Nils');
    const fields = { title: 'Mine', text: 'By Eva' };
    const refused = await editor.post(BASE + path, { ...fields, 'made-from': opened }).expect(422);
    expect(refused.text).toContain('Someone else has changed this in the meantime');
    expect(refused.text).toMatch(/<blockquote class="text">By Nils<[\s\S]*<textarea[^>]*>\s*By Eva</);
    const shown = versionIn(refused.text);
    const { headers } = await editor.post(BASE + path, { ...fields, 'made-from': shown }).expect(303);
    const { text: page } = await editor.get(String(headers.location)).expect(200);
    expect(page).toContain('By Eva');
    expect(page).toContain('Before Nils changed it');
    await editor.post(BASE + path, fields).expect(422);
  });
});

describe('an edited comment', () => {
  it('says the new text, and what it said before to staff only', async () => {
    await answerOf('comment', 'edit', 'help', '1011', '--text', 'I like tulips.', '--by', 'Maja');
    const { body } = await service.read('/api/comment/help/1001/1011.json');
    expect(body).toMatchObject({ text: '<p>I like tulips.</p>' });
    expect(await found('tulips')).toEqual([1001]);
    expect(await audit()).toMatchObject([
      { action: 'comment edit', dialog_id: 1001, comment_id: 1011, details: {} },
    ]);
    expect((await author.get(`${BASE}/dialogs/1001`)).text).toContain('Me too.');
    expect(await forum('comment', 'edit', 'help', '99', '--text', 'x')).toMatchObject({ code: 1 });
  });
});

describe('another topic', () => {
  it('counts and lists the dialogs there', async () => {
    const outcome = { slug: 'help', topic: 'P', changed: [1001, 1003], unchanged: [1002] };
    expect(await answerOf('dialog', 'topic', 'help', '1001', '1002', '1003', 'problem')).toEqual(outcome);
    expect(await listWrongCounters(service.database)).toEqual([]);
    expect((await service.read('/api/help/p.json')).total).toBe(2);
    expect((await service.read('/api/help/q.json')).total).toBe(0);
    expect((await audit()).map(({ details }) => details)).toEqual([{ topic: 'P' }, { topic: 'P' }]);
  });

  it('is one that the forum offers', async () => {
    await answerOf('set', 'help', 'topics', 'Q,P');
    expect(await forum('dialog', 'topic', 'help', '1001', 'S')).toMatchObject({
      code: 1,
      stderr: 'help does not offer this topic.\n',
    });
    await editor.post(`${BASE}/dialogs/1001`, { action: 'topic', topic: 'S' }).expect(422);
    await editor.post(`${BASE}/dialogs/1001`, { action: 'topic', topic: 'X' }).expect(400);
    expect(await forum('dialog', 'topic', 'help', '1001', 'X')).toMatchObject({ code: 2 });
    await answerOf('set', 'help', 'topics', 'Q,P,S,B');
  });
});

describe('a merged dialog', () => {
  it('is a comment of the other one, with its comments, votes, tags, reports and addresses', async () => {
    const key = `?key=${service.key}`;
    for (const id of [1001, 1002]) await post(`vote/help/${id}`, VOTE);
    await post('vote/help/1001', { ...VOTE, useremail: 'only@example.com' });
    await post('report-dialog/help/1001', REPORT);
    await post('report-dialog/help/1002', REPORT);
    await post('report-comment/help/1011', REPORT);
    await post(`comment/help/1001${key}`, COMMENT);
    await service.database.none(`update dialogs set metadata = '{"model": "X"}' where id = 1001`);
    await service.database.none(
      'update dialogs set earlier_votes = id - 1000, num_votes = num_votes + id - 1000',
    );
    const merged = await answerOf('dialog', 'merge', 'help', '1001', '1002', '--by', 'Maja');
    const { comment_id } = merged as { comment_id: number };
    expect(merged).toEqual({ slug: 'help', id: 1001, dialog_id: 1002, comment_id });
    expect(await listWrongCounters(service.database)).toEqual([]);
    expect(await dialog(1002)).toMatchObject({
      num_comments: 4,
      num_votes: 2 + 1 + 2,
      views: 7,
      title: 'Second',
    });
    const { body } = await service.read(`/api/comment/help/1002/${comment_id}.json`);
    expect(body).toMatchObject({ text: '<p>First</p><p>Why roses?</p>', user: { first_name: 'Anna Berg' } });
    const tags = await service.database.any('select name, dialogs from tags order by name');
    expect(tags).toEqual([
      { name: 'Blue', dialogs: 1 },
      { name: 'green', dialogs: 1 },
      { name: 'red', dialogs: 1 },
    ]);
    expect(await service.database.any('select dialog_id, comment_id from reports order by id')).toEqual([
      { dialog_id: 1002, comment_id },
      { dialog_id: 1002, comment_id: null },
      { dialog_id: 1002, comment_id: 1011 },
    ]);
    const addresses = 'select kind, dialog_id, comment_id from post_addresses order by id';
    expect(await service.database.any(addresses)).toEqual([
      { kind: 'vote', dialog_id: 1002, comment_id: null },
      { kind: 'vote', dialog_id: 1002, comment_id: null },
      { kind: 'report', dialog_id: 1002, comment_id },
      { kind: 'report', dialog_id: 1002, comment_id: null },
      { kind: 'report', dialog_id: 1002, comment_id: 1011 },
      { kind: 'comment', dialog_id: 1002, comment_id: expect.any(Number) },
    ]);
    expect(await service.database.any('select comment_id, title, text, metadata from originals')).toEqual([
      { comment_id, title: 'First', text: 'Why roses?', metadata: { model: 'X' } },
    ]);
    expect(await audit()).toMatchObject([
      { by: 'Maja', action: 'dialog merge', dialog_id: 1002, comment_id, details: { merged: 1001 } },
    ]);
    expect([await found('roses'), await found('lilies')]).toEqual([[1002], [1002]]);
    expect((await service.read('/api/help.json')).total).toBe(1);
  });

  it('is followed there by those who followed it, each once', async () => {
    const follow = (dialogId: number, email: string) =>
      service.database.none(
        `insert into followers (forum_id, dialog_id, email, person, confirmed)
         select forum_id, id, $2, sha256($2::bytea), true from dialogs where id = $1`,
        [dialogId, email],
      );
    await follow(1001, 'anna@example.com');
    await follow(1001, 'bo@example.com');
    await follow(1002, 'bo@example.com');
    await answerOf('dialog', 'merge', 'help', '1001', '1002');
    const followers = 'select email from followers where dialog_id = 1002 order by email';
    expect(await service.database.map(followers, [], ({ email }) => email)).toEqual([
      'anna@example.com',
      'bo@example.com',
    ]);
  });

  it.each<[string, string[], number[]]>([
    ['deleted', ['delete', 'help', '1001', '--yes'], []],
    ['merged', ['merge', 'help', '1001', '1002'], [1002]],
  ])(
    'is gone from lists, search, feeds, sitemap and caches, as one that is %s (S39)',
    async (_, command, remains) => {
      const paths = [
        '/api/help.json',
        '/api/help.xml',
        '/forum/help',
        '/forum/help/feed.atom',
        '/forum/help/sitemap.xml',
      ];
      const read = async () => {
        const answers = await Promise.all(paths.map((path) => service.get(path).expect(200)));
        return answers.map(({ text }, index) => [paths[index], /First|Why roses|1001\b/.test(text)]);
      };
      expect(await read()).toEqual(paths.map((path) => [path, true]));
      expect(await found('roses')).toEqual([1001]);
      await answerOf('dialog', ...command);
      await service.settled('help');
      expect(await read()).toEqual(paths.map((path) => [path, false]));
      expect(await found('roses')).toEqual(remains);
    },
  );

  it('leads on by each of its addresses', async () => {
    await answerOf('dialog', 'merge', 'help', '1001', '1002');
    await service.settled('help');
    const moved = async (path: string) => {
      const { status, headers } = await service.get(path).redirects(0);
      return [status, headers.location];
    };
    const api = `${PUBLIC_URL}/api`;
    for (const [from, to] of [
      ['/api/dialog/help/1001.json', `${api}/dialog/help/1002.json`],
      ['/api/dialog/help/1001.xml', `${api}/dialog/help/1002.xml`],
      ['/api/dialog/help/1001.json?callback=show&_=1', `${api}/dialog/help/1002.json?callback=show&_=1`],
      [`/api/dialog/help/1001.json?key=${service.key}`, `${api}/dialog/help/1002.json`],
      ['/api/comment/help/1001.json?limit=1', `${api}/comment/help/1002.json?limit=1`],
      ['/api/comment/help/1001/1011.xml', `${api}/comment/help/1002/1011.xml`],
      ['/forum/help/1001', '/forum/help/1002'],
      ['/forum/help/1001?page=2', '/forum/help/1002?page=2'],
      ['/forum/help/1001/feed.atom', '/forum/help/1002/feed.atom'],
      ['/forum/help/1001/report', '/forum/help/1002/report'],
      ['/forum/help/1001/comments/1011', '/forum/help/1002/comments/1011'],
      ['/forum/help/1001/comments/1011/report', '/forum/help/1002/comments/1011/report'],
    ])
      expect([from, await moved(from ?? '')]).toEqual([from, [301, to]]);
    expect((await editor.get(`${BASE}/dialogs/1001`).expect(303)).headers.location).toContain(
      '/dialogs/1002',
    );
    expect((await service.request.head('/api/dialog/help/1001.json').redirects(0)).status).toBe(301);
    // And on, after another merge; nowhere, once the last one is deleted.
    await answerOf('dialog', 'merge', 'help', '1002', '1003');
    await service.settled('help');
    expect(await moved('/api/dialog/help/1001.json')).toEqual([301, `${api}/dialog/help/1003.json`]);
    await answerOf('dialog', 'delete', 'help', '1003', '--yes');
    await service.settled('help');
    expect((await moved('/api/dialog/help/1001.json'))[0]).toBe(404);
    expect(await service.database.any('select from originals')).toEqual([]);
  });

  it('takes posts on behalf of the other one', async () => {
    await answerOf('dialog', 'merge', 'help', '1001', '1002');
    await service.settled('help');
    expect(await post('comment/help/1001', COMMENT)).toEqual(expect.any(Number));
    await post('vote/help/1001', VOTE);
    await post('report-dialog/help/1001', REPORT);
    await service.request.post('/api/vote/help/1002').send(VOTE).expect(409);
    await service.request.post('/api/vote/help/99').send(VOTE).expect(404);
    expect(await dialog(1002)).toMatchObject({ num_comments: 4, num_votes: 1 });
    const form = await service.request
      .post('/api/comment/help/1001')
      .type('form')
      .send({ ...COMMENT, text: 'By form' });
    expect([form.status, form.headers.location]).toEqual([303, expect.stringContaining('/forum/help/1002')]);
  });

  it.each<[what: string, words: string[], message: RegExp]>([
    ['into itself', ['1001', '1001'], /cannot be merged into itself/],
    ['into none', ['1001', '99'], /help has no dialog 99/],
    ['from none', ['99', '1001'], /help has no dialog 99/],
  ])('is not merged %s', async (_, words, message) => {
    const before = await countEverything(service.database);
    const { code, stderr } = await forum('dialog', 'merge', 'help', ...words);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('waits for review as a comment if it did so as a dialog, and does not take others in', async () => {
    await service.database.none(`update dialogs set archived = true, held = true where id = 1001;
      update topic_counts set dialogs = dialogs - 1 where topic = 'Q' and not archived;
      update topic_counts set dialogs = dialogs + 1 where topic = 'Q' and archived;
      update tags set dialogs = dialogs - 1 where id in (select tag_id from dialog_tags where dialog_id = 1001)`);
    expect((await forum('dialog', 'merge', 'help', '1002', '1001')).stderr).toMatch(/is waiting for review/);
    await answerOf('dialog', 'merge', 'help', '1001', '1002');
    expect(await service.database.one('select held from comments where text like $1', ['First%'])).toEqual({
      held: true,
    });
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it('is offered among similar dialogs, and found by words', async () => {
    await writeDialogs(service.database, service.forumId, [
      { id: 1004, title: 'The first of many' },
      { id: 1005, title: 'Also first, but held', archived: true, held: true },
    ]);
    await service.indexed();
    const offered = async (query = '') => {
      const { text } = await editor.get(`${BASE}/dialogs/1001/merge${query}`).expect(200);
      return Array.from(text.matchAll(/merge\?into=(\d+)"/g), ([, id]) => Number(id));
    };
    expect(await offered()).toEqual([1004]);
    expect(await offered('?into=lilies')).toEqual([1002]);
    const { text } = await editor.get(`${BASE}/dialogs/1001/merge?into=zeppelin`).expect(200);
    expect(text).toContain('No posts found.');
  });

  it('is found by its address, shown before, and merged once by two moderators', async () => {
    const { text: shown } = await editor
      .get(`${BASE}/dialogs/1001/merge?into=${encodeURIComponent(`${PUBLIC_URL}/forum/help/1002#x`)}`)
      .expect(200);
    expect(shown).toContain('Why lilies?');
    const unknown = await editor.get(`${BASE}/dialogs/1001/merge?into=99`).expect(200);
    expect(unknown.text).toContain('There is no other post with this number');
    // Each person votes for both, at the same time.
    const posts = Array.from({ length: 20 }, (_, n) =>
      service.request
        .post(`/api/vote/help/${n % 2 ? 1001 : 1002}`)
        .send({ ...VOTE, useremail: `v${n >> 1}@example.com` }),
    );
    const [one, other, ...voted] = await Promise.all([
      editor.post(`${BASE}/dialogs/1001/merge`, { into: '1002' }),
      forum('dialog', 'merge', 'help', '1002', '1001'),
      ...posts,
    ]);
    const outcomes = [one?.status === 303, other?.code === 0];
    expect(outcomes.toSorted()).toEqual([false, true]);
    const reason = other?.code === 0 ? String((one as { text: string }).text) : other?.stderr;
    expect(reason).toMatch(/already been merged|has been merged already|merged into this one/);
    const statuses = new Set(voted.map((answer) => (answer as { status: number }).status));
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const left = await service.database.one(
      'select id, num_votes, num_comments from dialogs where id <> 1003',
    );
    expect(left).toMatchObject({ num_votes: 10, num_comments: 3 });
    expect(await listWrongCounters(service.database)).toEqual([]);
  });
});

describe('canned answers', () => {
  it('are managed at the desk and by commands, and recorded', async () => {
    await editor.post(`${BASE}/canned-answers`, { name: ' Thanks ', text: 'Thank you, {name}!' }).expect(303);
    const taken = await editor.post(`${BASE}/canned-answers`, { name: 'Thanks', text: 'Other' }).expect(422);
    expect(taken.text).toContain('There is a canned answer with this name already.');
    expect(taken.text).toContain('Other');
    await editor.post(`${BASE}/canned-answers`, { name: '', text: '' }).expect(422);
    const { id } = await service.database.one('select id from canned_answers');
    await editor.post(`${BASE}/canned-answers/${id}`, { name: 'Thank', text: 'Thanks, {name}.' }).expect(303);
    await editor.post(`${BASE}/canned-answers/${id}`, { name: 'Thank', text: ' ' }).expect(422);
    expect(await answerOf('canned', 'list', 'help')).toEqual([
      { id, name: 'Thank', text: 'Thanks, {name}.' },
    ]);
    await answerOf('canned', 'add', 'help', 'Later', '--text', 'Later.');
    expect(await forum('canned', 'add', 'help', 'Later', '--text', 'x')).toMatchObject({ code: 1 });
    await answerOf('canned', 'change', 'help', 'Later', '--name', 'Soon');
    await answerOf('canned', 'remove', 'help', 'Soon');
    expect(await forum('canned', 'remove', 'help', 'Soon')).toMatchObject({ code: 1 });
    await editor.post(`${BASE}/canned-answers/${id}`, { action: 'remove' }).expect(303);
    await editor.post(`${BASE}/canned-answers/${id}`, { action: 'remove' }).expect(404);
    const actions = (await audit()).map(({ action, door }) => `${door} ${action}`);
    expect(actions).toEqual([
      'desk canned add',
      'desk canned change',
      'cli canned add',
      'cli canned change',
      'cli canned remove',
      'desk canned remove',
    ]);
  });

  it('are offered on the page of a dialog, filled in', async () => {
    const text = 'Hello {name}, about “{title}”: {other} {name}';
    const { id } = (await answerOf('canned', 'add', 'help', 'Hello', '--text', text)) as { id: number };
    const filled = 'Hello Anna, about “First”: {other} Anna';
    const { text: page } = await author.get(`${BASE}/dialogs/1001`).expect(200);
    expect(page).toContain(`<option value="${filled}">Hello</option>`);
    expect(page).toContain(`href="${BASE}/dialogs/1001?canned=${id}#answer"`);
    const { text: chosen } = await author.get(`${BASE}/dialogs/1001?canned=${id}`).expect(200);
    expect(chosen).toMatch(
      new RegExp(`<textarea id="answer"[^>]*>\\s*${filled.replaceAll(/[{}]/g, '\\$&')}<`),
    );
  });
});

describe('someone who is answering', () => {
  const seen = async (client: DeskClient) => [
    /Arne Author is answering/.test((await client.get(`${BASE}/dialogs/1001`)).text),
    /Arne Author is answering/.test((await client.get(`${BASE}/queue`)).text),
  ];
  const tell = (answering: unknown, path = '/dialogs/1001/answering') =>
    author.send(BASE + path, { answering });

  it('is shown to colleagues for a minute, until the answer is sent or emptied', async () => {
    await service.database.none('update dialogs set waiting_since = now() where id = 1001');
    const { body } = await tell(true).expect(200);
    expect(body).toEqual({ colleagues: [] });
    expect([await seen(editor), await seen(author)]).toEqual([
      [true, true],
      [false, false],
    ]);
    const heard = await editor.send(`${BASE}/dialogs/1001/answering`, { answering: true });
    expect(heard.body).toEqual({ colleagues: ['Arne Author'] });
    await tell(false).expect(200);
    expect(await seen(editor)).toEqual([false, false]);
    await tell(true).expect(200);
    await service.database.none("update answering set seen_at = now() - interval '61 seconds'");
    expect(await seen(editor)).toEqual([false, false]);
    await tell(true).expect(200);
    await author.post(`${BASE}/dialogs/1001/answer`, { text: 'Because.' }).expect(303);
    expect(await seen(editor)).toEqual([false, false]);
  });

  it('hides colleagues from other accounts, and is not found for unknown dialogs', async () => {
    await stranger.send(`${BASE}/dialogs/1001/answering`, {}).expect(404);
    await tell(true, '/dialogs/99/answering').expect(404);
    await tell('yes').expect(400);
    await service.request.post(`${BASE}/dialogs/1001/answering`).send({}).expect(401);
  });
});
