import { png, SVG } from '@guidepost/files/testing';
import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { LARGEST_FILE, MEGABYTE } from '../../files/files.ts';
import { MOST_OF_ANSWER, MOST_OF_MEMBER } from '../../posts/attaching.ts';
import { setProperties } from '../../tenants/administration.ts';
import { signInAs } from '../../testing/desk-client.ts';
import { type FileService, startFileService } from '../../testing/file-service.ts';
import { type SignedIn, signIn } from '../../testing/signed-in.ts';

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
const PICTURE = png();
const FILES = 'https://forum\\.example/api/file/help/[\\w-]{22}';

let service: FileService;
let anna: SignedIn;
let number = 0;

beforeAll(async () => {
  service = await startFileService({ MAIL_OUTBOX: '/nonexistent', RATE_LIMITS: 'off' });
  await allow(true);
  anna = await signIn(service, { slug: 'help', email: 'anna@example.com', name: 'Anna Berg' });
});

beforeEach(async () => {
  number += 1;
  await allow(true);
});

afterAll(() => service.stop());

async function allow(attachments: boolean): Promise<void> {
  await setProperties(service.database, 'help', { attachments });
  await service.settled('help');
}

const question = () => ({ topic: 'Q', title: `How ${number}?`, text: 'See:', markdown: 'on' });

interface Sent {
  path?: string;
  fields?: Record<string, string>;
  file?: Buffer | string;
  name?: string;
  headers?: Record<string, string>;
  token?: string | undefined;
}

/** Sends a form with a file, as a browser in which Anna is signed in does. */
function attach({ path = '/forum/help/ask', fields = question(), ...sent }: Sent = {}): supertest.Test {
  const {
    file = PICTURE,
    name = 'a [cat].png',
    headers = { Cookie: anna.cookie },
    token = anna.token,
  } = sent;
  return service.request
    .post(path)
    .set({ ...SAME_ORIGIN, ...headers })
    .field({ ...fields, member_token: token })
    .attach('file', Buffer.from(file), name);
}

const stored = () =>
  service.database.any('select token, media_type, name, person from files order by posted_at');

const latest = () =>
  service.database.one(
    "select id, text, text_html, renderer from dialogs where title like 'How%' order by id desc limit 1",
  );

/** How many files are kept and on their way. */
async function countFiles(): Promise<number[]> {
  const names = await service.storedFiles();
  const incoming = names.filter((name) => name.startsWith('incoming/')).length;
  return [names.length - incoming, incoming];
}

describe('a file that a member attaches', () => {
  it('is shown below the text, and belongs to the member', async () => {
    await attach().expect(303);
    const { id, text, text_html: html } = await latest();
    expect(text).toMatch(new RegExp(`^See:\n\n!\\[a \\\\\\[cat\\\\\\]\\.png\\]\\(${FILES}\\.png\\)$`));
    expect(html).toMatch(new RegExp(`<img [^>]*src="${FILES}\\.png"`));
    const [file] = await stored();
    const { person } = await service.database.one('select person from confirmed_addresses');
    expect(file).toMatchObject({ media_type: 'image/png', person });
    const comment = { text: 'Like this', markdown: 'on' };
    await attach({
      path: `/forum/help/${id}/comments`,
      fields: comment,
      file: 'A, note',
      name: 'n.txt',
    }).expect(303);
    const { text: said } = await service.database.one('select text from comments');
    expect(said).toMatch(new RegExp(`^Like this\n\n\\[n\\.txt\\]\\(${FILES}\\.txt\\)$`));
  });

  it('need not be there, and its address stands alone in a plain text', async () => {
    await service.request
      .post('/forum/help/ask')
      .set({ ...SAME_ORIGIN, Cookie: anna.cookie })
      .field({ ...question(), member_token: anna.token })
      .attach('file', Buffer.alloc(0), { filename: '' })
      .expect(303);
    expect((await latest()).text).toBe('See:');
    number += 1;
    const { markdown: _, ...plain } = question();
    await attach({ fields: plain }).expect(303);
    expect((await latest()).text).toMatch(new RegExp(`^See:\n\n${FILES}\\.png$`));
  });

  it.each<[string, Partial<Sent>, string]>([
    ['of a type that is not allowed', { file: SVG, name: 'a.svg' }, 'This type of file is not accepted.'],
    ['that is too large', { file: Buffer.alloc(LARGEST_FILE + 1, 'a') }, 'it can have at most 25 MB'],
    [
      'of more than all files may have',
      { file: Buffer.alloc(MOST_OF_MEMBER, 'a') },
      'together they can have at most 100 MB',
    ],
    ['in a form with mistakes', { fields: { topic: 'Q', title: '', text: 'See:' } }, 'choose them again'],
    [
      'of a text that is then too long',
      { fields: { topic: 'Q', title: 'T', text: 'a'.repeat(19_990) } },
      'at most 20,000',
    ],
    ['of another session', { token: 'other' }, 'choose them again'],
  ])('%s is not kept, and all that was typed is shown again', async (_, sent, message) => {
    const before = [await stored(), await countFiles()];
    const { status, text } = await attach(sent);
    expect([400, 403, 413]).toContain(status);
    expect(status === 413).toBe(message.startsWith('together'));
    expect(text).not.toContain('This text is too long');
    expect(text).toContain(message);
    expect(text).toMatch(/<form class="sending" method="post" enctype="multipart\/form-data">/);
    expect(text).toContain((sent.fields ?? question()).text);
    expect(text).toMatch(/type="file"[^>]*aria-describedby="[^"]+-hint"/);
    expect([await stored(), await countFiles()]).toEqual(before);
  });

  it('stands in the order in which several were sent', async () => {
    const form = attach({ name: 'one.png' });
    await form.attach('file', Buffer.from('Two'), 'two.txt').attach('file', PICTURE, 'three.png').expect(303);
    expect((await latest()).text.replaceAll(new RegExp(FILES, 'g'), '')).toBe(
      'See:\n\n![one.png](.png)\n\n[two.txt](.txt)\n\n![three.png](.png)',
    );
  });

  it.each<[string, readonly (readonly [string, Buffer])[], readonly string[]]>([
    [
      'one of which is not allowed, are not kept, and the form says which',
      [
        ['a.svg', Buffer.from(SVG)],
        ['b.txt', Buffer.from('B')],
        ['c.svg', Buffer.from(SVG)],
      ],
      ['a.svg: This type of file is not accepted.', 'c.svg: This type of file is not accepted.'],
    ],
    [
      'of which there are more than ten, are not kept',
      Array.from({ length: 10 }, (_, index) => [`${index}.txt`, Buffer.from('A')] as const),
      ['At most 10 files can be attached.'],
    ],
  ])('beside others, %s', async (_, others, messages) => {
    const before = [await stored(), await countFiles()];
    const form = attach();
    for (const [name, bytes] of others) form.attach('file', bytes, name);
    const { status, text } = await form;
    expect(status).toBe(400);
    for (const message of [...messages, question().text]) expect(text).toContain(message);
    expect(text).not.toContain('b.txt: ');
    expect([await stored(), await countFiles()]).toEqual(before);
  });

  it('is deleted again when the post is refused', async () => {
    await service.database.none(
      `insert into blocked_senders (forum_id, email) select id, 'anna@example.com' from forums where slug = 'help'`,
    );
    const before = [await stored(), await countFiles()];
    expect((await attach()).text).toContain('This cannot be posted here.');
    expect([await stored(), await countFiles()]).toEqual(before);
    await service.database.none('delete from blocked_senders');
  });

  it('is not taken with a vote', async () => {
    await service.request.post('/api/help').send(withAuthor()).expect(201);
    const { id } = await latest();
    const before = [await stored(), await countFiles()];
    for (const status of [303, 400])
      await attach({ path: `/forum/help/${id}/vote`, fields: {} }).expect(status);
    expect([await stored(), await countFiles()]).toEqual(before);
  });

  it('is deleted with its post', async () => {
    await attach().expect(303);
    const { id, text } = await latest();
    const [address = ''] = /\/api\/file[^)]*/.exec(text) ?? [];
    await service.get(address).expect(200);
    await service.request
      .post(`/forum/help/${id}/delete`)
      .set({ ...SAME_ORIGIN, Cookie: anna.cookie })
      .type('form')
      .send({ member_token: anna.token })
      .expect(303);
    await service.get(address).expect(404);
  });

  it('has no room beside 250 MB of the same member', async () => {
    await service.database.none(
      `insert into files (forum_id, token, media_type, bytes, name, person)
       select forum_id, lpad(n::text, 22, '0'), 'text/plain', 25000000, 'a.txt', person
       from confirmed_addresses cross join generate_series(1, 10) n where email = 'anna@example.com'`,
    );
    const { status, text } = await attach();
    expect([status, text.includes('no more room for files'), text.includes('See:')]).toEqual([
      400,
      true,
      true,
    ]);
    await service.database.none("delete from files where name = 'a.txt' and bytes = 25000000");
  });

  it('has no room in a full account, which keeps what was typed', async () => {
    const all = 10_000 * MEGABYTE;
    await service.database.none('update accounts set stored_bytes = stored_bytes + $1', [all]);
    const { status, text } = await attach();
    expect([status, text.includes('no more room for files'), text.includes('See:')]).toEqual([
      400,
      true,
      true,
    ]);
    await service.database.none('update accounts set stored_bytes = stored_bytes - $1', [all]);
  });

  it.each<[string, () => Promise<Partial<Sent>>, number, boolean]>([
    ['by a person who is not signed in', async () => ({ headers: {}, fields: withAuthor() }), 400, true],
    ['after the session has ended', async () => ({ headers: {} }), 400, true],
    ['where the forum does not allow it', async () => allow(false).then(() => ({})), 400, true],
    [
      'from another site',
      async () => ({ headers: { Cookie: anna.cookie, 'Sec-Fetch-Site': 'cross-site' } }),
      403,
      false,
    ],
    ['over the API', async () => ({ path: '/api/help', headers: {}, fields: withAuthor() }), 400, false],
  ])('is refused %s', async (_, given, status, isShownAgain) => {
    const sent = await given();
    const before = [await stored(), await countFiles(), await latest()];
    const answer = await attach(sent);
    expect(answer.status).toBe(status);
    expect(answer.text.includes('See:')).toBe(isShownAgain);
    expect([await stored(), await countFiles(), await latest()]).toEqual(before);
  });

  it.each([
    ['members of forums that allow it', true, true],
    ['no one else', true, false],
    ['no one where the forum does not allow it', false, true],
  ])('is asked of %s', async (_, allowed, isMember) => {
    await allow(allowed);
    const { id } = await latest();
    for (const path of ['/forum/help/ask', `/forum/help/${id}`]) {
      const { text } = await (isMember ? anna.get(path) : service.get(path)).expect(200);
      const asks = allowed && isMember;
      expect([text.includes('type="file"'), text.includes('enctype="multipart/form-data"')]).toEqual([
        asks,
        asks,
      ]);
    }
  });

  it('is not part of a preview, which says so', async () => {
    const { text } = await anna.send('/forum/help/preview', { ...question(), file: 'cat.png' }).expect(200);
    expect(text).toContain('choose them again');
  });

  it('is listed for the member, and deleted with them', async () => {
    const dan = await signIn(service, { slug: 'help', email: 'dan@example.com', name: 'Dan' });
    const before = await stored();
    await attach({ headers: { Cookie: dan.cookie }, token: dan.token }).expect(303);
    const { id } = await latest();
    const { body } = await dan.get('/forum/help/me/data').expect(200);
    const [{ path, ...file }] = body.forums[0].files;
    expect(file).toMatchObject({ media_type: 'image/png', bytes: PICTURE.length });
    await service.get(path).expect(200);
    await dan.send('/forum/help/me/erase', { email: 'dan@example.com' }).expect(303);
    await service.get(path).expect(404);
    expect(await stored()).toEqual(before);
    expect(await latest()).toMatchObject({ id, renderer: 0 });
  });
});

describe('a form with files that are too large together', () => {
  it('is cut after what was typed', async () => {
    for (const path of ['/forum/help/ask', `/forum/help/${(await latest()).id}`]) {
      const { text } = await anna.get(path).expect(200);
      const places = ['name="text"', 'name="markdown"', 'name="answers_by_mail"', 'type="file"'].map((part) =>
        text.indexOf(part),
      );
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
    }
    const staff = await signInAs(service, { slug: 'help', role: 'author' });
    const { text } = await staff.get(`/desk/forum/help/dialogs/${(await latest()).id}`).expect(200);
    const form = text.slice(text.indexOf('id="answer-heading"'));
    expect(form.indexOf('<select id="state"')).toBeGreaterThan(-1);
    expect(form.indexOf('<select id="state"')).toBeLessThan(form.indexOf('type="file"'));
  });

  it.each<[string, string, string, string]>([
    [
      'its text in one part that has not arrived',
      'a'.repeat(1_200_000),
      '',
      'It must have 1 to 20,000 characters.',
    ],
    ['its text and state', 'See:', 'state', 'together they can have at most 25 MB'],
    ['its text and the state of its button', 'See:', 'mark', 'together they can have at most 25 MB'],
  ])('shows an answer at the desk again, with %s', async (_, typed, chosen, message) => {
    const staff = await signInAs(service, { slug: 'help', role: 'author' });
    const { id } = await latest();
    const before = [await stored(), await countFiles()];
    const { text } = await service.request
      .post(`/desk/forum/help/dialogs/${id}/answer${chosen === 'mark' ? '?mark=answered' : ''}`)
      .set({ ...SAME_ORIGIN, Cookie: staff.cookie })
      .field({ token: staff.token, text: typed, state: chosen === 'state' ? 'answered' : '' })
      .attach('file', Buffer.alloc(MOST_OF_ANSWER + 1_000_000, 'a'), 'a.txt')
      .expect(413);
    const wrong = readPage(text).texts('p', 'wrong');
    expect(wrong).toEqual([expect.stringContaining(message)]);
    const form = text.slice(text.indexOf('id="answer-heading"'));
    const isKept = ['See:</textarea>', 'value="answered" selected'].map((part) => form.includes(part));
    expect(isKept).toEqual([chosen !== '', chosen !== '']);
    expect([await stored(), await countFiles()]).toEqual(before);
  });
});

describe('files of an answer at the desk', () => {
  it('are shown below it, and one that is not allowed is named while the others stay', async () => {
    const staff = await signInAs(service, { slug: 'help', role: 'author' });
    await attach().expect(303);
    const { id } = await latest();
    const answer = () =>
      service.request
        .post(`/desk/forum/help/dialogs/${id}/answer`)
        .set({ ...SAME_ORIGIN, Cookie: staff.cookie })
        .field({ token: staff.token, text: 'See:' })
        .attach('file', PICTURE, 'one.png');
    const refused = await answer().attach('file', Buffer.from(SVG), 'a.svg').expect(422);
    expect(refused.text).toContain('a.svg: This type of file is not accepted.');
    expect(refused.text).toMatch(new RegExp(`See:\n\n!\\[one\\.png\\]\\(${FILES}\\.png\\)</textarea>`));
    await answer().attach('file', Buffer.from('Two'), 'two.txt').expect(303);
    const { text } = await service.database.one('select text from comments order by id desc limit 1');
    expect(text.replaceAll(new RegExp(FILES, 'g'), '')).toBe('See:\n\n![one.png](.png)\n\n[two.txt](.txt)');
  });
});

const withAuthor = () => ({ ...question(), name: 'Bo', useremail: 'bo@example.com' });
