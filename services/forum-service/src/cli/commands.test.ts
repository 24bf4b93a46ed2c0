import { listCommands } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usualStates } from '../model/states.ts';
import { type CommandFixture, runForum, startCommandFixture } from '../testing/command-fixture.ts';
import { writeDialogs } from '../testing/content.ts';
import { createForumProgram } from './command-line.ts';

const COMMANDS = listCommands(await createForumProgram().loadAll());

const ACCOUNT = 'Example Ltd';
const PLAIN = 'Plain Ltd';

const STATES = [{ name: 'waiting for parts', color: 'orange', closed: false, topics: ['Q', 'P'] }];

const create = (slug: string) => ['create', slug, '--account', ACCOUNT, '--name', 'New'];

let fixture: CommandFixture;
let forum: CommandFixture['forum'];
let answerOf: CommandFixture['answerOf'];

beforeAll(async () => {
  fixture = await startCommandFixture();
  ({ forum, answerOf } = fixture);
  await forum('account', 'create', ACCOUNT, '--metadata', '--api-keys');
  await forum('account', 'create', PLAIN);
  for (const slug of ['example', 'other']) await forum(...create(slug));
  await forum('create', 'plain', '--account', PLAIN, '--name', 'Plain');
  await forum(...create('brief'), '--topics', 'B,Q,P');
  await forum('key', 'create', ACCOUNT, 'taken');
});
afterAll(() => fixture.stop());

async function revisions(): Promise<Record<string, number>> {
  const rows = await fixture.database.any('select slug, revision from forums');
  return Object.fromEntries(rows.map(({ slug, revision }) => [slug, revision]));
}

describe('forum account', () => {
  it('create makes one that may have nothing special, and list and show tell of it with its forums', async () => {
    expect(await answerOf('account', 'create', 'Quiet Ltd')).toEqual({
      name: 'Quiet Ltd',
      allows_metadata: false,
      allows_keys: false,
    });
    const account = {
      name: ACCOUNT,
      allows_metadata: true,
      allows_keys: true,
      stored_bytes: 0,
      created_at: expect.any(String),
      forums: expect.arrayContaining(['example', 'other']),
      move: null,
    };
    expect(await answerOf('account', 'list')).toContainEqual(account);
    expect(await answerOf('account', 'show', ACCOUNT)).toEqual(account);
    expect(await forum('account', 'show', 'Nobody')).toMatchObject({
      code: 1,
      stderr: 'There is no account Nobody.\n',
    });
    expect((await forum('account', 'list')).stdout).toMatch(/^Plain Ltd +no +no +plain$/m);
  });

  it('set allows what the error of another command names, says so once, and is audited', async () => {
    await forum('account', 'create', 'Late Ltd');
    await forum('create', 'late', '--account', 'Late Ltd', '--name', 'Late');
    const commands = [
      ['key', 'create', 'Late Ltd', 'desk'],
      ['metadata', 'add', 'late', 'model', '--type', 'text', '--max', '50'],
    ];
    for (const command of commands) {
      const { code, stderr } = await forum(...command);
      const remedy = /To allow them: forum account set "Late Ltd" ([a-z-]+) on\n$/.exec(stderr)?.[1];
      expect([code, remedy]).toEqual([1, expect.any(String)]);
      const words = ['account', 'set', 'Late Ltd', String(remedy), 'on'];
      expect(await answerOf(...words)).toMatchObject({ name: 'Late Ltd', changed: true });
      expect(await answerOf(...words)).toMatchObject({ changed: false });
      expect((await forum(...command)).code).toBe(0);
    }
    expect((await forum('account', 'list')).stdout).toMatch(/^Late Ltd +yes +yes +late$/m);
    expect((await forum('audit', 'list', 'late')).stdout).toContain('account set');
  });
});

describe('forum create, show, set and delete', () => {
  it('follow a forum through its life', async () => {
    const usual = {
      slug: 'new-forum',
      name: 'New',
      formal_name: 'New',
      intro_message: '',
      status_message: '',
      status_url: '',
      popup_header: '',
      thankyou_message: '',
      topics: ['Q', 'P', 'S', 'B'],
      default_topic: 'Q',
      language: 'en',
      hold: 'none',
      accent_color: '#2456c8',
      allowed_origins: [],
      foreign_images: true,
      attachments: false,
      host: '',
      guides: '',
      states: usualStates('en'),
      has_logo: false,
      metadata_fields: [],
      account: ACCOUNT,
    };
    expect(await answerOf(...create('new-forum'))).toEqual(usual);
    expect(await answerOf('show', 'new-forum')).toEqual({
      ...usual,
      created_at: expect.any(String),
      move: null,
      dialogs: 0,
      archived_dialogs: 0,
      comments: 0,
      tags: 0,
    });
    expect(await answerOf('delete', 'new-forum', '--yes')).toEqual({ slug: 'new-forum', deleted: true });
    expect(await forum('show', 'new-forum')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no forum new-forum.\n',
    });
  });

  it('offer topics in the order that was typed, the first by default', async () => {
    expect(await answerOf(...create('sorted'), '--topics', 'praise,q,B', '--language', 'SV')).toMatchObject({
      topics: ['B', 'Q'],
      default_topic: 'B',
      language: 'sv',
    });
  });

  it.each<[property: string, value: string, settings: object, earlier?: [property: string, value: string]]>([
    ['name', 'A forum', { name: 'A forum' }],
    ['formal-name', 'A company', { formal_name: 'A company' }],
    ['intro-message', ' Ask us.\nWe answer. ', { intro_message: 'Ask us.\nWe answer.' }],
    ['status-message', 'Late today', { status_message: 'Late today' }],
    ['status-url', 'https://example.com/status?a=b', { status_url: 'https://example.com/status?a=b' }],
    ['status-url', '', { status_url: '' }, ['status-url', 'https://example.com/status']],
    ['popup-header', 'Hello', { popup_header: 'Hello' }],
    ['thankyou-message', 'Thanks', { thankyou_message: 'Thanks' }],
    ['default-topic', 'problem', { default_topic: 'P' }],
    ['topics', 'P,B', { topics: ['P', 'B'] }, ['default-topic', 'problem']],
    ['language', 'de', { language: 'de' }],
    ['language', 'PT_br', { language: 'pt-BR' }],
    ['hold', 'links', { hold: 'links' }],
    ['accent-color', 'ABC', { accent_color: '#aabbcc' }],
    [
      'allowed-origins',
      'https://a.example/, http://b.example:8080',
      { allowed_origins: ['https://a.example', 'http://b.example:8080'] },
    ],
    ['allowed-origins', '', { allowed_origins: [] }, ['allowed-origins', 'https://a.example']],
    ['foreign-images', 'off', { foreign_images: false }],
    ['host', 'Forum.Example.COM', { host: 'forum.example.com' }],
    ['host', '', { host: '' }, ['host', 'forum.example.com']],
    ['attachments', 'on', { attachments: true }],
    ['states', JSON.stringify(STATES), { states: STATES }],
    ['states', '[]', { states: [] }],
    ['foreign-images', 'on', { foreign_images: true }, ['foreign-images', 'off']],
  ])('set %s to "%s" once, and say so', async (...row) => {
    const [property, value, settings, earlier] = row;
    await forum(...create('changing'));
    if (earlier) await forum('set', 'changing', ...earlier);
    const before = await revisions();
    expect(await answerOf('set', 'changing', property, value)).toEqual({
      slug: 'changing',
      changed: true,
      ...settings,
    });
    expect(await answerOf('set', 'changing', property, value)).toMatchObject({ changed: false });
    expect(await answerOf('show', 'changing')).toMatchObject(settings);
    expect(await revisions()).toEqual({ ...before, changing: (before.changing ?? 0) + 1 });
    await forum('delete', 'changing', '--yes');
  });

  it('delete what a forum holds with it, and nothing else; search hears of it', async () => {
    const deleted = await answerOf(...create('full')).then(() =>
      fixture.database.one("select id from forums where slug = 'full'"),
    );
    const kept = await fixture.database.one("select id from forums where slug = 'example'");
    await writeDialogs(fixture.database, deleted.id, [{ id: 901 }]);
    await writeDialogs(fixture.database, kept.id, [{ id: 901 }]);
    expect((await forum('delete', 'full', '--yes')).code).toBe(0);
    expect(await fixture.database.any('select forum_id from dialogs where id = 901')).toEqual([
      { forum_id: kept.id },
    ]);
    expect(
      await fixture.database.any('select document_id from search_queue where tenant_id = $1', [deleted.id]),
    ).toEqual([{ document_id: 901 }]);
  });
});

describe('forum list', () => {
  it('prints an aligned table for people', async () => {
    const { stdout } = await forum('list');
    expect(stdout).toMatch(/^SLUG +NAME +ACCOUNT +LANGUAGE +DIALOGS +COMMENTS$/m);
    expect(stdout).toMatch(/^example +New +Example Ltd +en +\d+ +0$/m);
  });
});

describe('forum key', () => {
  const KEY = /^gpk_[\w-]{43}$/;

  it('create, list and revoke follow a key through its life; every forum of the account hears of it', async () => {
    const before = await revisions();
    const created = await answerOf('key', 'create', ACCOUNT, 'help desk');
    expect(created).toEqual({
      account: ACCOUNT,
      id: expect.any(Number),
      name: 'help desk',
      scope: 'post',
      key: expect.stringMatching(KEY),
      created_at: expect.any(String),
    });
    expect(await answerOf('key', 'revoke', ACCOUNT, 'help desk')).toMatchObject({ name: 'help desk' });
    const after = await revisions();
    for (const slug of ['example', 'other']) expect(after[slug]).toBe((before[slug] ?? 0) + 2);
    expect(after.plain).toBe(before.plain);
  });

  it('create prints the key once, and list never does', async () => {
    const { stdout } = await forum('key', 'create', ACCOUNT, 'printed');
    const key = stdout.split(/\s+/).find((word) => KEY.test(word));
    const list = (await forum('key', 'list', ACCOUNT)).stdout;
    expect(list).toContain('printed');
    expect(list).not.toContain(key);
  });

  it.each([
    [
      'an account without keys',
      ['create', PLAIN, 'x'],
      `${PLAIN} does not allow access keys. To allow them: forum account set "${PLAIN}" api-keys on`,
    ],
    ['a name in use', ['create', ACCOUNT, 'taken'], `${ACCOUNT} already has an access key named taken.`],
    ['an unknown key', ['revoke', ACCOUNT, 'nobody'], `${ACCOUNT} has no active access key nobody.`],
    ['an unknown account', ['list', 'Nobody'], 'There is no account Nobody.'],
  ])('refuses %s', async (_, words, message) => {
    expect(await forum('key', ...words)).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
  });
});

describe('forum metadata', () => {
  const field = (name: string) => ['metadata', 'add', 'example', name, '--type', 'text', '--max', '50'];

  it('add, list and remove say what a forum asks for', async () => {
    expect(await answerOf(...field('model'))).toEqual({
      slug: 'example',
      name: 'model',
      type: 'text',
      maximum: 50,
    });
    expect(await answerOf('metadata', 'list', 'example')).toEqual([
      { name: 'model', type: 'text', maximum: 50 },
    ]);
    expect(await forum(...field('model'))).toMatchObject({
      code: 1,
      stderr: 'example already has a metadata field model.\n',
    });
    expect(await answerOf('metadata', 'remove', 'example', 'model')).toMatchObject({ removed: true });
    expect(await forum('metadata', 'remove', 'example', 'model')).toMatchObject({
      code: 1,
      stderr: 'example has no metadata field model.\n',
    });
  });

  it('add refuses an account that does not allow it', async () => {
    expect(await forum('metadata', 'add', 'plain', 'a', '--type', 'integer', '--max', '9')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('forum account set "Plain Ltd" metadata on\n'),
    });
  });

  it.each(['useremail', 'report_reason', 'state', 'key', 'toString', '__proto__', '1a', 'å', 'a'.repeat(64)])(
    'add refuses the name %s with exit code 2',
    async (name) => {
      expect(await forum(...field(name))).toMatchObject({ code: 2 });
    },
  );

  it.each(['0', '-1', '1.5', 'ten', '9007199254740993'])('add refuses the maximum %s', async (maximum) => {
    const { code } = await forum('metadata', 'add', 'example', 'a', '--type', 'text', '--max', maximum);
    expect(code).toBe(2);
  });
});

describe('forum reindex and search status', () => {
  it('index what waits in the queue, and tell how far that is', async () => {
    await forum(...create('searched'));
    const { id } = await fixture.database.one("select id from forums where slug = 'searched'");
    await writeDialogs(fixture.database, id, [{ id: 951 }, { id: 952 }]);
    expect(await answerOf('reindex', 'searched')).toEqual({ dialogs: 2, set_aside: [] });
    const status = { slug: 'searched', documents: 2, embedded: 0, waiting: 0, oldest: null, set_aside: [] };
    const report = { tenants: [status], indexes: [], engine: null, embeddings: null };
    expect(await answerOf('search', 'status', 'searched')).toEqual(report);
    const all = { ...report, tenants: expect.arrayContaining([status]) };
    expect(await answerOf('search', 'status')).toEqual(all);
    expect((await forum('search', 'status')).stdout).toMatch(/^searched +2 +0 +0$/m);
  });

  it.each(['reindex', 'search status'])('%s refuses an unknown forum', async (command) => {
    expect(await forum(...command.split(' '), 'nowhere')).toMatchObject({
      code: 1,
      stderr: 'There is no forum nowhere.\n',
    });
  });
});

describe('forum migrate', () => {
  it('says that the schema is up to date', async () => {
    expect(await forum('migrate')).toMatchObject({ code: 0, stdout: 'The schema is up to date.\n' });
  });

  it('has validated all constraints', async () => {
    expect(await fixture.database.any('select conname from pg_constraint where not convalidated')).toEqual(
      [],
    );
  });
});

describe('what fails ends with exit code 1 and one line', () => {
  it.each([
    ['a slug that is taken', create('example'), 'Forum example already exists.'],
    ['an account that is there', ['account', 'create', PLAIN], `Account ${PLAIN} already exists.`],
    [
      'an unknown account',
      ['create', 'lost', '--account', 'Nobody', '--name', 'x'],
      'There is no account Nobody.',
    ],
    ['an unknown forum', ['set', 'nowhere', 'name', 'x'], 'There is no forum nowhere.'],
    [
      'a default topic that is none of the topics',
      ['set', 'brief', 'topics', 'Q,P'],
      'The default topic, B, must be one of the topics, Q, P.',
    ],
  ])('%s', async (_, words, message) => {
    expect(await forum(...words)).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
  });
});

describe('what is typed', () => {
  it.each([
    ['no command', [], 'Usage: forum'],
    ['an unknown command', ['crate'], "error: unknown command 'crate'"],
    ['a bad slug', create('Example!'), 'It must have 1 to 63 characters (a-z, 0-9 and "-")'],
    ['a slug with "-" in front', create('-example'), 'error: '],
    ['a slug of 64 characters', create('a'.repeat(64)), '1 to 63'],
    ['a reserved slug', create('report-dialog'), 'The API reserves this name.'],
    ['a slug that is reserved by now', create('reports'), 'The API reserves this name.'],
    ['a missing account', ['create', 'x', '--name', 'X'], "error: required option '--account <name>'"],
    ['an unknown language', [...create('x'), '--language', 'qq'], 'language tag'],
    ['a language with extensions', [...create('x'), '--language', 'de-u-co-phonebk'], 'language tag'],
    ['an unknown topic', [...create('x'), '--topics', 'Q,X'], 'It must be one or more of Q, P, S, B'],
    ['no topic', ['set', 'x', 'topics', ''], 'It must be one or more of Q, P, S, B'],
    ['a name with a line break (S24)', [...create('x'), '--name', 'a\r\nb'], "error: option '--name"],
    ['an unknown property', ['set', 'x', 'constructor', 'y'], "value 'constructor' is invalid"],
    ['an address that is none', ['set', 'x', 'status-url', 'javascript:alert(1)'], 'It must be a URL'],
    ['an address with a password', ['set', 'x', 'status-url', 'https://a:b@c.example'], 'It must be a URL'],
    [
      'an origin with a path',
      ['set', 'x', 'allowed-origins', 'https://a.example/b'],
      'It must be a comma-separated list of origins',
    ],
    [
      'an origin for any host',
      ['set', 'x', 'allowed-origins', 'https://*.a.example'],
      'It must be a comma-separated list of origins',
    ],
    ['neither on nor off', ['set', 'x', 'foreign-images', 'yes'], 'It must be on or off.'],
    ['no colour', ['set', 'x', 'accent-color', 'green'], 'It must be a colour such as'],
    ['an unknown hold', ['set', 'x', 'hold', 'all'], 'It must be one of none, links, new.'],
    ['a message that is too long', ['set', 'x', 'popup-header', 'a'.repeat(201)], 'at most 200 characters'],
    ['a control character', ['set', 'x', 'intro-message', 'a\u0007'], 'control characters'],
    ['an unknown type', ['metadata', 'add', 'x', 'a', '--type', 'date', '--max', '1'], 'Allowed choices'],
    ['delete without --yes', ['delete', 'example'], "error: required option '--yes'"],
  ])('is refused with exit code 2: %s', async (_, words, message) => {
    const { code, stdout, stderr } = await runForum(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each(COMMANDS)('is explained by forum %s --help, with an example', async (command) => {
    const { code, stdout } = await runForum(...command.split(' '), '--help');
    expect(code).toBe(0);
    expect(stdout).toContain(`$ forum ${command}`);
    expect(stdout).toContain('--json');
  });
});
