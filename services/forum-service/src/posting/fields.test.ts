import { bumpRevision } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../access/access-keys.ts';
import { FORUM_REVISIONS } from '../forums/revisions.ts';
import { addMetadataField, removeMetadataField } from '../metadata/metadata-fields.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { COMMENT, countEverything, DIALOG, REPORT, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let key: string;
let asksId: number;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  const helpId = await writeForum(service.database, { slug: 'help', topics: ['Q', 'P'] });
  await writeDialogs(service.database, helpId, [{ id: 1_000_001 }]);
  asksId = await writeForum(service.database, { slug: 'asks' });
  await addMetadataField(service.database, 'asks', { name: 'floor', type: 'integer', maximum: 12 });
  await addMetadataField(service.database, 'asks', { name: 'constructor', type: 'text', maximum: 5 });
  ({ key } = await issueAccessKey(service.database, 'help', 'test'));
});

afterAll(() => service.stop());

let number = 0;

/** A dialog that no forum has yet, but for what is said. */
const dialog = (fields: object = {}) => {
  number += 1;
  return { ...DIALOG, title: `Title ${number}`, ...fields };
};

const post = (path: string, body: object) => service.request.post(path).send(body);

/** The row that a post made. */
async function stored(path: string, body: object): Promise<Record<string, unknown>> {
  await post(path, body).expect(201);
  return service.database.one('select * from dialogs order by pub_date desc, id desc limit 1');
}

/** What is answered to fields that are refused, after a look that nothing was stored. */
async function messagesFor(path: string, body: object): Promise<unknown> {
  const before = await countEverything(service.database);
  const answer = await post(path, body);
  expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
  expect(await countEverything(service.database)).toEqual(before);
  return answer.body;
}

const REQUIRED = ['Please fill in this field.'];
const STRANGE = ['This has characters that cannot be shown.'];

describe('required fields', () => {
  it.each([
    ['dialog', '/api/help', ['name', 'useremail', 'topic', 'title', 'text']],
    ['comment', '/api/comment/help/1000001', ['name', 'useremail', 'text']],
    ['vote', '/api/vote/help/1000001', ['name', 'useremail']],
    ['report', '/api/report-dialog/help/1000001', ['name', 'useremail', 'report_reason']],
    ['report of a comment', '/api/report-comment/help/1000001', ['name', 'useremail', 'report_reason']],
  ])('are all told of at once: %s', async (_title, path, names) => {
    expect(await messagesFor(path, {})).toEqual(Object.fromEntries(names.map((name) => [name, REQUIRED])));
  });

  it.each([null, '', '   ', '\u00a0\u2003', '\u200b\u200e', ' \n '])(
    'are not there when they say %j',
    async (text) => {
      expect(await messagesFor('/api/help', dialog({ text }))).toEqual({ text: REQUIRED });
    },
  );
});

describe('all that is wrong with all fields', () => {
  it('is said at once', async () => {
    const fields = { name: 'a\nb\0', useremail: 'nobody', topic: 'x', title: 't'.repeat(201), text: 7 };
    expect(await messagesFor('/api/help', { ...fields, key: 'k' })).toEqual({
      name: ['This must be on one line.', ...STRANGE],
      useremail: ['Please enter an e-mail address such as name@example.com.'],
      topic: ['Please choose one of the topics of this forum.'],
      title: ['This can have at most 200 characters.'],
      text: ['This must be text.'],
      key: ['A key cannot be sent as a field.'],
    });
  });
});

describe('lengths', () => {
  it.each([
    ['name', 100],
    ['title', 200],
    ['text', 20_000],
  ])('count code points after trimming: %s', async (field, maximum) => {
    const longest = '😀'.repeat(maximum - String(number).length - 1) + number;
    expect(await stored('/api/help', dialog({ [field]: `  ${longest}x \n` }))).toMatchObject({
      [field === 'name' ? 'author_name' : field]: `${longest}x`,
    });
    const said = new Intl.NumberFormat('en').format(maximum);
    expect(await messagesFor('/api/help', dialog({ [field]: 'å'.repeat(maximum + 1) }))).toEqual({
      [field]: [`This can have at most ${said} characters.`],
    });
  });

  it('of e-mail addresses are 254 at most', async () => {
    const domain = `${'d'.repeat(60)}.`.repeat(3);
    const address = `${'a'.repeat(60)}@${domain}example.com`;
    await post('/api/help', dialog({ useremail: address.slice(0, 254) })).expect(201);
    expect(
      await messagesFor('/api/help', dialog({ useremail: `${'a'.repeat(64)}@${domain}example.company` })),
    ).toHaveProperty('useremail');
  });

  it('of reasons are 2,000 at most', async () => {
    await post('/api/report-dialog/help/1000001', { ...REPORT, report_reason: 'r'.repeat(2_000) }).expect(
      201,
    );
    const report = { ...REPORT, report_reason: 'r'.repeat(2_001) };
    expect(await messagesFor('/api/report-dialog/help/1000001', report)).toHaveProperty('report_reason');
  });
});

describe('text', () => {
  it('is in NFC, and its lines end as those of Unix', async () => {
    const text = 'A\u030angstro\u0308m\r\n\tone\rtwo';
    expect(await stored('/api/help', dialog({ text }))).toMatchObject({ text: 'Ångström\n\tone\ntwo' });
  });

  it.each(['\0', '\u0007', '\u007f', '\u0085', '\ud800', 'a\udc00'])('S28 has no %j', async (sign) => {
    expect(await messagesFor('/api/help', dialog({ text: `a${sign}b` }))).toEqual({ text: STRANGE });
  });

  it.each(['\0', '\t', '\u001b', '\ud800'])('S28 has no %j on one line', async (sign) => {
    const fields = { name: `a${sign}b`, title: `a${sign}b` };
    expect(await messagesFor('/api/help', dialog(fields))).toEqual({ name: STRANGE, title: STRANGE });
  });

  it.each(['\r\n', '\n', '\r', '\u2028', '\u2029'])('S24 has no line break on one line: %j', async (end) => {
    const name = `Anna${end}Bcc: somebody@example.com`;
    expect(await messagesFor('/api/comment/help/1000001', { ...COMMENT, name })).toEqual({
      name: ['This must be on one line.'],
    });
  });

  it.each([7, true, [], ['a'], {}, { a: 'b' }])('is no %j', async (value) => {
    const fields = { name: value, useremail: value, title: value, text: value };
    const messages = await messagesFor('/api/help', dialog(fields));
    expect(Object.keys(messages as object)).toEqual(['name', 'useremail', 'title', 'text']);
  });
});

describe('useremail', () => {
  it.each([
    'a@example.com',
    'a.b+c@sub.example.co.uk',
    "o'hara@example.com",
    'å.ä@exämple.se',
    'x@xn--exmple-cua.se',
  ])('may be %s', async (useremail) => {
    await post('/api/help', dialog({ useremail })).expect(201);
  });

  it.each([
    'nobody',
    '@example.com',
    'a\u200bb@example.com',
    'a@',
    'a@localhost',
    'a@example.',
    'a@.com',
    'a@b..com',
    'a..b@example.com',
    '.a@example.com',
    'a@-b.com',
    'a@b-.com',
    'a@192.0.2.1',
    'a@[192.0.2.1]',
    'a b@example.com',
    'a@exa mple.com',
    'a@b@example.com',
    '"a b"@example.com',
    'A <a@example.com>',
    'a@example.com, b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
  ])('looks deliverable, unlike %s', async (useremail) => {
    expect(await messagesFor('/api/vote/help/1000001', { ...VOTE, useremail })).toHaveProperty('useremail');
  });
});

describe('topic', () => {
  it.each([
    ['Q', 'Q'],
    ['q', 'Q'],
    ['question', 'Q'],
    ['Questions', 'Q'],
    [' problem ', 'P'],
    ['problems', 'P'],
  ])('is any of the forms that paths have: %s', async (topic, letter) => {
    expect(await stored('/api/help', dialog({ topic }))).toMatchObject({ topic: letter });
  });

  it.each(['S', 'praise', 'x', 'Q,P', 7, ['Q']])('is one that the forum offers, unlike %j', async (topic) => {
    expect(await messagesFor('/api/help', dialog({ topic }))).toHaveProperty('topic');
  });
});

describe('fields that need a key', () => {
  it.each([
    ['tags', 'a,b'],
    ['archived', true],
    ['archived', false],
    ['work_title', 'Support'],
    ['is_org_reply', true],
  ])('S26 are a 401 without one, wherever they are, and nothing is stored: %s', async (field, value) => {
    const before = await countEverything(service.database);
    for (const [path, body] of [
      ['/api/help', dialog()],
      ['/api/comment/help/1000001', COMMENT],
      ['/api/vote/help/1000001', VOTE],
      ['/api/report-dialog/help/1000001', REPORT],
    ] as const) {
      const answer = await post(path, { ...body, [field]: value });
      expect([answer.status, answer.text]).toEqual([401, 'Authorization Required']);
    }
    expect(await countEverything(service.database)).toEqual(before);
  });

  it.each([
    [true, true],
    ['true', true],
    ['1', true],
    ['on', true],
    ['ON', true],
    [false, false],
    ['false', false],
    ['0', false],
    ['off', false],
    ['', false],
    [null, false],
  ])('archived may say %j', async (archived, expected) => {
    expect(await stored(`/api/help?key=${key}`, dialog({ archived }))).toMatchObject({
      archived: expected,
      held: false,
    });
  });

  it.each(['yes', 2, [true], {}])('archived may not say %j', async (archived) => {
    expect(await messagesFor(`/api/help?key=${key}`, dialog({ archived }))).toHaveProperty('archived');
  });

  it('work_title and is_org_reply are stored with a key', async () => {
    const answer = await post(`/api/comment/help/1000001?key=${key}`, {
      ...COMMENT,
      is_org_reply: 'on',
      work_title: ' Support ',
    });
    expect(answer.status).toBe(201);
    const { body } = await service.get(new URL(String(answer.headers.location)).pathname);
    expect(body).toMatchObject({ is_org_reply: true, user: { work_title: 'Support' } });
    expect(await stored(`/api/help?key=${key}`, dialog({ work_title: 'Boss' }))).toMatchObject({
      work_title: 'Boss',
    });
  });

  it('a work_title has at most 100 characters', async () => {
    expect(await messagesFor(`/api/help?key=${key}`, dialog({ work_title: 'w'.repeat(101) }))).toHaveProperty(
      'work_title',
    );
  });
});

describe('tags', () => {
  const tagsOf = (id: unknown) =>
    service.database.any(
      `select t.name, t.folded_name, t.dialogs, t.is_public from dialog_tags d join tags t using (forum_id)
       where t.id = d.tag_id and d.dialog_id = $1 order by t.folded_name`,
      [id],
    );

  it('are the same in whatever letters, shown as they were spelled first, and private', async () => {
    const first = await stored(`/api/help?key=${key}`, dialog({ tags: ' Billing , Straße,billing,,' }));
    expect(await tagsOf(first.id)).toEqual([
      { name: 'Billing', folded_name: 'billing', dialogs: 1, is_public: false },
      { name: 'Straße', folded_name: 'strasse', dialogs: 1, is_public: false },
    ]);
    const second = await stored(`/api/help?key=${key}`, dialog({ tags: 'BILLING,STRASSE' }));
    expect(await tagsOf(second.id)).toMatchObject([
      { name: 'Billing', dialogs: 2 },
      { name: 'Straße', dialogs: 2 },
    ]);
  });

  it('of archived dialogs are not counted', async () => {
    const { id } = await stored(`/api/help?key=${key}`, dialog({ tags: 'hidden', archived: true }));
    expect(await tagsOf(id)).toMatchObject([{ name: 'hidden', dialogs: 0 }]);
  });

  const list = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`).join();

  it('are at most 50 of at most 100 characters', async () => {
    await post(`/api/help?key=${key}`, dialog({ tags: list(50) })).expect(201);
    await post(`/api/help?key=${key}`, dialog({ tags: '😀'.repeat(100) })).expect(201);
    expect(await messagesFor(`/api/help?key=${key}`, dialog({ tags: list(51) }))).toEqual({
      tags: ['There can be at most 50 tags.'],
    });
    expect(await messagesFor(`/api/help?key=${key}`, dialog({ tags: 'a'.repeat(101) }))).toEqual({
      tags: ['A tag can have at most 100 characters.'],
    });
  });

  it.each([['a\nb'], ['a\0b'], [['a', 'b']], [7]])('are no %j', async (tags) => {
    expect(await messagesFor(`/api/help?key=${key}`, dialog({ tags }))).toHaveProperty('tags');
  });
});

describe('metadata', () => {
  it.each([
    [
      { floor: 12, constructor: 'north' },
      { floor: 12, constructor: 'north' },
    ],
    [{ floor: ' -3 ', constructor: '' }, { floor: -3 }],
    [{ floor: null }, null],
    [{}, null],
  ])('is what the forum asks for: %j', async (sent, metadata) => {
    expect(await stored('/api/asks', dialog(sent))).toMatchObject({ metadata });
  });

  it('is only what it is, whatever the forum calls it', async () => {
    const names = ['author', 'origin', 'hold', 'metadata', 'forum'];
    for (const name of names)
      await addMetadataField(service.database, 'asks', { name, type: 'text', maximum: 9 });
    await service.settled('asks');
    const answers = Object.fromEntries(names.map((name) => [name, 'always']));
    expect(await stored('/api/asks', dialog(answers))).toMatchObject({
      metadata: answers,
      author_name: DIALOG.name,
      held: false,
    });
    for (const name of names) await removeMetadataField(service.database, 'asks', name);
    await service.settled('asks');
  });

  it.each([
    [{ floor: 13 }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ floor: 1.5 }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ floor: 'two' }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ floor: '1e1' }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ floor: true }, { floor: ['Please enter a whole number of at most 12.'] }],
    [{ constructor: 'northern' }, { constructor: ['This can have at most 5 characters.'] }],
    [{ constructor: ['n'] }, { constructor: ['This must be text.'] }],
    [{ flor: 1 }, { flor: ['There is no such field in this forum.'] }],
    [{ toString: 1 }, { toString: ['There is no such field in this forum.'] }],
  ])('cannot be %j', async (sent, messages) => {
    expect(await messagesFor('/api/asks', dialog(sent))).toEqual(messages);
  });

  it('is asked for where the account allows it only', async () => {
    const allow = async (allowed: boolean) => {
      await service.database.none("update accounts set allows_metadata = $1 where name = 'asks'", [allowed]);
      await bumpRevision(service.database, FORUM_REVISIONS, asksId);
      await service.settled('asks');
    };
    await allow(false);
    expect(await stored('/api/asks', dialog({ floor: 99, flor: 1 }))).toMatchObject({ metadata: null });
    await allow(true);
  });
});

describe('fields that nobody knows', () => {
  it('are ignored in a forum without metadata', async () => {
    expect(await stored('/api/help', dialog({ colour: 'red', floor: 12, comments: [] }))).toMatchObject({
      metadata: null,
    });
  });

  it.each(['help', 'asks'])(
    'S26 are ignored when they are what records say of themselves: %s',
    async (slug) => {
      const ours = {
        id: 7_000_000,
        pub_date: '2001-01-01T00:00:00Z',
        state: 'answered',
        popularity: 9,
        is_editor: true,
      };
      const row = await stored(`/api/${slug}`, dialog(ours));
      expect(row).toMatchObject({ state: null, metadata: null });
      expect(row.id).not.toBe(7_000_000);
      expect(row.popularity).not.toBe(9);
      expect((row.pub_date as Date).getFullYear()).toBeGreaterThan(2025);
    },
  );

  it('S19 are harmless when they are called __proto__', async () => {
    const body = JSON.stringify(dialog()).replace('{', '{"__proto__":{"archived":true,"polluted":1},');
    await service.request.post('/api/help').type('json').send(body).expect(201);
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(
      await service.database.one('select archived from dialogs order by pub_date desc, id desc limit 1'),
    ).toEqual({
      archived: false,
    });
  });

  it('S12 are refused when they are a key', async () => {
    expect(await messagesFor('/api/vote/help/1000001', { ...VOTE, key })).toEqual({
      key: ['A key cannot be sent as a field.'],
    });
  });
});
