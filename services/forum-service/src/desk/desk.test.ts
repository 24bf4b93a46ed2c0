import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DeskClient, signInThroughProvider } from '@guidepost/desk/testing';
import { png, SVG } from '@guidepost/files/testing';
import { createDeskPhrasings } from '@guidepost/i18n';
import { bumpRevision } from '@guidepost/postgres';
import { readByParsers } from '@guidepost/testing/markup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { PERMISSIONS } from '../model/permissions.ts';
import { usualStates } from '../model/states.ts';
import { allow } from '../tenants/account-settings.ts';
import { changeForum } from '../tenants/change-forum.ts';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { serveDesk, signInAs } from '../testing/desk-client.ts';
import { COMMENT, DIALOG, REPORT } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { THINGS } from './history/said-details.ts';

const BASE = '/desk/forum/help';

let service: TestService;
let forumId: number;
let owner: DeskClient;
let editor: DeskClient;
let author: DeskClient;
let stranger: DeskClient;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  forumId = await writeForum(service.database, { slug: 'help' });
  await writeForum(service.database, { slug: 'other' });
  await service.database.none(
    'update accounts set name = slug from forums f where f.account_id = accounts.id',
  );
  owner = await signInAs(service, { slug: 'help', role: 'owner', name: 'Olga Owner' });
  editor = await signInAs(service, { slug: 'help', role: 'editor', name: 'Eva Editor' });
  author = await signInAs(service, { slug: 'help', role: 'author', name: 'Arne Author' });
  stranger = await signInAs(service, { slug: 'other', role: 'owner' });
});

afterAll(() => service.stop());

beforeEach(async () => {
  await service.database.none('delete from dialogs; delete from blocked_senders; delete from audit_entries');
  await writeDialogs(service.database, forumId, [
    { id: 1001, title: 'First', text: 'Why is it so?' },
    { id: 1002, title: 'Second', archived: true },
  ]);
  await writeComments(service.database, forumId, [{ id: 1011, dialog_id: 1001, text: 'Me too.' }]);
});

const SETTINGS = {
  name: 'Help',
  formal_name: 'Help Ltd',
  language: 'sv',
  accent_color: '#0a7d5c',
  'topics[Q]': 'on',
  'topics[S]': 'on',
  default_topic: 'S',
  intro_message: 'Ask\nus.',
  status_message: '',
  status_url: '',
  thankyou_message: '',
  popup_header: '',
  hold: 'links',
  allowed_origins: 'https://a.example\r\nhttps://b.example',
  attachments: 'on',
};

const dialog = (id = 1001) => service.database.one('select * from dialogs where id = $1', [id]);

const audit = () =>
  service.database.any(
    'select done_by as by, door, action, dialog_id from audit_entries where forum_id = $1 order by id',
    [forumId],
  );

/** The queue, by title. */
async function queued(show = ''): Promise<string[]> {
  const { text } = await author.get(`${BASE}/queue${show && `?show=${show}`}`).expect(200);
  return Array.from(text.matchAll(/data-opener>([^<]*)</g), ([, title = '']) => title);
}

/** Posts as a reader. */
async function post(path: string, body: object): Promise<number> {
  const answer = await service.request.post(`/api/${path}`).send(body);
  expect([path, answer.status]).toEqual([path, 201]);
  const { headers } = answer;
  await service.settled('help');
  return Number(/(\d+)(\.json)?$/.exec(String(headers.location))?.[1]);
}

describe('who may open what', () => {
  const EVERYBODY = [
    '/queue',
    '/dialogs',
    '/dialogs/1001',
    '/insights',
    '/insights?days=365&by=month',
    '/insights/tags.csv',
  ];
  const EDITORS = [
    '/blocks',
    '/person?email=a@example.com',
    '/redirects',
    '/redirects?address=/t/a/12&q=first',
  ];
  const OWNERS = [
    '/person/data.json?email=a@example.com',
    '/people',
    '/keys',
    '/settings',
    '/settings/programs',
    '/settings/states',
    '/audit',
    '/health',
  ];

  it.each([
    ...EVERYBODY.map((path) => [path, 200, 200] as const),
    ...EDITORS.map((path) => [path, 200, 403] as const),
    ...OWNERS.map((path) => [path, 403, 403] as const),
  ])('%s', async (path, forEditors, forAuthors) => {
    await owner.get(BASE + path).expect(200);
    await editor.get(BASE + path).expect(forEditors);
    await author.get(BASE + path).expect(forAuthors);
    await stranger.get(BASE + path).expect(404);
    await service.request.get(BASE + path).expect(303);
  });

  it.each([
    ['/queue', { action: 'archive', 'dialog[1001]': 'on' }],
    ['/dialogs/1001', { action: 'archive' }],
    ['/dialogs/1001', { action: 'block', email: 'a@example.com' }],
    ['/dialogs/1001/comments/1011', { action: 'official' }],
    ['/dialogs/1001', { action: 'delete' }],
    ['/queue', { action: 'delete', 'dialog[1001]': 'on' }],
    ['/dialogs', { action: 'delete', 'dialog[1001]': 'on' }],
    ['/dialogs/1001/comments/1011', { action: 'delete' }],
    ['/dialogs/1001', { action: 'public', tag: 'x' }],
    ['/person?email=poster-1001@example.com', { confirm: 'poster-1001@example.com' }],
    ['/person?email=poster-1001@example.com', { action: 'spam' }],
    ['/dialogs/1001', { action: 'spam' }],
    ['/queue', { action: 'spam', 'dialog[1001]': 'on' }],
    ['/spam/1/undo', {}],
    ['/merge', { ids: '1001', into: '1002' }],
    ['/merges/1/undo', {}],
    ['/blocks', { sender: 'a@example.com' }],
    ['/blocks/sites/1/remove', {}],
    ['/redirects', { address: '/old', to: '/1001' }],
    ['/redirects/1/remove', {}],
    ['/settings', { name: 'Mine' }],
    ['/settings/logo', { action: 'remove' }],
    ['/settings/partner', { partner: '' }],
    ['/settings/states', { 'name[new]': 'Mine', 'color[new]': 'red', 'topic[new-Q]': 'on' }],
    ['/keys', { name: 'Mine' }],
  ])('authors cannot send a form of %s: %j', async (path, fields) => {
    await author.post(BASE + path, fields).expect(403);
    await stranger.post(BASE + path, fields).expect(404);
    expect(await dialog()).toMatchObject({ archived: false, num_comments: 1 });
    expect(await audit()).toEqual([]);
  });

  it.each(['/desk/nothing', '/desk/forum/help/nothing', '/desk/assets/nothing'])(
    'has nothing at %s, and says so on a page',
    async (path) => {
      const { text } = await owner
        .get(path)
        .expect(404)
        .expect('Content-Type', /^text\/html/);
      expect(text).toContain('There is nothing at this address');
    },
  );

  it('lists the forums of the account', async () => {
    await writeForum(service.database, { slug: 'second' });
    await service.database.none(
      "update forums set account_id = (select account_id from forums where slug = 'help') where slug = 'second'",
    );
    const { text } = await owner.get('/desk').expect(200);
    expect(text).toContain('/desk/forum/second');
    expect(text).not.toContain('/desk/forum/other');
    await service.database.none("delete from forums where slug = 'second'");
  });
});

describe('people of a domain who sign in through a provider', () => {
  it('work on the forums of every account, without an invitation', async () => {
    const dora = { sub: 'dora', email: 'dora@domain.example', email_verified: true };
    const page = await signInThroughProvider(dora, (variables) =>
      serveDesk(service, { ...variables, OIDC_DOMAINS: 'domain.example=author' }),
    );
    for (const slug of ['help', 'other']) expect(page).toContain(`href="/desk/forum/${slug}"`);
  });
});

describe('mail of an account that is kept on this machine', () => {
  it('is shown to its owners', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-'));
    const desk = await serveDesk(service, { MAIL_OUTBOX: folder, MAIL_OUTBOX_PAGE: 'on' });
    const { id } = await service.database.one('select account_id as id from forums where slug = $1', [
      'help',
    ]);
    const message = { subject: 'Hello', to: 'anna@example.com', text: 'Hello', date: new Date() };
    await writeFile(join(folder, `2026-11-29T10-00-00.000Z-1.${id}.json`), JSON.stringify(message));
    const shown = async (slug: string, { cookie }: DeskClient) => {
      const headers = { Cookie: cookie };
      return (await fetch(`${desk.origin}/desk/forum/${slug}/health/mail`, { headers })).text();
    };
    expect(await shown('help', owner)).toContain('To anna@example.com');
    expect(await shown('other', stranger)).toContain('No messages yet.');
    await desk.stop();
    await rm(folder, { recursive: true });
  });
});

describe('the queue', () => {
  it('is empty without anything to do', async () => {
    expect(await queued()).toEqual([]);
  });

  it('has new posts until an editor deals with them', async () => {
    const id = await post('help', { ...DIALOG, title: 'Third' });
    await post('comment/help/1001', COMMENT);
    expect(await queued()).toEqual(['Third', 'First']);
    expect(await queued('unanswered')).toEqual(['Third', 'First']);
    await author.post(`${BASE}/dialogs/${id}/answer`, { text: 'Because.' }).expect(303);
    await author.post(`${BASE}/queue`, { action: 'done', 'dialog[1001]': 'on' }).expect(303);
    expect(await queued()).toEqual([]);
    await post(`comment/help/${id}`, COMMENT);
    expect([await queued('new'), await queued('unanswered')]).toEqual([['Third'], []]);
    await editor.post(`${BASE}/dialogs/${id}`, { action: 'state', state: 'solved' }).expect(303);
    expect(await queued()).toEqual([]);
  });

  it('shows the beginning of Markdown without its signs', async () => {
    const text = `**Red** and [blue](https://a.example/)${'x'.repeat(900)}`;
    await service.database.none(
      'update dialogs set text = $1, markdown = true, waiting_since = now() where id = 1001',
      [text],
    );
    const { text: page } = await author.get(`${BASE}/queue`).expect(200);
    expect(page).toMatch(/class="excerpt">Red and bluex{288}</);
  });

  it.each([
    ['solved', 'löst', 'state color-teal'],
    ['Billed', 'Billed', 'state '],
  ])('shows the state %s as %s in Swedish, and sends it as it is stored', async (state, shown, look) => {
    const change = 'update dialogs set waiting_since = now(), state = $1 where id = 1001';
    await service.database.none(change, [state]);
    const swedish = (path: string) => author.get(BASE + path).set('Accept-Language', 'sv');
    const pill = `<span class="${look}">${shown}</span>`;
    expect((await swedish('/queue').expect(200)).text).toContain(pill);
    const { text } = await swedish('/dialogs/1001').expect(200);
    expect(text).toContain(pill);
    expect(text).toContain(`<option value="${state}" selected>${shown}</option>`);
  });

  it('has what is held, and what is reported', async () => {
    await service.database.none("update forums set hold = 'links'");
    await bumpRevision(service.database, FORUM_REVISIONS, forumId);
    await service.settled('help');
    const held = await service.request
      .post('/api/help')
      .send({ ...DIALOG, title: 'Held', text: 'https://example.com/' });
    expect(held.status).toBe(201);
    await service.request.post('/api/comment/help/1001').send({ ...COMMENT, text: 'https://example.com/' });
    await service.database.none("update forums set hold = 'none'");
    await service.request.post('/api/report-dialog/help/1002').send(REPORT).expect(201);
    expect([await queued('held'), await queued('reported')]).toEqual([['Held', 'First'], ['Second']]);
    const { id } = await service.database.one('select id from dialogs where held');
    await editor.post(`${BASE}/queue`, { action: 'restore', [`dialog[${id}]`]: 'on' }).expect(303);
    const { id: comment } = await service.database.one('select id from comments where held');
    await editor.post(`${BASE}/dialogs/1001/comments/${comment}`, { action: 'approve' }).expect(303);
    await editor.post(`${BASE}/dialogs/1002`, { action: 'resolve' }).expect(303);
    expect([await queued('held'), await queued('reported')]).toEqual([[], []]);
    expect(await queued()).toEqual(['Held', 'First']);
  });

  it.each(['/queue', '/queue?show=new', '/dialogs', '/dialogs?q=first&page=2'])(
    '%s acts on several at once, and takes it back',
    async (path) => {
      const both = { 'dialog[1001]': 'on', 'dialog[1002]': 'on' };
      const { headers } = await editor.post(BASE + path, { action: 'archive', ...both }).expect(303);
      expect(headers.location).toContain(BASE + path);
      expect(await dialog()).toMatchObject({ archived: true });
      const { text } = await editor.get(String(headers.location)).expect(200);
      expect(text).toContain('Archived.');
      // Only what was changed: the second one was archived before.
      expect(text).toContain('type="hidden" name="dialog[1001]"');
      expect(text).not.toContain('type="hidden" name="dialog[1002]"');
      await editor.post(BASE + path, { action: 'restore', 'dialog[1001]': 'on' }).expect(303);
      expect([await dialog(1001), await dialog(1002)]).toMatchObject([
        { archived: false },
        { archived: true },
      ]);
      expect(await audit()).toEqual([
        { by: 'Eva Editor', door: 'desk', action: 'dialog archive', dialog_id: 1001 },
        { by: 'Eva Editor', door: 'desk', action: 'dialog restore', dialog_id: 1001 },
      ]);
    },
  );

  it.each([
    [{ action: 'done' }, 422, 'Select at least one post.'],
    [{ action: 'explode', 'dialog[1001]': 'on' }, 400, ''],
    [{ action: 'state', state: ' ', 'dialog[1001]': 'on' }, 422, 'Choose a state'],
    [{ action: 'done', 'dialog[x]': 'on' }, 422, 'Select at least one post.'],
    [{ action: 'done', 'dialog[9007199254740993]': 'on' }, 422, 'Select at least one post.'],
  ])('answers %j with %i, and keeps what was selected', async (fields, status, message) => {
    for (const path of ['/queue', '/dialogs']) {
      const { text } = await editor.post(BASE + path, fields).expect(status);
      expect(text).toContain(message);
      const isKept = text.includes('name="dialog[1001]" value="on" checked');
      expect(isKept).toBe(path === '/dialogs' && fields.action === 'state');
    }
  });
});

describe('what is held or reported', () => {
  beforeEach(async () => {
    await writeDialogs(service.database, forumId, [{ id: 1003, title: 'Held', held: true, tags: ['red'] }]);
    await writeComments(service.database, forumId, [{ id: 1012, dialog_id: 1001, held: true }]);
    await service.request.post('/api/report-dialog/help/1002').send(REPORT).expect(201);
  });

  const all = { 'dialog[1001]': 'on', 'dialog[1002]': 'on', 'dialog[1003]': 'on' };

  it.each([
    ['/dialogs/1003', 'archive', {}],
    ['/queue', 'archive', { 'dialog[1003]': 'on' }],
    ['/dialogs/1003', 'restore', {}],
    ['/queue', 'restore', { 'dialog[1003]': 'on' }],
    ['/queue', 'approve', { 'dialog[1003]': 'on' }],
  ])('%s: %s ends the review of a dialog for good', async (path, action, fields) => {
    const { headers } = await editor.post(BASE + path, { action, ...fields }).expect(303);
    expect(await dialog(1003)).toMatchObject({ held: false, archived: action === 'archive' });
    expect(String(headers.location)).toMatch(/done=notice(Archived|Restored)$/);
  });

  it('can be approved and dealt with from the queue', async () => {
    await editor.post(`${BASE}/queue`, { action: 'approve', ...all }).expect(303);
    expect([await queued('held'), await queued('reported')]).toEqual([[], ['Second']]);
    expect(await dialog(1002)).toMatchObject({ archived: true });
    await editor.post(`${BASE}/queue`, { action: 'resolve', ...all }).expect(303);
    expect(await queued('reported')).toEqual([]);
  });

  it.each([
    ['/queue', { action: 'done', 'dialog[1002]': 'on' }],
    ['/queue', { action: 'approve', 'dialog[1002]': 'on' }],
    ['/queue', { action: 'resolve', 'dialog[1001]': 'on' }],
    ['/queue', { action: 'archive', 'dialog[99]': 'on' }],
    ['/dialogs/1002', { action: 'done' }],
    ['/dialogs/1001', { action: 'resolve' }],
  ])('%s says when %j has changed nothing', async (path, fields) => {
    const { headers } = await editor.post(BASE + path, fields).expect(303);
    expect((await editor.get(String(headers.location))).text).toContain('Nothing was changed.');
    expect(await audit()).toEqual([]);
  });

  it.each([
    [
      'edited',
      "insert into originals (forum_id, dialog_id, title, text, edited_by) select forum_id, id, title, text, 'the author' from dialogs where id = 1003",
    ],
    ['joined by another one', 'update comments set dialog_id = 1003, pub_date = now() where id = 1012'],
  ])('is not published unseen when it was %s', async (_, statement) => {
    const seenOn = async (path: string) =>
      /name="seen" value="(\d+)"/.exec((await editor.get(BASE + path)).text)?.[1] ?? '';
    const seen = await seenOn('/dialogs/1003');
    await service.database.none(statement);
    const review = { action: 'restore', seen };
    for (const [path, fields] of [
      ['/dialogs/1003', review],
      ['/queue', { ...review, action: 'approve', 'dialog[1003]': 'on' }],
    ] as const) {
      const { text } = await editor.post(BASE + path, fields).expect(409);
      expect(text).toMatch(/changed since (?:the|this) page was shown/);
    }
    expect(await dialog(1003)).toMatchObject({ held: true });
    await editor
      .post(`${BASE}/queue`, { action: 'approve', seen: await seenOn('/queue'), ...all })
      .expect(303);
    expect(await dialog(1003)).toMatchObject({ held: false });
  });

  it.each([
    ['readers', () => post('comment/help/1001', { ...COMMENT, text: 'But it does not work.' })],
    ['staff', () => author.post(`${BASE}/dialogs/1001`, { action: 'state', state: 'answered' }).expect(303)],
  ])('S54 is left out of what is done with several, and said, after a change by %s', async (_, change) => {
    const seenOn = async (path: string) =>
      /name="seen" value="(\d+)"/.exec((await editor.get(BASE + path)).text)?.[1] ?? '';
    const [list, page, merge] = [
      await seenOn('/dialogs'),
      await seenOn('/dialogs/1001'),
      await seenOn('/dialogs/1002/merge?into=1001'),
    ];
    await change();
    const { title } = await dialog(1001);
    const both = { 'dialog[1001]': 'on', 'dialog[1003]': 'on', seen: list };
    const { text } = await editor.post(`${BASE}/dialogs`, { action: 'archive', ...both }).expect(409);
    expect(text).toContain(`Left out, because changed since this page was shown: ${title}.`);
    expect([await dialog(1001), await dialog(1003)]).toMatchObject([
      { archived: false },
      { archived: true, held: false },
    ]);
    await editor.post(`${BASE}/dialogs`, { action: 'delete', 'dialog[1001]': 'on', seen: list }).expect(409);
    for (const action of ['archive', 'delete'])
      await editor.post(`${BASE}/dialogs/1001`, { action, seen: page }).expect(409);
    const merged = await editor.post(`${BASE}/dialogs/1002/merge`, { into: '1001', seen: merge }).expect(422);
    expect(merged.text).toContain('This has changed since the page was shown.');
    expect(await dialog(1001)).toMatchObject({ archived: false });
    await editor
      .post(`${BASE}/dialogs`, { action: 'archive', 'dialog[1001]': 'on', seen: await seenOn('/dialogs') })
      .expect(303);
    expect(await dialog(1001)).toMatchObject({ archived: true });
  });

  it('hides no other dialog by its many reports', async () => {
    await service.database.none(
      `insert into reports (forum_id, dialog_id, reporter, poster_id, author_name, reason, reported_at)
       select forum_id, 1001, random_hash(), poster_id, 'Bo', 'Why not?', now() - interval '1 day'
       from dialogs cross join generate_series(1, 60) where id = 1001`,
    );
    expect(await queued('reported')).toEqual(['First', 'Second']);
  });

  it('is acted on although one of the dialogs is gone', async () => {
    await editor.post(`${BASE}/queue`, { action: 'archive', 'dialog[99]': 'on', ...all }).expect(303);
    expect([await dialog(1001), await dialog(1003)]).toMatchObject([{ archived: true }, { held: false }]);
  });

  it('stays selected when no state is chosen', async () => {
    const fields = { action: 'state', state: '', 'dialog[1003]': 'on' };
    const refused = await editor.post(`${BASE}/queue`, fields).expect(422);
    expect(refused.text).toMatch(/name="dialog\[1003\]" value="on" checked/);
  });
});

describe('a dialog', () => {
  it('is shown with everything about it', async () => {
    await service.database.none(
      "update posters set email = 'bo@example.com' where id = (select poster_id from dialogs where id = 1001)",
    );
    const { text } = await author.get(`${BASE}/dialogs/1001`).expect(200);
    for (const shown of ['First', 'Why is it so?', 'Me too.', 'bo@example.com'])
      expect(text).toContain(shown);
  });

  it('is answered in the name of the organization', async () => {
    const answer = { text: 'Because\nit is.', state: 'answered' };
    const { headers } = await author.post(`${BASE}/dialogs/1001/answer`, answer).expect(303);
    expect(String(headers.location)).toMatch(/\/dialogs\/1001\?done=noticeAnswered#comment-\d+$/);
    await service.settled('help');
    const { body } = await service.get('/api/dialog/help/1001.json').expect(200);
    expect(body).toMatchObject({ state: 'answered' });
    const { body: comments } = await service.get('/api/comment/help/1001.json').expect(200);
    expect(comments[0]).toMatchObject({ is_org_reply: true, user: { first_name: 'Arne Author' } });
    expect(JSON.stringify(comments)).not.toContain('arne.author@example.com');
    expect(await audit()).toEqual([
      { by: 'Arne Author', door: 'desk', action: 'comment answer', dialog_id: 1001 },
    ]);
  });

  it.each([
    ['nothing but spaces', '  \n '],
    ['too much', 'x'.repeat(20_001)],
  ])('is not answered with %s, which stays in the field', async (_, text) => {
    const answered = await author.post(`${BASE}/dialogs/1001/answer`, { text, state: 'solved' }).expect(422);
    expect(answered.text).toContain('aria-invalid="true"');
    expect(answered.text).toContain('<option value="solved" selected>');
    expect(answered.text.includes(`>\n${text}</textarea>`)).toBe(true);
    expect(await dialog()).toMatchObject({ num_comments: 1, state: null });
  });

  it('is not answered twice by one double click', async () => {
    const send = () => author.post(`${BASE}/dialogs/1001/answer`, { text: 'Because.' });
    const answers = await Promise.all([send(), send()]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 422]);
    expect(await dialog()).toMatchObject({ num_comments: 2 });
  });

  it.each([
    ['99/answer', { text: 'Kept.' }, 404],
    ['1001/answer', { text: 'Kept.', state: 'x'.repeat(101) }, 422],
    ['99/edit', { text: 'Kept.', title: 'Gone' }, 404],
    ['1001/comments/99/edit', { text: 'Kept.' }, 404],
  ])('%s keeps a text that is not accepted: %j', async (path, fields, status) => {
    const { text } = await editor.post(`${BASE}/dialogs/${path}`, fields).expect(status);
    expect(text).toMatch(/<textarea[^>]*>\s*Kept\.<\/textarea>/);
    expect(await dialog()).toMatchObject({ num_comments: 1, state: null });
  });

  it('keeps an answer while an import holds the forum', async () => {
    const answered = await service.database.tx(async (transaction) => {
      await transaction.one('select from dialogs where id = 1001 for update');
      return author.post(`${BASE}/dialogs/1001/answer`, { text: 'Kept.' }).expect(503);
    });
    expect(answered.text).toMatch(/<textarea[^>]*>\s*Kept\.<\/textarea>/);
    expect(answered.text).toContain('The desk is not available at the moment.');
  });

  it('is answered from an address that is blocked', async () => {
    await editor.post(`${BASE}/blocks`, { sender: '127.0.0.0/8' }).expect(303);
    await editor.post(`${BASE}/blocks`, { sender: '::/16' }).expect(303);
    await author.post(`${BASE}/dialogs/1001/answer`, { text: 'Because.' }).expect(303);
  });

  it('says in the language of the page what is wrong with an answer', async () => {
    const send = () =>
      author.post(`${BASE}/dialogs/1001/answer`, { text: 'Because.' }).set('Accept-Language', 'sv');
    await send().expect(303);
    expect((await send().expect(422)).text).toContain('Du har redan skrivit det här svaret.');
  });

  it('reports a failure instead of saying that the dialog is gone', async () => {
    await service.database.none('alter table canned_answers rename to away');
    await author.post(`${BASE}/dialogs/1001/answer`, { text: '' }).expect(500);
    await service.database.none('alter table away rename to canned_answers');
    await author.post(`${BASE}/dialogs/1001/answer`, { text: '' }).expect(422);
  });

  it.each([
    ['the e-mail address', { email: 'Bo@example.com' }, { email: 'bo@example.com', address: null }],
    ['the claimed address', { claimed: '192.0.2.9' }, { email: null, address: '192.0.2.9/32' }],
    ['the network of IPv6', { claimed: '2001:db8:1:2::9' }, { email: null, address: '2001:db8:1:2::/64' }],
  ])('blocks %s of its poster, whatever the form says', async (_, known, stored) => {
    const { email, claimed }: { email?: string; claimed?: string } = known;
    const { database } = service;
    await database.none(
      'update posters set email = $1 where id = (select poster_id from dialogs where id = 1001)',
      [email ?? null],
    );
    await database.none(
      `insert into post_addresses (forum_id, dialog_id, kind, claimed, sender)
       values ($1, 1001, 'dialog', coalesce($2, '192.0.2.1')::inet, '192.0.2.1')`,
      [forumId, claimed],
    );
    const fields = { action: 'block', address: '0.0.0.0/0', email: 'a@b' };
    await editor.post(`${BASE}/dialogs/1001`, fields).expect(303);
    expect(await database.one('select email, address from blocked_senders')).toEqual(stored);
  });

  it('without any address blocks nothing', async () => {
    await service.database.none('update posters set email = null');
    await editor.post(`${BASE}/dialogs/1001`, { action: 'block', address: '0.0.0.0/0' }).expect(400);
    expect(await service.database.any('select from blocked_senders')).toEqual([]);
  });

  it.each([
    ['marking a reply as official', '/dialogs/1001/comments/1011', { action: 'official' }],
    ['the state that it already has', '/dialogs/1001', { action: 'state', state: 'solved' }],
  ])('leaves the queue by %s', async (_, path, fields) => {
    await service.database.none("update dialogs set waiting_since = now(), state = 'solved' where id = 1001");
    const { headers } = await editor.post(BASE + path, fields).expect(303);
    expect(await queued()).toEqual([]);
    if (!fields.action.startsWith('o')) return;
    expect((await editor.get(String(headers.location))).text).toContain('name="waiting" value="on"');
    await editor.post(BASE + path, { action: 'unofficial', waiting: 'on' }).expect(303);
    expect([await queued(), await queued('unanswered')]).toEqual([['First'], ['First']]);
  });

  it('is not queued by an official reply that was held', async () => {
    await writeComments(service.database, forumId, [
      { id: 1012, dialog_id: 1001, held: true, is_org_reply: true },
    ]);
    await editor.post(`${BASE}/dialogs/1001/comments/1012`, { action: 'approve' }).expect(303);
    expect(await queued()).toEqual([]);
  });

  it('with many comments is shown in parts, always with what has to be dealt with', async () => {
    const comments = Array.from({ length: 130 }, (_, index) => ({
      id: 2001 + index,
      dialog_id: 1001,
      text: `Number ${index + 1}.`,
      pub_date: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
      held: index === 3,
    }));
    await service.database.none('delete from comments');
    await writeComments(service.database, forumId, comments);
    await service.request.post('/api/report-comment/help/2003').send(REPORT).expect(201);
    const newest = await editor.get(`${BASE}/dialogs/1001`).expect(200);
    const shown = (text: string) => Array.from(text.matchAll(/>Number (\d+)\./g), ([, n]) => Number(n));
    const last = Array.from({ length: 100 }, (_, index) => 31 + index);
    expect(shown(newest.text)).toEqual([3, 4, ...last]);
    expect(newest.text).toContain('?before=2031">30 older comments</a>');
    const older = await editor.get(`${BASE}/dialogs/1001?before=2031`).expect(200);
    expect(shown(older.text)).toEqual(Array.from({ length: 30 }, (_, index) => 1 + index));
  });

  it('is tagged and untagged', async () => {
    await author.post(`${BASE}/dialogs/1001`, { action: 'tag', tags: 'red, blue' }).expect(303);
    await author.post(`${BASE}/dialogs/1001`, { action: 'untag', tag: 'red' }).expect(303);
    const { text } = await author.get(`${BASE}/dialogs/1001`);
    expect([text.includes('value="blue"'), text.includes('value="red"')]).toEqual([true, false]);
    await author.post(`${BASE}/dialogs/1001`, { action: 'tag', tags: ' , ' }).expect(422);
    await author.post(`${BASE}/dialogs/1001`, { action: 'state', state: 'x'.repeat(101) }).expect(422);
  });

  it('is not answered before the answer of a colleague was seen', async () => {
    const path = `${BASE}/dialogs/1001/answer`;
    const seenIn = (page: string) =>
      /action="[^"]+\/answer.*?name="seen" value="(\d+)"/s.exec(page)?.[1] ?? '';
    // Its id is higher than those of new ones.
    await service.database.none('delete from comments');
    const seen = seenIn((await editor.get(`${BASE}/dialogs/1001`)).text);
    await author.post(path, { text: 'Arne was first.', seen }).expect(303);
    await author.post(path, { text: 'And went on.', seen }).expect(303);
    const refused = await editor.post(path, { text: 'Eva was second.', seen }).expect(409);
    expect(refused.text).toContain('Arne Author has answered in the meantime.');
    expect(refused.text).toContain('Arne was first.');
    expect(refused.text).toMatch(/<textarea id="answer"[^>]*>\s*Eva was second\./);
    await editor.post(path, { text: 'Eva was second.', seen: seenIn(refused.text) }).expect(303);
  });

  it('is not answered before the answer of a colleague was seen when neither has a name', async () => {
    await service.database.none('delete from comments');
    const [first, second] = await Promise.all(
      [1, 2].map(() => signInAs(service, { slug: 'help', role: 'author' })),
    );
    await service.database.none('update staff_people set name = email where id = any ($1)', [
      [first?.personId, second?.personId],
    ]);
    const path = `${BASE}/dialogs/1001/answer`;
    await first?.post(path, { text: 'I was first.', seen: '0' }).expect(303);
    await first?.post(path, { text: 'And went on.', seen: '0' }).expect(303);
    await second?.post(path, { text: 'I was second.', seen: '0' }).expect(409);
  });

  it('has comments that are marked, unmarked and deleted', async () => {
    const comment = `${BASE}/dialogs/1001/comments/1011`;
    const isOfficial = async () =>
      (await service.database.one('select is_org_reply from comments where id = 1011')).is_org_reply;
    await editor.post(comment, { action: 'official' }).expect(303);
    expect(await isOfficial()).toBe(true);
    await editor.post(comment, { action: 'unofficial' }).expect(303);
    expect(await isOfficial()).toBe(false);
    await undo(await editor.post(comment, { action: 'delete' }).expect(303), async () => {
      expect(await dialog()).toMatchObject({ num_comments: 0 });
    });
    expect(await dialog()).toMatchObject({ num_comments: 1 });
  });

  /** Presses the button of the notice that a form led to. @param before what to check first */
  async function undo({ headers }: { headers: Record<string, string> }, before: () => Promise<void>) {
    await before();
    const { text } = await editor.get(String(headers.location)).expect(200);
    const notice = /<div class="notice" role="status">.*?<\/div>/s.exec(text)?.[0] ?? '';
    const [, address = ''] = /action="([^"]+)"/.exec(notice) ?? [];
    const fields = [...notice.matchAll(/name="(?!token)([^"]+)" value="([^"]*)"/g)];
    await editor
      .post(address, Object.fromEntries(fields.map(([, name, value]) => [name, value])))
      .expect(303);
  }

  it.each([
    ['/dialogs/1001', {}],
    ['/queue', { 'dialog[1001]': 'on' }],
  ])('is deleted at once by %s, with an undo', async (path, chosen) => {
    await undo(await editor.post(BASE + path, { action: 'delete', ...chosen }).expect(303), async () => {
      const { text } = await editor.get(`${BASE}/deleted`).expect(200);
      expect(text).toMatch(/dialogs\/1001">.*Eva Editor/s);
    });
    await editor.get(`${BASE}/dialogs/1001`).expect(200);
    expect((await editor.get(`${BASE}/deleted`)).text).toContain('There are no deleted posts.');
  });

  it('that is deleted leads to where it can be restored, or deleted permanently by its number', async () => {
    await editor.post(`${BASE}/dialogs/1001`, { action: 'delete' }).expect(303);
    const page = `${BASE}/deleted/dialogs/1001`;
    const { headers } = await editor.get(`${BASE}/dialogs/1001`).expect(303);
    expect(headers.location).toBe(`${page}?done=noticeDeleted`);
    await author.get(`${BASE}/dialogs/1001`).expect(404);
    await author.get(page).expect(403);
    expect((await editor.get(page).expect(200)).text).toContain('value="undelete"');
    await editor.post(page, { confirm: 'First' }).expect(422);
    await editor.post(page, { confirm: '1001' }).expect(303);
    await editor.get(page).expect(404);
    await editor.get(`${BASE}/dialogs/1001`).expect(404);
  });

  it.each(['/dialogs/99', '/dialogs/x', '/dialogs/99999999999999999999', '/deleted/comments/99'])(
    '%s is not found',
    async (path) => {
      await editor.get(BASE + path).expect(404);
    },
  );
});

describe('S35 hostile texts', () => {
  // Ends whatever element or attribute a text could stand in, and begins an element that no page has.
  const HOSTILE = `'"><canary onload=1></script></title></textarea></option><!--<canary>`;

  it('are shown as texts, on every page', async () => {
    const { database } = service;
    await service.request
      .post('/api/report-dialog/help/1001')
      .send({ ...REPORT, report_reason: HOSTILE })
      .expect(201);
    await owner
      .post(`${BASE}/dialogs/1001`, { action: 'tag', tags: HOSTILE.replaceAll(',', '') })
      .expect(303);
    await owner
      .post(`${BASE}/blocks`, { sender: `${HOSTILE.replaceAll(/\s/g, '')}@example.com` })
      .expect(303);
    await database.none('update dialogs set title = $1, text = $1, author_name = $1, state = $1', [HOSTILE]);
    await database.none('update comments set text = $1, markdown = true, author_name = $1, work_title = $1', [
      HOSTILE,
    ]);
    await database.none('update reports set author_name = $1', [HOSTILE]);
    await database.none('update audit_entries set done_by = $1, details = $2', [
      HOSTILE,
      { [HOSTILE]: HOSTILE },
    ]);
    await database.none('update dialogs set metadata = $1', [{ [HOSTILE]: HOSTILE }]);
    await database.none(
      `insert into addresses (forum_id, address, dialog_id, made_by, made_with) values ($1, '/' || $2, 1001, $2, 'cli')`,
      [forumId, HOSTILE],
    );
    const query = new URLSearchParams({ show: HOSTILE, done: HOSTILE });
    const redirects = `redirects?${new URLSearchParams({ address: `/${HOSTILE}`, q: HOSTILE })}`;
    const paths = [
      'queue',
      `queue?${query}`,
      'dialogs/1001',
      'deleted',
      'blocks',
      redirects,
      'audit',
      'settings',
    ];
    await owner.post(`${BASE}/dialogs/1001/comments/1011`, { action: 'delete' }).expect(303);
    for (const path of [...paths, 'deleted/comments/1011', 'people', 'keys']) {
      const { status, text } = await owner.get(`${BASE}/${path}`);
      expect([path, status]).toEqual([path, 200]);
      const elements = readByParsers(text).flatMap(([, read]) => read);
      const dangers = elements.filter(({ name, attributes }) => name === 'canary' || 'onload' in attributes);
      expect([path, dangers]).toEqual([path, []]);
    }
  });
});

describe('blocked senders', () => {
  it.each([
    ['Spam@example.com', 'spam@example.com'],
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.0/24', '192.0.2.0/24'],
  ])('are added and removed: %s', async (sender, stored) => {
    await editor.post(`${BASE}/blocks`, { sender }).expect(303);
    const { text } = await editor.get(`${BASE}/blocks`);
    expect(text).toContain(stored);
    const { id } = await service.database.one('select id from blocked_senders');
    const { headers } = await editor.post(`${BASE}/blocks/${id}/remove`).expect(303);
    expect((await editor.get(String(headers.location))).text).toContain('No longer blocked.');
    expect(String(headers.location)).toMatch(/\?done=noticeUnblocked$/);
    expect(await service.database.any('select from blocked_senders')).toEqual([]);
    await editor.post(`${BASE}/blocks/${id}/remove`).expect(404);
  });

  it.each(['', 'nobody', '0.0.0.0/0', '192.0.2.7/33'])('are not %j', async (sender) => {
    const { text } = await editor.post(`${BASE}/blocks`, { sender }).expect(422);
    expect(text).toContain('It must be an e-mail address, an IP address or a network');
  });
});

describe('old addresses', () => {
  const PAGE = `${BASE}/redirects`;
  const stored = () =>
    service.database.any(
      `select address, dialog_id as dialog, comment_id as comment, made_by, made_with from addresses
       where forum_id = $1 order by address`,
      [forumId],
    );

  beforeEach(() => service.database.none('delete from addresses'));

  it('that readers ask for in vain are listed, and lead to a dialog that is found by their words', async () => {
    const asked = '/t/first-things/12';
    await service.database.none(
      `insert into missed_paths (tenant_id, path_hash, path, visitor_groups, asked_on)
       values ($1, substr(sha256('p'), 1, 16), $2, 7, current_date);
       insert into misses_by_path (tenant_id, path_hash, day, misses)
       select tenant_id, path_hash, asked_on, 3 from missed_paths`,
      [forumId, asked],
    );
    await service.indexed();
    const { text } = await editor.get(PAGE).expect(200);
    const [, leading = ''] = /href="([^"]*\?address=[^"#]*)#add"/.exec(text) ?? [];
    const found = await editor.get(leading.replaceAll('&amp;', '&')).expect(200);
    expect(found.text).toContain(`value="${asked}"`);
    expect(found.text).toContain('name="to" value="/1001"');
    await editor.post(PAGE, { address: asked, to: '/1001' }).expect(303);
    const made = { made_by: 'Eva Editor', made_with: 'desk' };
    expect(await stored()).toEqual([{ address: 'discourse:topic:12', dialog: 1001, comment: null, ...made }]);
  });

  it('lead to dialogs at the desk, and are removed, which can be taken back', async () => {
    await editor.post(PAGE, { address: '/t/a/12/2', to: '/1001/comments/1011' }).expect(303);
    const before = await stored();
    const { text } = await editor.get(PAGE).expect(200);
    expect(text).toContain(`<a href="${BASE}/dialogs/1001#comment-1011">/1001/comments/1011</a>`);
    const [, id] = /redirects\/(\d+)\/remove/.exec(text) ?? [];
    const { headers } = await editor.post(`${PAGE}/${id}/remove`).expect(303);
    expect(await stored()).toEqual([]);
    await editor.post(`${PAGE}/${id}/remove`).expect(404);
    const removed = await editor.get(String(headers.location)).expect(200);
    const [notice = ''] = /<div class="notice".*?<\/form>/s.exec(removed.text) ?? [];
    const fields = [...notice.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    await editor.post(PAGE, Object.fromEntries(fields)).expect(303);
    expect(await stored()).toEqual(before);
    expect(await audit()).toMatchObject(
      ['redirect add', 'redirect remove', 'redirect add'].map((action) => ({ action, by: 'Eva Editor' })),
    );
  });

  it.each([
    ['no path', { address: 'old', to: '/' }, 'Enter a path such as /t/title/12'],
    ['a page', { address: '/1001', to: '/' }, 'Readers see a page at this address.'],
    ['nothing', { address: '/old', to: '/4711' }, 'There is nothing at this address.'],
    ['itself', { address: '/old', to: '/old' }, 'The address would lead to itself.'],
    ['another forum', { address: '/old', to: '/forum/other' }, 'An address cannot lead to another forum.'],
    ['a script', { address: '/old', to: 'javascript:alert(1)' }, 'Enter a page such as /12'],
  ])('are refused with what was typed: %s', async (_, fields, message) => {
    const { text } = await editor.post(PAGE, fields).expect(422);
    expect(text).toContain(message);
    expect(text).toContain(`value="${fields.to}"`);
    expect(await stored()).toEqual([]);
  });

  it('are listed in pages of a hundred', async () => {
    await service.database.none(
      `insert into addresses (forum_id, address, page, made_by, made_with)
       select $1, '/old/' || n, 'home', 'Import', 'import' from generate_series(1001, 1101) n`,
      [forumId],
    );
    const rows = async (path: string) =>
      (await editor.get(path).expect(200)).text.match(/<td class="title">\/old/g)?.length;
    expect([await rows(PAGE), await rows(`${PAGE}?page=2`)]).toEqual([100, 1]);
  });
});

describe('settings', () => {
  it('are stored as typed', async () => {
    await owner.post(`${BASE}/settings`, SETTINGS).expect(303);
    expect(await service.database.one('select * from forums where id = $1', [forumId])).toMatchObject({
      language: 'sv',
      topics: ['Q', 'S'],
      default_topic: 'S',
      intro_message: 'Ask\nus.',
      hold: 'links',
      foreign_images: false,
      attachments: true,
      allowed_origins: ['https://a.example', 'https://b.example'],
    });
    expect(await audit()).toEqual([{ by: 'Olga Owner', door: 'desk', action: 'set', dialog_id: null }]);
  });

  it('keep the order of topics, and record only what differs', async () => {
    await owner.post(`${BASE}/settings`, SETTINGS).expect(303);
    const { 'topics[Q]': _, ...rest } = SETTINGS;
    await owner.post(`${BASE}/settings`, { ...rest, 'topics[Q]': 'on' }).expect(303);
    const { text } = await owner.get(`${BASE}/settings`);
    expect(Array.from(text.matchAll(/name="topics\[(\w)\]"/g), ([, topic]) => topic).join('')).toBe('SQPB');
    await service.database.none('delete from audit_entries');
    await owner.post(`${BASE}/settings`, { ...rest, 'topics[Q]': 'on', popup_header: 'Hi' }).expect(303);
    await owner.post(`${BASE}/settings`, { ...rest, 'topics[Q]': 'on', popup_header: 'Hi' }).expect(303);
    expect(await service.database.any('select details from audit_entries')).toEqual([
      { details: { popup_header: 'Hi' } },
    ]);
    expect(await service.database.one('select topics from forums where id = $1', [forumId])).toEqual({
      topics: ['S', 'Q'],
    });
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: '\u3164' }],
    ['language', { language: 'xx1' }],
    ['status_url', { status_url: 'javascript:alert(1)' }],
    ['default_topic', { default_topic: 'B' }],
    ['host', { host: 'forum example' }],
    ['host', { host: '192.0.2.1' }],
    ['host', { host: 'localhost' }],
    ['host', { host: 'forum.example' }],
    ['host', { host: 'forum.example.com:99999' }],
    ['allowed_origins', { allowed_origins: 'https://a.example/path' }],
    ['intro_message', { intro_message: 'x'.repeat(2_001) }],
  ])('a wrong %s is named, and what was typed is kept', async (field, wrong) => {
    const before = await service.database.one('select revision from forums where id = $1', [forumId]);
    const { text } = await owner.post(`${BASE}/settings`, { ...SETTINGS, ...wrong }).expect(422);
    expect(text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    expect(text).toContain('value="Help Ltd"');
    expect(await service.database.one('select revision from forums where id = $1', [forumId])).toEqual(
      before,
    );
  });

  it('keep a stored language code that another one has replaced', async () => {
    await service.database.none("update forums set language = 'iw' where id = $1", [forumId]);
    const { text } = await owner.get(`${BASE}/settings`).expect(200);
    expect(text).toContain('<option value="iw" selected>Hebrew (iw)</option>');
    expect(text).toContain('<option value="he">Hebrew</option>');
  });

  it('include a logo, which is on the pages and gone when it is removed', async () => {
    const upload = (name: string, bytes: Buffer) =>
      service.request
        .post(`${BASE}/settings/logo`)
        .set({ Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' })
        .field({ token: owner.token, action: 'set' })
        .attach('logo', bytes, name);
    await upload('logo.png', png('', 60, 20)).expect(303);
    const page = await service.get('/forum/help').expect(200);
    const [, address = ''] = /<img src="(\/logos\/[^"]+)" width="60" height="20"/.exec(page.text) ?? [];
    const { headers, body } = await service.get(address).expect(200).expect('Content-Type', 'image/png');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(body).toEqual(png('', 60, 20));
    await service.get(address).set('If-None-Match', String(headers.etag)).expect(304);
    await service.get(address.replace('.png', '.gif')).expect(404);
    for (const [name, bytes] of [
      ['logo.svg', SVG],
      ['photo.png', Buffer.concat([png('', 60, 20), Buffer.alloc(20_000_000)])],
    ] as const) {
      const { text } = await upload(name, bytes).expect(422);
      expect(text).toContain('Choose a PNG, JPEG, GIF, WebP or AVIF image of at most 1 MB');
    }
    await owner.post(`${BASE}/settings/logo`, { action: 'remove' }).expect(303);
    await service.get(address).expect(404);
    expect((await service.get('/forum/help')).text).not.toContain('/logos/');
    expect(await service.database.any('select details from audit_entries order by id')).toEqual([
      { details: { logo: 'logo.png' } },
      { details: { logo: 'none' } },
    ]);
  });

  it('include fields, if the account allows them', async () => {
    await allow(service.database, 'help', { allows_metadata: false });
    expect((await owner.get(`${BASE}/settings`)).text).not.toContain('Additional fields');
    await allow(service.database, 'help', { allows_metadata: true });
    const field = { field: 'model', type: 'text', maximum: '50' };
    await owner.post(`${BASE}/settings/fields`, field).expect(303);
    await owner.post(`${BASE}/settings/fields`, field).expect(422);
    await owner.post(`${BASE}/settings/fields`, { ...field, field: 'Model' }).expect(422);
    expect((await owner.get(`${BASE}/settings`)).text).toContain('<code>model</code>');
    await owner.post(`${BASE}/settings/fields/model/remove`).expect(303);
    await owner.post(`${BASE}/settings/fields/model/remove`).expect(404);
  });
});

describe('a person', () => {
  const ADDRESS = 'poster-1001@example.com';
  const HERE = `${BASE}/person?email=${encodeURIComponent(ADDRESS)}`;

  it('is found by an address, downloaded, and erased from the forum, by owners', async () => {
    const other = await service.database.one("select id from forums where slug = 'other'");
    await writeDialogs(service.database, other.id, [{ id: 2001, poster_id: 1001, title: 'Elsewhere' }]);
    const listed = await owner.get(`${BASE}/dialogs?q=${ADDRESS}`).expect(200);
    expect(listed.text).toContain(HERE);
    expect((await author.get(`${BASE}/dialogs?q=${ADDRESS}`)).text).not.toContain(HERE);
    expect((await editor.get(HERE)).text).not.toContain('Erase this person');
    await editor.post(HERE, { confirm: ADDRESS }).expect(403);
    expect((await owner.get(HERE)).text).toContain('Posts: 1');
    const { body, headers } = await owner.get(HERE.replace('/person?', '/person/data.json?')).expect(200);
    expect((await owner.get(`${BASE}/audit`)).text).toContain('Downloaded a person’s data');
    expect(headers['cache-control']).toBe('no-store');
    expect(
      body.forums.map(({ slug, dialogs }: { slug: string; dialogs: object[] }) => [slug, dialogs.length]),
    ).toEqual([['help', 1]]);
    await owner.post(HERE, { confirm: 'someone@example.com' }).expect(422);
    await owner.post(HERE, { confirm: ADDRESS }).expect(303);
    expect((await dialog()).author_name).not.toBe('Anna');
    expect((await owner.get(HERE)).text).toContain('This forum has stored nothing about this address.');
    const left = await service.database.any('select forum_id from posters where email = $1', [ADDRESS]);
    expect(left).toEqual([{ forum_id: other.id }]);
    await owner.get(`${BASE}/person?email=nothing`).expect(404);
  });
});

describe('tags', () => {
  it('are shown to everyone, or to staff only, by editors', async () => {
    await editor.post(`${BASE}/dialogs/1001`, { action: 'tag', tags: 'tyres' }).expect(303);
    const isPublic = async () =>
      (await service.database.one("select is_public from tags where name = 'tyres'")).is_public;
    await editor.post(`${BASE}/dialogs/1001`, { action: 'public', tag: 'tyres' }).expect(303);
    expect(await isPublic()).toBe(true);
    await editor.post(`${BASE}/dialogs/1001`, { action: 'private', tag: 'tyres' }).expect(303);
    expect(await isPublic()).toBe(false);
    await editor.post(`${BASE}/dialogs/1001`, { action: 'public', tag: 'none' }).expect(404);
  });
});

describe('a dialog that is done', () => {
  it('can be put back into the queue', async () => {
    const offers = async () =>
      Array.from(
        (await author.get(`${BASE}/dialogs/1001`)).text.matchAll(/value="(done|wait)"/g),
        ([, name]) => name,
      );
    expect(await offers()).toEqual(['wait']);
    await author.post(`${BASE}/dialogs/1001`, { action: 'wait' }).expect(303);
    expect([await offers(), await queued()]).toEqual([['done'], ['First']]);
  });
});

describe('a dialog that comes back to the queue', () => {
  it('is shown with what a reader has written since then', async () => {
    const newest = async () =>
      Array.from(
        (await author.get(`${BASE}/queue`)).text.matchAll(/class="excerpt newest">(.*?)<\/p>/gs),
        ([, shown]) => shown,
      );
    await post('comment/help/1001', { ...COMMENT, name: 'Bo', text: 'Still <flat>.' });
    expect(await newest()).toEqual(['<strong>Bo:</strong> Still &lt;flat&gt;.']);
  });
});

describe('a long queue', () => {
  it('says how many are unanswered at least, by those that have waited longest', async () => {
    const tab = async () => {
      const { text } = await author.get(`${BASE}/queue`).expect(200);
      return /Unanswered(?: <span class="count">([^<]*)<)?/.exec(text)?.[1];
    };
    await service.database.none('update dialogs set waiting_since = pub_date where id = 1001');
    expect(await tab()).toBe('1');
    await service.database.none(
      `insert into dialogs (forum_id, id, topic, title, text, text_html, renderer, pub_date, poster_id, author_name, waiting_since)
       select forum_id, 10000 + n, 'Q', 'Later ' || n, 'x', 'x', 1, now(), poster_id, 'Anna', now()
       from dialogs, generate_series(1, 1000) n where id = 1001`,
    );
    expect(await tab()).toBe('200+');
    await service.database.none(
      `insert into comments (forum_id, id, dialog_id, text, text_html, renderer, is_org_reply, poster_id, author_name)
       select forum_id, id, id, 'x', 'x', 1, true, poster_id, 'Olga' from dialogs where id > 10000 and id < 11000`,
    );
    expect(await tab()).toBe('1+');
    await service.database.none('update comments set is_org_reply = true where dialog_id = 1001');
    expect(await tab()).toBeUndefined();
  });
});

describe('the next dialog in the queue', () => {
  const next = async (query: string) => {
    const { headers } = await author.get(`${BASE}/queue/next${query}`).expect(303);
    return headers.location?.replace(BASE, '');
  };

  it('is the one after the present one, or that which has come to its place', async () => {
    const [first, second] = [
      await post('help', { ...DIALOG, title: 'Lamp' }),
      await post('help', { ...DIALOG, title: 'Bell' }),
    ];
    expect(await next('')).toBe(`/dialogs/${first}?place=1`);
    expect(await next(`?after=${first}`)).toBe(`/dialogs/${second}?place=2`);
    expect(await next(`?after=${second}`)).toBe('/queue');
    expect(await next('?show=held&after=x')).toBe('/queue?show=held');
    expect(await next('?after=1&place=1')).toBe(`/dialogs/${first}?place=1`);
    expect(await next('?after=1&place=2')).toBe(`/dialogs/${second}?place=2`);
    expect(await next('?after=1&place=3')).toBe('/queue');
  });
});

describe('the list of dialogs', () => {
  const found = async (search = '') => {
    const { text } = await author.get(`${BASE}/dialogs${search}`).expect(200);
    return Array.from(text.matchAll(/class="title"><a href="[^"]*\/(\d+)"/g), ([, id]) => Number(id));
  };

  const writeMore = (many: number) =>
    writeDialogs(
      service.database,
      forumId,
      Array.from({ length: many }, (_, n) => ({ id: n + 1003 })),
    );

  it('has all dialogs, also archived ones, the newest first, in pages', async () => {
    expect(await found()).toEqual([1002, 1001]);
    await writeMore(24);
    expect(await found()).toHaveLength(25);
    expect(await found('?page=2')).toHaveLength(1);
  });

  it('is shown at its last page when all dialogs of a later one were deleted', async () => {
    await writeMore(24);
    const [id] = await found('?page=2');
    const deletion = { action: 'delete', [`dialog[${id}]`]: 'on' };
    await editor.post(`${BASE}/dialogs?page=2`, deletion).expect(303);
    expect(await found('?page=2')).toHaveLength(25);
  });

  it.each([
    ['words of a comment', 'me%20too', [1001]],
    ['words of an archived dialog', 'second', [1002]],
    ['an e-mail address', 'Poster-1001@EXAMPLE.com', [1001]],
    ['an address that nothing came from', '192.0.2.1', []],
  ])('finds %s', async (_what, query, ids) => {
    await service.indexed();
    expect((await found(`?q=${query}`)).toSorted()).toEqual([...ids].toSorted());
  });

  it('says what comes there while nothing has been posted', async () => {
    const shown = async (page: string) => (await stranger.get(`/desk/forum/other/${page}`).expect(200)).text;
    const text = await shown('dialogs');
    expect(text).toContain('No one has written anything yet.');
    expect(text).toContain('<a href="/forum/other">View site</a>');
    expect(await shown('dialogs?q=xyzzy')).toContain('No posts found.');
    expect(await shown('queue')).toContain('Nothing is waiting here.');
  });

  it('opens the dialog whose address is pasted', async () => {
    const pasted = encodeURIComponent('https://forum.example/forum/help/1002?page=2#comments');
    const answer = await author.get(`${BASE}/dialogs?q=${pasted}`).expect(303);
    expect(answer.headers.location).toBe(`${BASE}/dialogs/1002`);
  });
});

describe('what is refused', () => {
  const FIELD = { field: 'order', type: 'text', maximum: '50' };
  const TAGS = Array.from({ length: 51 }, (_, number) => `t${number}`).join();

  beforeAll(async () => {
    await allow(service.database, 'help', { allows_metadata: true });
    await owner.post(`${BASE}/settings/fields`, FIELD).expect(303);
    await service.database.none(
      "update forums set topics = '{Q}', default_topic = 'Q', revision = revision + 1",
    );
  });

  it.each<[path: string, fields: Record<string, string>, status: number, said: string]>([
    ['/notifications', { posts: 'never', reports: 'off' }, 400, 'Det valet finns inte.'],
    ['/queue', { action: 'explode', 'dialog[1001]': 'on' }, 400, 'Det valet finns inte.'],
    ['/dialogs/1001', { action: 'explode' }, 400, 'Det valet finns inte.'],
    ['/dialogs/1001', { action: 'topic', topic: 'X' }, 400, 'Det valet finns inte.'],
    ['/people', { email: 'a@example.com', role: 'king' }, 400, 'Det valet finns inte.'],
    [
      '/dialogs/1001',
      { action: 'topic', topic: 'B' },
      422,
      'Forumet har inte längre den här typen av inlägg.',
    ],
    ['/dialogs/1001', { action: 'tag', tags: TAGS }, 409, 'Ett inlägg kan ha högst 50 taggar.'],
    ['/settings/fields', FIELD, 422, 'Det finns redan ett fält med det här namnet.'],
    ['/settings/fields', { ...FIELD, field: 'Order' }, 422, 'Namnet måste ha 1 till 63 tecken'],
    [
      '/settings/fields',
      { ...FIELD, maximum: '0' },
      422,
      'Det högsta värdet måste vara ett positivt heltal.',
    ],
  ])('is said in the language of the page: %s %j', async (path, fields, status, said) => {
    const answer = await owner.post(BASE + path, fields).set('Accept-Language', 'sv');
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(said)]);
  });

  it.each([
    ['sv', 'Din roll tillåter inte det här.'],
    ['en', 'Your role does not allow this.'],
  ])('by the role is said in the language of the page: %s', async (language, said) => {
    for (const path of ['/dialogs/1001', '/dialogs/1001/merge']) {
      const sent = author.post(BASE + path, { action: 'archive', into: '1002' });
      const { text } = await sent.set('Accept-Language', language).expect(403);
      expect(text).toContain(said);
    }
  });
});

describe('an import that holds the forum', () => {
  it('makes forms wait four seconds, not without end', async () => {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const importing = changeForum(service.database, 'help', async () => {
      begun.resolve();
      await held.promise;
      return { changed: false, result: undefined };
    });
    await begun.promise;
    const answers = await Promise.all([
      owner.post(`${BASE}/settings`, SETTINGS),
      owner.post(`${BASE}/dialogs/1001`, { action: 'state', state: 'answered' }),
    ]);
    held.resolve();
    await importing;
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  });
});

describe('the history of changes', () => {
  it('tells in words what was changed', async () => {
    const [{ id: personId }] = await service.database.any(
      "select id from staff_people where name = 'Eva Editor'",
    );
    const changes: [string, object][] = [
      ['dialog topic', { topic: 'P' }],
      ['dialog state', { state: 'solved' }],
      ['dialog edit', { fields: ['title', 'text'] }],
      ['dialog merge', { merged: 1002 }],
      ['tag add', { tags: ['red', 'blue'] }],
      ['staff role', { person: personId, from: 'author', to: 'editor' }],
      ['staff notify', { person: 99_999, posts: 'daily', reports: 'off' }],
      ['erase', { dialogs: 2, addresses: 3 }],
      ['block add', { email_block: 7 }],
      ['key create', { key: 'Shop', scope: 'write' }],
      ['set', { hold: 'new', language: 'sv', topics: ['Q', 'P'], attachments: true, status_message: null }],
      ['set', { states: usualStates('en').slice(1, 3) }],
      ['new action', { unknown: { to: 'this version' } }],
    ];
    for (const [action, details] of changes)
      await service.database.none(
        `insert into audit_entries (forum_id, slug, done_by, door, action, details) values ($1, 'help', 'Eva', 'cli', $2, $3)`,
        [forumId, action, details],
      );
    const { text } = await owner.get(`${BASE}/audit`).expect(200);
    const rows = [...text.matchAll(/<td class="title">(.*?)<\/td>/gs)].map(([, row = '']) =>
      row.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' '),
    );
    expect(rows.toReversed()).toEqual([
      'Changed the kind Kind: Problem',
      'Changed the state State: solved',
      'Edited a post Title, Text',
      'Merged posts Post 1002',
      'Added tags Tags: red, blue',
      'Changed a role Eva Editor · Author → Editor',
      'Changed notifications #99999 · New posts that wait for an answer or for review: Once a day · New reports: No mail',
      'Erased a person Posts: 2',
      'Blocked a sender E-mail address',
      'Created a key Shop · Permission: read, post, change and delete',
      'Changed settings Hold for review: First posts of new people · Kinds of posts: Question, Problem · Language: Swedish · Let people who are signed in attach files to their posts: on',
      'Changed settings States: solved (closed, teal, Question + Problem); planned (open, blue, Problem + Suggestion)',
      'new action unknown: {&quot;to&quot;:&quot;this version&quot;}',
    ]);
  });

  it('names dialogs by title, is filtered and can be downloaded', async () => {
    const { id, title } = await service.database.one(
      'select id, title from dialogs where forum_id = $1 order by id limit 1',
      [forumId],
    );
    await service.database.none(
      `insert into audit_entries (forum_id, slug, done_by, door, action, dialog_id)
       values ($1, 'help', '@Ann', 'desk', 'dialog done', $2), ($1, 'help', '@Ann', 'desk', 'tag add', $2)`,
      [forumId, id],
    );
    const { text } = await owner.get(`${BASE}/audit?by=%40Ann&thing=dialogs`).expect(200);
    expect(text).toContain(`>${title}</a>`);
    expect(text).not.toContain('Added tags');
    const csv = await owner.get(`${BASE}/audit/changes.csv?by=%40Ann`).expect(200);
    expect(csv.text).toContain(`,'@Ann,desk,Added tags,${title},`);
    expect((await editor.get(`${BASE}/audit/changes.csv`)).status).toBe(403);
    const known = Object.values(THINGS).flat();
    expect(Object.keys(PERMISSIONS).filter((action) => !known.includes(action.split(' ')[0] ?? ''))).toEqual(
      [],
    );
  });

  it('has nothing of a deleted forum that had the same slug', async () => {
    await service.database.none(
      `insert into audit_entries (forum_id, slug, done_by, door, action)
       values (99999, 'help', 'Another account', 'cli', 'set')`,
    );
    expect((await owner.get(`${BASE}/audit`)).text).not.toContain('Another account');
  });
});

describe('keys', () => {
  it('are made, shown once and revoked, if the account allows them', async () => {
    await allow(service.database, 'help', { allows_keys: false });
    const refused = await owner.post(`${BASE}/keys`, { name: 'Shop' }).expect(422);
    expect(refused.text).toContain('The operator of the service can allow access keys');
    expect(refused.text).not.toContain('forum account set');
    await allow(service.database, 'help', { allows_keys: true });
    const { text } = await owner.post(`${BASE}/keys`, { name: 'Shop' }).expect(200);
    expect(text).toMatch(/class="copyable">gpk?_?\w+/);
    expect((await owner.get(`${BASE}/keys`)).text).not.toMatch(/class="copyable"/);
    await owner.post(`${BASE}/keys`, { name: 'Shop' }).expect(422);
    const { id } = await service.database.one("select id from access_keys where name = 'Shop'");
    await owner.post(`${BASE}/keys/${id}/revoke`, { confirm: 'shop' }).expect(422);
    await owner.post(`${BASE}/keys/${id}/revoke`, { confirm: 'Shop' }).expect(303);
    await owner.post(`${BASE}/keys/${id}/revoke`, { confirm: 'Shop' }).expect(404);
  });
});

describe('the templates', () => {
  const folders = ['.', '../../../../packages/desk/src'].map((folder) =>
    fileURLToPath(new URL(folder, import.meta.url)),
  );

  it('name only words that there are', async () => {
    const phrasingOf = createDeskPhrasings(({ desk }) => ({ ...desk.dialogs, ...desk.forum }));
    const { words } = phrasingOf('en');
    const named = new Set<string>();
    for await (const path of glob(folders.map((folder) => `${folder}/**/*.eta`)))
      for (const [, word] of (await readFile(path, 'utf8')).matchAll(/\bwords\.(\w+)/g))
        named.add(word ?? '');
    expect(named.size).toBeGreaterThan(100);
    expect([...named].filter((word) => !(word in words))).toEqual([]);
  });
});
