import { planOf, untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { memberActor } from '../model/actor.ts';
import { moderate } from '../tenants/moderate.ts';
import { writeComments, writeForum, writeKey } from '../testing/content.ts';
import { DIALOG, listWrongCounters } from '../testing/posts.ts';
import { type SignedIn, signIn } from '../testing/signed-in.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const EVA = { email: 'eva@example.com', name: 'Eva Ek' };
const ANNA = { email: 'anna@example.com', name: 'Anna Berg' };
const BO = { email: 'bo@example.com', name: 'Bo' };

let service: TestService;
let forumId: number;
let key: string;
let anna: SignedIn;
let bo: SignedIn;
let number = 0;

beforeAll(async () => {
  service = await startTestService({
    MAIL_OUTBOX: '/nonexistent',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'off',
  });
  const { database } = service;
  forumId = await writeForum(database, { slug: 'help' });
  await writeForum(database, { slug: 'other' });
  key = await writeKey(database, forumId);
  await database.none(
    `with eva as (insert into staff_people (email, name) values ($1, $2) returning id)
     insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
     select f.account_id, eva.id, 'editor', 'test', now() from forums f, eva where f.id = $3`,
    [EVA.email, EVA.name, forumId],
  );
  anna = await signIn(service, { slug: 'help', ...ANNA });
  bo = await signIn(service, { slug: 'help', ...BO });
});

beforeEach(() => {
  number += 1;
});

afterAll(() => service.stop());

const accountId = async () =>
  (await service.database.one('select account_id from forums where id = $1', [forumId])).account_id;

const titled = (fields: object = {}) => ({ topic: 'Q', title: `How ${number}?`, text: 'Text.', ...fields });

const idIn = ({ headers }: supertest.Response) =>
  Number(/\/(\d+)(?:\?|$)/.exec(String(headers.location))?.[1]);

/** Asks as a person who is signed in. @returns the id of the dialog */
async function ask(member: SignedIn, fields: object = {}): Promise<number> {
  return idIn(await member.send('/forum/help/ask', titled(fields)).expect(303));
}

/** Asks as a person who is not. */
async function askAs({ email: useremail, name }: typeof ANNA, fields: object = {}): Promise<number> {
  const sent = await service.request
    .post('/api/help')
    .send({ ...titled(fields), name, useremail })
    .expect(201);
  return Number(/(\d+)\.json/.exec(String(sent.headers.location))?.[1]);
}

async function comment(member: SignedIn, dialogId: number, text = `Comment ${number}`): Promise<number> {
  const sent = await member.send(`/forum/help/${dialogId}/comments`, { text }).expect(303);
  return Number(/comments\/(\d+)/.exec(String(sent.headers.location))?.[1]);
}

const dialog = (id: number) =>
  service.database.oneOrNone('select * from dialogs where forum_id = $1 and id = $2', [forumId, id]);

const madeFrom = async (member: SignedIn, path: string) =>
  /name="made_from" value="([^"]+)"/.exec((await member.get(path).expect(200)).text)?.[1];

async function edit(member: SignedIn, path: string, fields: object): Promise<supertest.Response> {
  return member.send(path, { made_from: await madeFrom(member, path), ...fields });
}

const age = (id: number) =>
  service.database.none(`update dialogs set pub_date = now() - interval '31 minutes' where id = $1`, [id]);

describe('a person who is signed in', () => {
  it('asks, comments and votes without name and address, and the posts carry a mark', async () => {
    const id = await ask(anna);
    const commentId = await comment(bo, id);
    const { text: page } = await bo.get(`/forum/help/${id}`).expect(200);
    expect(page).not.toContain('name="useremail"');
    expect(page).toMatch(/name="answers_by_mail" checked/);
    await bo.send(`/forum/help/${id}/vote`).expect(303);
    const { text } = await service.get(`/forum/help/${id}`).expect(200);
    expect(text).not.toMatch(/name="answers_by_mail" checked/);
    expect(text.match(/The e-mail address of the author is confirmed\./g)).toHaveLength(4);
    expect(text).toContain('1 vote');
    expect(await dialog(id)).toMatchObject({ author_name: 'Anna Berg', confirmed: true, num_votes: 1 });
    expect((await bo.get(`/forum/help/${id}`)).text).toContain('You have voted for this.');
    await bo.send(`/forum/help/${id}/vote`).expect(400);
    const json = await service.get(`/api/comment/help/${id}/${commentId}.json`).expect(200);
    expect(Object.keys(json.body)).not.toContain('confirmed');
  });

  it('cannot vote for what they wrote themselves, and is not asked to', async () => {
    const id = await ask(anna);
    const asks = async (member: SignedIn) =>
      (await member.get(`/forum/help/${id}`)).text.includes(`action="/forum/help/${id}/vote"`);
    expect([await asks(anna), await asks(bo)]).toEqual([false, true]);
    await anna.send(`/forum/help/${id}/vote`).expect(400);
    expect(await dialog(id)).toMatchObject({ num_votes: 0 });
  });

  it('is one user to clients, and the same name without a session is another, without the mark', async () => {
    const [one, two] = [await ask(anna), await ask(anna, { title: 'Again?' })];
    const borrowed = await askAs(ANNA, { title: 'Borrowed' });
    const users = await Promise.all(
      [one, two, borrowed].map(async (id) => (await service.get(`/api/dialog/help/${id}.json`)).body.user.id),
    );
    expect([users[0] === users[1], users[0] === users[2]]).toEqual([true, false]);
    expect((await service.get(`/forum/help/${borrowed}`)).text).not.toContain('class="confirmed"');
  });

  it('cannot post under another name or address', async () => {
    const id = await ask(anna, { name: 'Bo', useremail: BO.email });
    const { email } = await service.database.one(
      'select p.email from posters p join dialogs d on d.poster_id = p.id where d.id = $1',
      [id],
    );
    expect([email, (await dialog(id)).author_name]).toEqual([ANNA.email, 'Anna Berg']);
  });

  it('gets a form back with all that was typed, and sends it again', async () => {
    const { status, text } = await anna.send('/forum/help/ask', titled({ title: '' }));
    expect([status, text.includes('Text.'), text.includes('useremail')]).toEqual([400, true, false]);
    expect(text).toContain(`value="${anna.token}"`);
  });

  it('loses nothing when the session has ended: the form asks for name and address', async () => {
    const { status, text } = await service.request
      .post('/forum/help/ask')
      .type('form')
      .send({ ...titled(), member_token: anna.token });
    expect([status, text.includes('How'), text.includes('name="useremail"')]).toEqual([400, true, true]);
  });

  it('is known to a forum that holds posts of new people', async () => {
    await service.database.none(`update forums set hold = 'new' where slug = 'other'`);
    const dora = await signIn(service, { slug: 'other', email: 'dora@example.com', name: 'Dora' });
    const send = (title: string) => dora.send('/forum/other/ask', titled({ title }));
    expect((await send('First')).headers.location).toContain('/posted?');
    await service.database.none(`update dialogs set held = false, archived = false where title = 'First'`);
    expect((await send('Second')).headers.location).not.toContain('/posted?');
  });

  it('follows and stops without another mail', async () => {
    const id = await ask(bo);
    const mails = async () => (await service.database.any('select id from outgoing_mail')).length;
    const before = await mails();
    await anna.send(`/forum/help/${id}/follow`, { follow: 'on' }).expect(303);
    expect((await anna.get(`/forum/help/${id}`)).text).toContain('Stop following');
    await anna.send(`/forum/help/${id}/follow`, { follow: 'off' }).expect(303);
    expect((await anna.get(`/forum/help/${id}`)).text).not.toContain('Stop following');
    expect(await mails()).toBe(before);
  });
});

it('members change nothing without a guard', async () => {
  const actor = memberActor({ account_id: await accountId() });
  const work = async () => ({ events: [], visible: false, result: 'changed' });
  const moderation = { slug: 'help', actor, action: 'dialog edit' } as const;
  await expect(moderate(service.database, moderation, work)).rejects.toThrow('A member needs a guard');
  const guarded = { ...moderation, guard: async () => {} };
  expect(await moderate(service.database, guarded, work)).toBe('changed');
});

describe('S31 a form of a member', () => {
  const FORMS = (id: number) =>
    [
      ['/forum/help/ask', titled()],
      [`/forum/help/${id}/comments`, { text: 'Text' }],
      [`/forum/help/${id}/vote`, {}],
      [`/forum/help/${id}/follow`, { follow: 'on' }],
      [`/forum/help/${id}/accept`, { comment: 'none' }],
      [`/forum/help/${id}/edit`, { title: 'Changed', text: 'Changed' }],
      [`/forum/help/${id}/delete`, {}],
      ['/forum/help/me/account', { name: 'Changed' }],
      ['/forum/help/me/sign-out', { session: 'all' }],
      ['/forum/help/me/erase', { email: ANNA.email }],
    ] as const;

  const everything = async () => ({
    ...(await service.database.one(
      `select (select count(*) from dialogs) as dialogs, (select count(*) from comments) as comments,
         (select count(*) from votes) as votes, (select count(*) from followers) as followers,
         (select count(*) from member_sessions) as sessions,
         (select string_agg(title || text, '' order by id) from dialogs) as texts,
         (select string_agg(name, ' ' order by email) from confirmed_addresses) as names`,
    )),
  });

  it.each<[string, (own: SignedIn, other: SignedIn) => { headers: Record<string, string>; token?: string }]>([
    ['without Origin', (own) => ({ headers: {}, token: own.token })],
    ['of a foreign Origin', (own) => ({ headers: { Origin: 'https://evil.example' }, token: own.token })],
    ['of the Origin null', (own) => ({ headers: { Origin: 'null' }, token: own.token })],
    ['of a same-site host', (own) => ({ headers: { 'Sec-Fetch-Site': 'same-site' }, token: own.token })],
    ['of another site', (own) => ({ headers: { 'Sec-Fetch-Site': 'cross-site' }, token: own.token })],
    ['without a token', () => ({ headers: { 'Sec-Fetch-Site': 'same-origin' } })],
    [
      'with another session’s token',
      (_, { token }) => ({ headers: { 'Sec-Fetch-Site': 'same-origin' }, token }),
    ],
  ])('%s is refused at every address, and changes nothing', async (_, sent) => {
    const id = await ask(anna);
    const before = await everything();
    const { headers, token } = sent(anna, bo);
    for (const [path, fields] of FORMS(id)) {
      const { status } = await service.request
        .post(path)
        .set({ ...headers, Cookie: anna.cookie })
        .type('form')
        .send({ ...fields, ...(token && { member_token: token }) });
      expect([path, status]).toEqual([path, 403]);
    }
    expect(await everything()).toEqual(before);
  });

  it('changes nothing by GET', async () => {
    const id = await ask(anna);
    const before = await everything();
    for (const [path] of FORMS(id)) expect((await anna.get(path)).status).toBeLessThan(404);
    expect(await everything()).toEqual(before);
  });
});

describe('S39 a post of one’s own', () => {
  it('is edited and keeps what it said, which no reader sees', async () => {
    const id = await ask(anna);
    const commentId = await comment(anna, id);
    expect((await edit(anna, `/forum/help/${id}/edit`, { title: 'Edited?', text: 'New' })).status).toBe(303);
    expect((await edit(anna, `/forum/help/${id}/comments/${commentId}/edit`, { text: 'Newer' })).status).toBe(
      303,
    );
    const { text } = await service.get(`/forum/help/${id}`).expect(200);
    expect([text.includes('Edited?'), text.includes('Newer'), text.includes(`How ${number}`)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(
      await service.database.any('select title, edited_by from originals where dialog_id = $1 order by id', [
        id,
      ]),
    ).toEqual([
      { title: `How ${number}?`, edited_by: 'the author' },
      { title: null, edited_by: 'the author' },
    ]);
    const entries = await service.database.any(
      'select done_by, door from audit_entries where dialog_id = $1',
      [id],
    );
    expect(entries).toEqual([
      { done_by: 'the author', door: 'page' },
      { done_by: 'the author', door: 'page' },
    ]);
  });

  it.each([
    ['edited', 'edit', 403, 'Nothing was changed'],
    ['deleted', 'delete', 403, 'Not deleted'],
  ])('is not %s after 30 minutes', async (_, action, status, heading) => {
    const id = await ask(anna);
    const from = await madeFrom(anna, `/forum/help/${id}/edit`);
    await age(id);
    expect((await anna.get(`/forum/help/${id}/${action}`)).status).toBe(status);
    const { text } = await anna
      .send(`/forum/help/${id}/${action}`, { title: 'Late', text: 'Late', made_from: from })
      .expect(status);
    expect(text).toContain('It can no longer be changed.');
    expect(text).toContain(`<h1>${heading}</h1>`);
    expect(text.includes('Late</textarea>')).toBe(action === 'edit');
    expect((await dialog(id)).title).toBe(`How ${number}?`);
  });

  it('is edited with a preview, which stores nothing, and a hint where it is Markdown', async () => {
    const id = await ask(anna, { markdown: 'on' });
    const commentId = await comment(anna, id);
    const path = `/forum/help/${id}/edit`;
    expect((await anna.get(path)).text).toContain('You can use Markdown');
    expect((await anna.get(`/forum/help/${id}/comments/${commentId}/edit`)).text).not.toContain('Markdown');
    const { status, text } = await edit(anna, `${path}?preview=on`, { title: 'Typed', text: '**New**' });
    expect([status, text.includes('<strong>New</strong>'), text.includes('value="Typed"')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(text).toContain(`action="${path}"`);
    expect((await edit(anna, `${path}?preview=on`, { title: 'Typed', text: '' })).status).toBe(422);
    expect(await dialog(id)).toMatchObject({ text: 'Text.' });
  });

  it('is not changed over what another person has changed', async () => {
    const id = await ask(anna);
    const from = await madeFrom(anna, `/forum/help/${id}/edit`);
    await edit(anna, `/forum/help/${id}/edit`, { title: 'First', text: 'First' });
    const again = await anna.send(`/forum/help/${id}/edit`, {
      title: 'Second',
      text: 'Second',
      made_from: from,
    });
    expect([again.status, again.text.includes('Someone has changed this')]).toEqual([409, true]);
    expect((await dialog(id)).title).toBe('First');
  });

  it('is deleted, but not with comments of others', async () => {
    const id = await ask(anna);
    const commentId = await comment(bo, id);
    const place = `/forum/help/${id}`;
    const offers = async () =>
      Promise.all(
        [place, '/forum/help/me'].map(async (path) =>
          (await anna.get(path)).text.includes(`"${place}/delete"`),
        ),
      );
    expect(await offers()).toEqual([false, false]);
    for (const { status, text } of [await anna.get(`${place}/delete`), await anna.send(`${place}/delete`)]) {
      expect([status, /<h1>(.*)<\/h1>/.exec(text)?.[1]]).toEqual([409, 'Not deleted']);
      expect(text).toContain('Others have already answered, so it can no longer be deleted.');
    }
    await bo.send(`/forum/help/${id}/comments/${commentId}/delete`).expect(303);
    await comment(anna, id);
    expect(await offers()).toEqual([true, true]);
    await anna.send(`/forum/help/${id}/delete`).expect(303);
    expect(await dialog(id)).toBeNull();
  });

  it('is not deleted with a comment that another person is just posting', async () => {
    const id = await ask(anna);
    const other = await ask(bo, { title: 'Another one' });
    let deletion: Promise<{ status: number }> | undefined;
    await service.database.tx(async (transaction) => {
      await transaction.none(
        `insert into comments (forum_id, id, dialog_id, text, text_html, renderer, poster_id, author_name)
         select forum_id, 900000 + $1, $1, 'x', 'x', 1, poster_id, 'Bo' from dialogs where id = $2`,
        [id, other],
      );
      await transaction.none('update dialogs set num_comments = num_comments + 1 where id = $1', [id]);
      deletion = anna.send(`/forum/help/${id}/delete`).then((answer) => answer);
      await untilBlocked(service.database);
    });
    expect((await deletion)?.status).toBe(409);
    expect(await dialog(id)).not.toBeNull();
  });

  it('belongs to those who prove the address, also if it was sent without a session', async () => {
    const id = await askAs(ANNA);
    expect((await edit(anna, `/forum/help/${id}/edit`, { title: 'Mine', text: 'Mine' })).status).toBe(303);
  });

  it('is another person’s for everybody else, and not even there', async () => {
    const id = await ask(anna);
    const commentId = await comment(anna, id);
    const theirs = await askAs({ name: 'Bo', email: 'bo2@example.com' }, { title: 'Theirs' });
    for (const path of [
      `/forum/help/${id}/edit`,
      `/forum/help/${id}/delete`,
      `/forum/help/${id}/accept`,
      `/forum/help/${id}/comments/${commentId}/edit`,
      `/forum/help/${id}/comments/${commentId}/delete`,
      `/forum/help/${theirs}/comments/${commentId}/edit`,
      '/forum/help/999999/edit',
    ]) {
      const { status } = await bo.send(path, {
        title: 'A',
        text: 'A',
        made_from: '',
        comment: String(commentId),
      });
      expect([path, status]).toEqual([path, 404]);
    }
    expect(await dialog(id)).toMatchObject({ title: `How ${number}?`, accepted_comment: null });
  });

  it.each([
    ['blocked', `insert into blocked_senders (forum_id, email) values ($1, 'anna@example.com')`],
    ['blocked by network', `insert into blocked_senders (forum_id, address) values ($1, '127.0.0.0/8')`],
    ['archived', 'update dialogs set archived = true where forum_id = $1'],
  ])('is not changed by a person who is blocked, or when it is archived: %s', async (_, statement) => {
    const id = await ask(anna);
    const commentId = await comment(anna, id);
    const pages = [`/forum/help/${id}`, '/forum/help/me'];
    const links = [
      `/${id}/edit`,
      `/${id}/delete`,
      `/${commentId}/delete`,
      'value="none"',
      `value="${commentId}"`,
    ];
    const offered = async () => {
      const texts = await Promise.all(pages.map(async (path) => (await anna.get(path).expect(200)).text));
      return texts.map((text) =>
        links.filter((link) => text.replace(/in_answer_to" value/g, '').includes(link)),
      );
    };
    expect(await offered()).toEqual([links.toSpliced(3, 1), links.slice(0, 3)]);
    await service.database.none(statement, [forumId]);
    await service.settled('help');
    expect(await offered()).toEqual([[], []]);
    await anna.send(`/forum/help/${id}/delete`).expect(403);
    await service.database.none('truncate blocked_senders');
    await service.database.none('update dialogs set archived = false where forum_id = $1', [forumId]);
  });

  it('is edited while it is held, and no page leads to where it will be', async () => {
    const id = await ask(anna);
    await service.database.none('update dialogs set held = true, archived = true where id = $1', [id]);
    const paths = [`/forum/help/${id}/edit`, `/forum/help/${id}/delete`];
    for (const path of paths)
      expect((await anna.get(path).expect(200)).text).toContain('<a href="/forum/help/me">Cancel</a>');
    const { headers } = await edit(anna, `/forum/help/${id}/edit`, { title: 'Held', text: 'Edited' });
    expect(headers.location).toMatch(/^\/forum\/help\/me\?posted=edited\./);
    await age(id);
    for (const path of paths)
      expect((await anna.get(path).expect(403)).text).not.toContain(`href="/forum/help/${id}"`);
  });

  it('gets no link past the review', async () => {
    const id = await ask(anna);
    const linked = await ask(anna, { title: 'Linked', text: 'See https://example.com/a.' });
    await service.database.none(`update forums set hold = 'links', revision = revision + 1 where id = $1`, [
      forumId,
    ]);
    for (const { revisions } of service.contexts) await revisions.catchUp(forumId);
    const { status } = await edit(anna, `/forum/help/${id}/edit`, {
      title: 'A',
      text: 'https://example.com',
    });
    expect(status).toBe(422);
    const statuses = [];
    for (const text of [
      'See https://example.com/a, https://evil.example',
      'https://example.com/a/b',
      '(https://example.com/a)',
    ])
      statuses.push((await edit(anna, `/forum/help/${linked}/edit`, { title: 'Linked', text })).status);
    expect(statuses).toEqual([422, 422, 303]);
    await service.database.none(`update forums set hold = 'none', revision = revision + 1 where id = $1`, [
      forumId,
    ]);
    for (const { revisions } of service.contexts) await revisions.catchUp(forumId);
  });
});

describe('an answer', () => {
  it('is accepted by who asked, which solves the question, and can be withdrawn', async () => {
    const id = await ask(anna);
    const [first, second] = [await comment(bo, id, 'One'), await comment(bo, id, 'Two')];
    const accept = (answer: unknown) =>
      anna.send(`/forum/help/${id}/accept`, { comment: String(answer) }).expect(303);
    await accept(first);
    await accept(second);
    expect(await dialog(id)).toMatchObject({
      state: 'solved',
      accepted_comment: second,
      waiting_since: null,
    });
    const { text } = await service.get(`/forum/help/${id}`);
    // First, and in its place.
    expect(text.match(/class="mark accepted"/g)).toHaveLength(2);
    expect(text).toContain('"acceptedAnswer":{');
    expect((await service.get(`/api/dialog/help/${id}.json`)).body.state).toBe('solved');
    await accept('none');
    expect(await dialog(id)).toMatchObject({ state: null, accepted_comment: null });
    await accept(first);
    await bo.send(`/forum/help/${id}/comments/${first}/delete`).expect(303);
    expect(await dialog(id)).toMatchObject({
      accepted_comment: null,
      state: null,
      waiting_since: expect.any(Date),
    });
  });

  it.each([
    ['none', 'answered', false, 'answered', true],
    ['none', 'answered', true, 'answered', false],
    ['changed', 'answered', false, 'closed', true],
    ['gone', 'solved', false, null, true],
  ])(
    'leaves what staff had set when it is withdrawn: %s, %s, official %s',
    async (meanwhile, state, official, left, waits) => {
      const id = await ask(anna);
      const answer = await comment(bo, id);
      const { database } = service;
      await database.none('update dialogs set state = $2 where id = $1', [id, state]);
      await database.none('update comments set is_org_reply = $2 where id = $1', [answer, official]);
      const accept = (sent: unknown) =>
        anna.send(`/forum/help/${id}/accept`, { comment: String(sent) }).expect(303);
      if (meanwhile === 'gone')
        await database.none('update dialogs set waiting_since = null where id = $1', [id]);
      else await accept(answer);
      if (meanwhile === 'changed')
        await database.none(`update dialogs set state = 'closed' where id = $1`, [id]);
      await accept('none');
      const { state: now, waiting_since, accepted_comment } = await dialog(id);
      expect([now, waiting_since !== null, accepted_comment]).toEqual([left, waits, null]);
    },
  );

  it.each([
    ['of another dialog', 'Q', async () => comment(bo, await ask(bo, { title: 'Else?' }))],
    [
      'that is held',
      'Q',
      async (id: number) => {
        await writeComments(service.database, forumId, [
          { id: 900 + number, dialog_id: id, text: 'Held', held: true },
        ]);
        return 900 + number;
      },
    ],
    ['to praise', 'B', async (id: number) => comment(bo, id)],
  ] as const)('%s is not accepted', async (_, topic, answer) => {
    const id = await ask(anna, { topic });
    await anna.send(`/forum/help/${id}/accept`, { comment: String(await answer(id)) }).expect(303);
    expect(await dialog(id)).toMatchObject({ state: null, accepted_comment: null });
  });
});

describe('a name that staff use', () => {
  it.each(['Eva Ek', ' eva  ek', 'EVA-EK', 'Еva Ek', 'Ｅｖａ Ｅｋ', 'Eva\u200bEk'])(
    'is taken: %s',
    async (name) => {
      const { status, body } = await service.request
        .post('/api/help')
        .send({ ...DIALOG, title: `As ${name}`, name, useremail: 'x@example.com' });
      expect([status, Object.keys(body)]).toEqual([400, ['name']]);
    },
  );

  it('or the organization, in whose name they answer as long as they have none, is taken', async () => {
    await service.request
      .post('/api/help')
      .send({ ...DIALOG, title: 'As the organization', name: 'HELP', useremail: 'x@example.com' })
      .expect(400);
  });

  it.each(['Eva', 'Eva Eklund', 'Åva Ek'])('does not take %s', async (name) => {
    await askAs({ name, email: 'x@example.com' });
  });

  it('can be used by a server with a key, in another account’s forum, and by its owner', async () => {
    const eva = { name: EVA.name, useremail: EVA.email };
    await service.request
      .post(`/api/help?key=${key}`)
      .send({ ...DIALOG, ...eva, title: 'Keyed' })
      .expect(201);
    await service.request
      .post('/api/help')
      .send({ ...DIALOG, ...eva, title: 'Unproven' })
      .expect(400);
    await ask(await signIn(service, { slug: 'help', ...EVA }));
  });

  it('is refused to members, with a message at the field', async () => {
    const { status, text } = await anna.send('/forum/help/me/account', { name: 'eva ek' });
    expect([status, text.includes('Someone in the team uses this name.')]).toEqual([422, true]);
  });
});

describe('a forum with many posts', () => {
  it('is not read as a whole for one of its members', async () => {
    const { database } = service;
    const id = await ask(anna);
    // Other tests have written posters with ids of their own.
    await database.one(`select setval(pg_get_serial_sequence('posters', 'id'), 100000)`);
    await database.none(
      `with p as (
         insert into posters (forum_id, email, claim)
         select $1, 'poster-' || n || '@example.com', random_hash() from generate_series(1, 3000) n
         returning id
       )
       insert into dialogs (forum_id, topic, title, text, text_html, renderer, poster_id, author_name)
       select $1, 'S', 'Old ' || id, 'Text', 'Text', 2, id, 'Someone' from p`,
      [forumId],
    );
    await database.none('analyze posters, dialogs');
    service.takeBoundStatements();
    await anna.get('/forum/help/me').expect(200);
    await anna.get(`/forum/help/${id}`).expect(200);
    await anna.get(`/forum/help/${id}/edit`).expect(200);
    const statements = service.takeBoundStatements().filter(({ text }) => text.includes('posters'));
    expect(statements).toHaveLength(3);
    for (const statement of statements) {
      const { scannedTables, work } = await planOf(database, statement);
      expect([statement.text, scannedTables.includes('posters'), work < 1_000]).toEqual([
        statement.text,
        false,
        true,
      ]);
    }
  });
});

describe('what a member knows about themselves', () => {
  it('is listed, the newest first, with what waits for review', async () => {
    const carl = await signIn(service, { slug: 'help', email: 'carl@example.com', name: 'Carl' });
    expect((await carl.get('/forum/help/me')).text).toContain('You have not written anything here yet.');
    const ids = [];
    for (let post = 0; post < 21; post += 1) ids.push(await ask(carl, { title: `Carl’s ${post}.` }));
    await service.database.none('update dialogs set held = true, archived = true where id = $1', [ids[20]]);
    const { text } = await carl.get('/forum/help/me');
    expect(text).toContain('Waiting for review');
    expect([text.includes('s 20.'), text.includes('s 1.'), text.includes('s 0.')]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await carl.get('/forum/help/me?page=2')).text).toContain('s 0.');
    await carl.get('/forum/help/me?page=3').expect(404);
  });

  it('is shown without markup', async () => {
    const gil = await signIn(service, { slug: 'help', email: 'gil@example.com', name: 'Gil' });
    const id = await ask(gil, { text: 'So **bold** it is', markdown: 'on' });
    await comment(gil, id, 'A *plain* one');
    for (const path of ['/forum/help/me', `/forum/help/${id}/delete`]) {
      const { text } = await gil.get(path).expect(200);
      expect([path, text.includes('So bold it is'), text.includes('**')]).toEqual([path, true, false]);
    }
    expect((await gil.get('/forum/help/me')).text).toMatch(/<span[^>]*>Comment<\/span>/);
  });

  it('is downloaded, and erased for good', async () => {
    const dan = await signIn(service, { slug: 'help', email: 'dan@example.com', name: 'Dan' });
    const id = await ask(dan);
    const { body, headers } = await dan.get('/forum/help/me/data').expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="my-data.json"',
    });
    expect(body.forums[0]).toMatchObject({
      slug: 'help',
      dialogs: [{ id, confirmed: true }],
      confirmations: [{ name: 'Dan' }],
      sessions: [{ browser: '' }],
    });
    await dan.send('/forum/help/me/erase', { email: 'bo@example.com' }).expect(422);
    const erased = await dan.send('/forum/help/me/erase', { email: 'Dan@Example.com' }).expect(303);
    expect(erased.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
    await service.get(String(erased.headers.location)).expect(200);
    expect(await dialog(id)).toMatchObject({ author_name: 'removed', confirmed: false });
    await dan.get('/forum/help/me').expect(303);
    const left = await service.database.one(
      `select (select count(*) from posters where email = 'dan@example.com') +
         (select count(*) from confirmed_addresses where email = 'dan@example.com') as count`,
    );
    expect(left).toEqual({ count: 0 });
  });

  it.each(["o'neil@example.com", 'x/neil@example.com', '<neil@example.com>, other@example.com'])(
    'is not what %s wrote',
    async (email) => {
      const neil = await signIn(service, { slug: 'help', email: 'neil@example.com', name: 'Neil' });
      const id = await askAs({ name: 'Oona', email: 'oona@example.com' });
      await service.database.none(
        'update posters p set email = $2 from dialogs d where d.id = $1 and p.id = d.poster_id',
        [id, email],
      );
      expect((await neil.get('/forum/help/me/data').expect(200)).body.forums[0].dialogs).toEqual([]);
      await neil.send('/forum/help/me/erase', { email: 'neil@example.com' }).expect(303);
      expect(await dialog(id)).toMatchObject({ author_name: 'Oona' });
      await service.database.none('truncate rate_limits');
    },
  );

  it('is erased without what staff have blocked', async () => {
    const fred = await signIn(service, { slug: 'help', email: 'fred@example.com', name: 'Fred' });
    await service.database.none(
      `insert into blocked_senders (forum_id, email) values ($1, 'fred@example.com')`,
      [forumId],
    );
    await fred.send('/forum/help/me/erase', { email: 'fred@example.com' }).expect(303);
    expect(await service.database.any('select email from blocked_senders')).toEqual([
      { email: 'fred@example.com' },
    ]);
    await service.database.none('truncate blocked_senders');
  });
});

describe('the vote of a guest', () => {
  const NETWORK = '203.0.113.5';

  interface Sending {
    vote?: string;
    agent?: string;
    from?: string;
    site?: string;
  }

  const send = (
    id: number,
    { vote = 'on', agent = 'one', from = NETWORK, site = 'same-origin' }: Sending = {},
  ) =>
    service.request
      .post(`/forum/help/${id}/guest-vote`)
      .type('form')
      .set({ 'User-Agent': agent, 'X-Forwarded-For': from, 'Sec-Fetch-Site': site })
      .send({ vote });
  const wrongVotes = async () =>
    (await listWrongCounters(service.database)).filter((wrong) =>
      ['votes', 'posters'].includes((wrong as { counter: string }).counter),
    );
  const votesFor = async (id: number) => (await dialog(id)).num_votes;

  it('is one click, thanked for, counted once for each browser, and taken back', async () => {
    const id = await ask(anna);
    const { text } = await service.get(`/forum/help/${id}`).expect(200);
    expect(text).toContain(
      `action="/forum/help/${id}/guest-vote"><button class="second" name="vote" value="on">I would like to know this too<`,
    );
    for (const repeated of [1, 2]) {
      const { headers } = await send(id).expect(303);
      const page = (await service.get(String(headers.location)).expect(200)).text;
      expect([repeated, page.includes('Your vote has been counted.'), page.includes('value="off"')]).toEqual([
        repeated,
        true,
        true,
      ]);
      expect(page).toContain('1 vote<');
    }
    for (const votes of [0, 0]) {
      await send(id, { vote: 'off' }).expect(303).expect('Location', `/forum/help/${id}#:votes`);
      expect(await votesFor(id)).toBe(votes);
    }
    expect((await service.get(`/forum/help/${id}`)).text).not.toContain('1 vote<');
    await send(id).expect(303);
    await send(id, { vote: 'off', agent: 'two' }).expect(303);
    expect(await votesFor(id)).toBe(1);
    expect(await wrongVotes()).toEqual([]);
  });

  it('counts five times from one network, whatever address is claimed, and is not thanked for then', async () => {
    const id = await ask(anna);
    const agents = Array.from({ length: 12 }, (_, agent) => String(agent));
    const sent = await Promise.all(
      agents.map((agent) => send(id, { agent, from: `192.0.2.${agent}, ${NETWORK}` })),
    );
    expect(sent.filter(({ headers }) => /posted=/.test(String(headers.location)))).toHaveLength(5);
    expect(await votesFor(id)).toBe(5);
    for (const address of ['2001:db8::1', '2001:db8::2']) await send(id, { from: address });
    expect(await votesFor(id)).toBe(6);
    expect(await wrongVotes()).toEqual([]);
  });

  it.each<[string, number, Sending, string]>([
    ['from another site', 403, { site: 'cross-site' }, ''],
    ['for an archived post', 403, {}, 'update dialogs set archived = true where id = $2 and forum_id = $1'],
    [
      'for a held post',
      404,
      {},
      'update dialogs set archived = true, held = true where id = $2 and forum_id = $1',
    ],
    [
      'from a blocked network',
      403,
      {},
      `insert into blocked_senders (forum_id, address) select $1, '203.0.113.0/24' where $2 > 0`,
    ],
  ])('%s is a %i, and not counted', async (_, status, sending, statement) => {
    const id = await ask(anna);
    if (statement) await service.database.none(statement, [forumId, id]);
    await send(id, sending).expect(status);
    expect(await votesFor(id)).toBe(0);
    await service.database.none('truncate blocked_senders');
  });

  it('is not counted for people who are signed in, or in another forum', async () => {
    const id = await ask(anna);
    await anna.send(`/forum/help/${id}/guest-vote`, { vote: 'on' }).expect(303);
    await service.request
      .post(`/forum/other/${id}/guest-vote`)
      .type('form')
      .set('Sec-Fetch-Site', 'same-origin')
      .send({ vote: 'on' })
      .expect(404);
    expect(await votesFor(id)).toBe(0);
  });
});
