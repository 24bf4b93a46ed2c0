import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { runForum } from '../testing/command-fixture.ts';
import { writeComments, writeDialogs } from '../testing/content.ts';
import { type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import { COMMENT, countEverything, DIALOG, REPORT } from '../testing/posts.ts';

/** Control characters that a terminal obeys, and one that turns the direction of the text behind it. */
const TRICK = 'Good\u001b[2J\u009b31m\u202Eevil';

let service: ModeratedService;
let forum: ModeratedService['forum'];
let answerOf: ModeratedService['answerOf'];

beforeAll(async () => {
  service = await startModeratedService();
  ({ forum, answerOf } = service);
  await forum('metadata', 'add', 'help', 'model', '--type', 'text', '--max', '50');
  await service.settled('help');
  await writeDialogs(service.database, service.forumId, [
    { id: 1001, title: TRICK, text: `${TRICK}\nsecond line`, name: TRICK, pub_date: '2020-01-01T10:00:00Z' },
    {
      id: 1002,
      title: 'A long title that goes on and on',
      state: 'answered',
      pub_date: '2020-01-02T10:00:00Z',
    },
    { id: 1003, archived: true, pub_date: '2020-01-03T10:00:00Z' },
  ]);
  await writeComments(service.database, service.forumId, [
    { id: 1011, dialog_id: 1001, text: TRICK, pub_date: '2020-02-01T10:00:00Z', is_org_reply: true },
    { id: 1012, dialog_id: 1002, held: true, pub_date: '2020-02-02T10:00:00Z' },
  ]);
});

// Leaves the next test only what is written above.
afterEach(async () => {
  await service.database.none('delete from reports');
  await service.database.none('delete from dialogs where id <> all($1)', [[1001, 1002, 1003]]);
});

afterAll(() => service.stop());

async function reportDialog(id: number): Promise<void> {
  await service.request.post(`/api/report-dialog/help/${id}`).send(REPORT).expect(201);
}

/** Posts from an e-mail address and returns the id of the dialog. */
async function postFrom(address: string, fields: object): Promise<number> {
  const body = { ...DIALOG, model: 'Lom E', ...fields };
  await service.request.post('/api/help').set('X-Forwarded-For', address).send(body).expect(201);
  return (
    await service.database.one('select max(id) as id from dialogs where id <> all($1)', [[1001, 1002, 1003]])
  ).id;
}

const idsIn = async (...words: string[]) =>
  ((await answerOf(...words)) as { id: number }[]).map(({ id }) => id);

describe('forum dialog list', () => {
  it.each([
    ['what everybody sees, the newest first', [], [1002, 1001]],
    ['what was archived', ['--archived'], [1003]],
    ['what waits for review', ['--held'], []],
    ['what came since a day', ['--since', '2020-01-02'], [1002]],
    ['what came since a moment', ['--since', '2020-01-02T11:00+01:00'], [1002]],
    ['what came lately', ['--since', '24h'], []],
    ['so many', ['--limit', '1'], [1002]],
    [
      'what was posted with an e-mail address, in any letter case',
      ['--email', 'POSTER-1001@example.com'],
      [1001],
    ],
  ])('lists %s', async (_, words, ids) => {
    expect(await idsIn('dialog', 'list', 'help', ...words)).toEqual(ids);
  });

  it('lists what was posted with an e-mail address that has letters of any alphabet', async () => {
    const id = await postFrom('192.0.2.1', { title: 'From Izmir', useremail: 'İnci.Öz@example.com' });
    expect(await idsIn('dialog', 'list', 'help', '--email', 'İNCI.O\u0308Z@example.com')).toEqual([id]);
    await service.request
      .post(`/api/comment/help/${id}`)
      .send({ ...COMMENT, useremail: 'İnci.Öz@example.com' });
    expect(await answerOf('comment', 'list', 'help', '--email', 'İNCI.ÖZ@EXAMPLE.COM')).toMatchObject([
      { dialog_id: id },
    ]);
  });

  it('lists what came from an address or a network, said or sent', async () => {
    const id = await postFrom('198.51.100.7', { title: 'From somewhere' });
    const found = (address: string) => idsIn('dialog', 'list', 'help', '--address', address);
    expect([await found('198.51.100.7'), await found('198.51.100.0/24')]).toEqual([[id], [id]]);
    expect(await found('198.51.100.8')).toEqual([]);
  });

  it('prints a table, with what an editor should look at', async () => {
    await reportDialog(1002);
    const { stdout } = await forum('dialog', 'list', 'help');
    expect(stdout.split('\n')).toEqual([
      'ID    POSTED (UTC)      TOPIC  COMMENTS                STATE     TITLE',
      '1002  2020-01-02 10:00  Q      0 (1 held, 1 reported)  answered  A long title that goes on and on',
      '1001  2020-01-01 10:00  Q      1                                 Good [2J 31m<U+202E>evil',
      '',
    ]);
    expect((await forum('dialog', 'list', 'help', '--held')).stdout).toBe('No dialogs found.\n');
  });

  it('fits the terminal', async () => {
    const { columns } = process.stdout;
    process.stdout.columns = 60;
    const { stdout } = await forum('dialog', 'list', 'help', '--limit', '1');
    process.stdout.columns = columns;
    const [heading = '', row = ''] = stdout.split('\n');
    expect([heading.length <= 60, row.length <= 60, row]).toEqual([true, true, expect.stringMatching(/…$/)]);
    expect(stdout).toContain('Showing the newest 1. To see more, use --limit 2.');
  });
});

describe('forum dialog show', () => {
  it('shows editors everything: who wrote it, from where, metadata, tags, comments and reports', async () => {
    const id = await postFrom('203.0.113.9', { title: 'Shown' });
    await answerOf('tag', 'add', 'help', String(id), 'red', 'Blue');
    await answerOf('tag', 'public', 'help', 'red');
    await service.request.post(`/api/comment/help/${id}`).send(COMMENT).expect(201);
    await reportDialog(id);
    const person = { poster_id: expect.any(Number), email: 'bo@example.com', name: 'Bo Ek' };
    expect(await answerOf('dialog', 'show', 'help', String(id))).toEqual([
      {
        id,
        topic: 'Q',
        title: 'Shown',
        text: DIALOG.text,
        pub_date: expect.any(String),
        last_activity: expect.any(String),
        num_comments: 1,
        num_votes: 0,
        views: 0,
        popularity: expect.any(Number),
        state: null,
        archived: false,
        held: false,
        waiting: true,
        snoozed_until: null,
        poster_id: expect.any(Number),
        name: 'Anna Berg',
        email: 'Anna@example.com',
        work_title: null,
        confirmed: false,
        markdown: false,
        metadata: { model: 'Lom E' },
        claimed: '203.0.113.9',
        sender: '127.0.0.1',
        tags: [
          { name: 'Blue', is_public: false },
          { name: 'red', is_public: true },
        ],
        comments: [
          expect.objectContaining({ ...person, text: COMMENT.text, held: false, sender: '127.0.0.1' }),
        ],
        reports: [expect.objectContaining({ name: 'Bo Ek', email: 'bo@example.com', resolved_at: null })],
      },
    ]);
    const { stdout } = await forum('dialog', 'show', 'help', String(id));
    for (const line of [
      /^Dialog \d+$/m,
      /^Page +\/forum\/help\/\d+$/m,
      /^Visibility +visible$/m,
      /^E-mail +Anna@example\.com$/m,
      /^From +203\.0\.113\.9, according to 127\.0\.0\.1$/m,
      /^Tags +Blue, red \(public\)$/m,
      /^model +Lom E$/m,
      /^Comment \d+ on dialog \d+$/m,
      /^Report \d+ of the dialog$/m,
      /^ {2}It is an advertisement\.$/m,
    ])
      expect(stdout).toMatch(line);
  });

  it('says when the IP addresses are no longer stored', async () => {
    expect(await answerOf('dialog', 'show', 'help', '1001')).toMatchObject([{ claimed: null, sender: null }]);
    expect((await forum('dialog', 'show', 'help', '1003')).stdout).toMatch(/^From +not stored$/m);
  });
});

describe('what people wrote', () => {
  it.each([
    ['dialog', 'list', 'help'],
    ['dialog', 'show', 'help', '1001', '1002'],
    ['comment', 'list', 'help'],
    ['comment', 'show', 'help', '1011'],
    ['reports', 'list', 'help'],
  ])('makes a terminal do nothing, also as JSON: forum %s %s', async (...words) => {
    await reportDialog(1001);
    for (const json of [[], ['--json']]) {
      const { code, stdout } = await forum(...words, ...json);
      expect([code, stdout.match(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu)]).toEqual([0, null]);
    }
    expect(await answerOf('dialog', 'show', 'help', '1001')).toMatchObject([{ title: TRICK }]);
  });

  it('is indented to stand apart from the lines of the command', async () => {
    const { stdout } = await forum('dialog', 'show', 'help', '1001');
    expect(stdout).toContain('\n\n  Good<U+001B>[2J<U+009B>31m<U+202E>evil\n  second line\n\n');
  });
});

describe('forum comment list', () => {
  it.each([
    ['all of a forum, the newest first', [], [1012, 1011]],
    ['those that wait for review', ['--held'], [1012]],
    ['those of a dialog', ['--dialog', '1001'], [1011]],
    ['what came since', ['--since', '2020-02-02'], [1012]],
    ['what was posted with an e-mail address', ['--email', 'poster-1011@example.com'], [1011]],
    ['what came from an address', ['--address', '192.0.2.1'], []],
  ])('lists %s', async (_, words, ids) => {
    const all = await idsIn('comment', 'list', 'help', ...words);
    expect(all.filter((id) => id === 1011 || id === 1012)).toEqual(ids);
  });

  it('says in its table which of them wait, and which are ours', async () => {
    const { stdout } = await forum('comment', 'list', 'help', '--email', 'poster-1012@example.com');
    expect(stdout).toMatch(/^1012 +2020-02-02 10:00 +1002 +held +Text 1012$/m);
    expect((await forum('comment', 'list', 'help', '--dialog', '1001')).stdout).toMatch(/ 1001 +us +Good/);
  });
});

describe('forum reports', () => {
  it('list shows open reports until they are resolved', async () => {
    await reportDialog(1001);
    await reportDialog(1002);
    const [id = 0, ...more] = await idsIn('reports', 'list', 'help');
    const open = [id, ...more];
    expect((await forum('reports', 'list', 'help')).stdout).toMatch(
      / 1002 +A long title that goes on and on +It is/,
    );
    const outcome = await answerOf('reports', 'resolve', 'help', ...open.map(String));
    expect(outcome).toMatchObject({ changed: open.toSorted((a, b) => a - b), unchanged: [] });
    expect(await idsIn('reports', 'list', 'help')).toEqual([]);
    expect(await idsIn('reports', 'list', 'help', '--all')).toEqual(open);
    expect(await answerOf('reports', 'resolve', 'help', String(id))).toMatchObject({ unchanged: [id] });
    expect(await forum('reports', 'resolve', 'help', '99999')).toMatchObject({
      code: 1,
      stderr: 'help has no report 99999.\n',
    });
  });
});

describe('forum tag', () => {
  it('add gives tags, remove takes them, and a tag that nothing carries is gone', async () => {
    expect(await answerOf('tag', 'add', 'help', '1002', 'winter tyres,Ice', 'ICE')).toEqual({
      slug: 'help',
      dialog_id: 1002,
      changed: ['Ice', 'winter tyres'],
      unchanged: [],
    });
    expect(await answerOf('tag', 'add', 'help', '1003', 'ice')).toMatchObject({ changed: ['Ice'] });
    expect((await forum('tag', 'add', 'help', '1002', 'ICE', 'new')).stdout).toBe(
      'Added: new.\nAlready there: ICE.\n',
    );
    expect(await answerOf('tag', 'list', 'help')).toEqual(
      expect.arrayContaining([
        { name: 'Ice', is_public: false, dialogs: 1, archived_dialogs: 1 },
        { name: 'winter tyres', is_public: false, dialogs: 1, archived_dialogs: 0 },
      ]),
    );
    expect((await forum('tag', 'list', 'help')).stdout).toMatch(/^Ice +no +1 +1$/m);
    expect(await answerOf('tag', 'remove', 'help', '1002', 'ice', 'new', 'other')).toMatchObject({
      changed: ['Ice', 'new'],
      unchanged: ['other'],
    });
    const names = ((await answerOf('tag', 'list', 'help')) as { name: string }[]).map(({ name }) => name);
    expect([names.includes('Ice'), names.includes('new')]).toEqual([true, false]);
    await answerOf('tag', 'remove', 'help', '1003', 'ice');
  });

  it('public and private say who sees them, and search finds by them', async () => {
    await answerOf('tag', 'add', 'help', '1002', 'snow');
    expect(await answerOf('tag', 'public', 'help', 'SNOW')).toEqual({
      slug: 'help',
      changed: ['snow'],
      unchanged: [],
    });
    const record = async () => {
      await service.settled('help');
      const { body } = await service.get(`/api/taglist/help.json?key=${service.key}`);
      return body.find(({ name }: { name: string }) => name === 'snow');
    };
    expect(await record()).toMatchObject({ is_public: true, count: 1 });
    expect((await forum('tag', 'public', 'help', 'snow')).stdout).toBe('Already public: snow.\n');
    await answerOf('tag', 'private', 'help', 'snow');
    expect(await record()).toMatchObject({ is_public: false });
    await service.indexed();
    const found = await service.get(`/api/search/help/title.json?tags=snow&key=${service.key}`);
    expect(found.body).toMatchObject([{ id: 1002 }]);
  });

  it('add gives a dialog no more tags than an archive may hold', async () => {
    const many = Array.from({ length: 45 }, (_, index) => `many ${index}`).join(',');
    await answerOf('tag', 'add', 'help', '1001', many);
    const before = await countEverything(service.database);
    expect(await forum('tag', 'add', 'help', '1001', 'a,b,c,d,e,f')).toMatchObject({
      code: 1,
      stderr: 'Dialog 1001 would have 51 tags; the maximum is 50.\n',
    });
    expect(await countEverything(service.database)).toEqual(before);
    await answerOf('tag', 'remove', 'help', '1001', many);
  });
});

describe('forum block', () => {
  const status = async (fields: object, address = '192.0.2.1') => {
    const body = { ...DIALOG, title: `Title ${Math.random()}`, ...fields };
    return (await service.request.post('/api/help').set('X-Forwarded-For', address).send(body)).status;
  };

  it.each<[string, string[], object, string, string]>([
    [
      'an e-mail address',
      ['--email', 'Spam@example.com'],
      { useremail: 'SPAM@EXAMPLE.COM' },
      '192.0.2.1',
      'spam@example.com',
    ],
    ['an address', ['--address', '198.51.100.1'], {}, '198.51.100.1', '198.51.100.1'],
    ['a network', ['--address', '198.51.100.130/25'], {}, '198.51.100.200', '198.51.100.128/25'],
    ['an IPv6 address, and its /64', ['--address', '2001:DB8::1'], {}, '2001:db8::2', '2001:db8::/64'],
  ])('add takes nothing more from %s, until remove', async (_, words, fields, address, shown) => {
    expect(await status(fields, address)).toBe(201);
    expect(await answerOf('block', 'add', 'help', ...words)).toMatchObject({ changed: true });
    expect(await status(fields, address)).toBe(403);
    expect(await status({})).toBe(201);
    expect((await forum('block', 'add', 'help', ...words)).stdout).toMatch(/ is already blocked\.$/m);
    expect((await forum('block', 'list', 'help')).stdout).toContain(` ${shown}\n`);
    expect(await answerOf('block', 'remove', 'help', ...words)).toMatchObject({ changed: true });
    expect(await status(fields, address)).toBe(201);
    expect((await forum('block', 'remove', 'help', ...words)).stdout).toMatch(/ is not blocked\.$/m);
    expect((await forum('block', 'list', 'help')).stdout).toBe('No addresses are blocked.\n');
  });
});

describe('what is typed', () => {
  it.each([
    ['dialog list help --archived --held', 'cannot be used with'],
    ['dialog list help --since yesterday', 'It must be a duration or date such as 24h'],
    ['dialog list help --since 2026-02-30', 'It must be a duration or date such as 24h'],
    ['dialog list help --since 2026-13-01', 'It must be a duration or date such as 24h'],
    ['dialog list help --since 0d', 'It must be a duration or date such as 24h'],
    ['dialog list help --limit 0', 'whole number from 1'],
    ['dialog list help --email nobody', 'It must be an e-mail address.'],
    ['dialog show help', "missing required argument 'id'"],
    ['dialog show help 1 x', 'It must be a numeric ID.'],
    ['dialog show help 0', 'It must be a numeric ID.'],
    ['dialog archive help 9007199254740993', 'It must be a numeric ID.'],
    ['dialog archive help 1 --by ', 'It must have 1 to 200 characters.'],
    ['tag add help 1 ,', 'It must contain names'],
    [`tag add help 1 ${'a'.repeat(101)}`, 'It must contain names'],
    ['tag add help 1 \u2800', 'It must contain names'],
    ['block add help', "required option '--email <address>' or '--address <address>'"],
    ['block add help --email a@b.example --address 192.0.2.1', 'cannot be used with'],
    ['block add help --address somewhere', 'It must be an IP address'],
    ['block add help --address 192.0.2.1/24/1', 'It must be an IP address'],
    ['block add help --address fe80::1%eth0', 'It must be an IP address'],
    ['block add help --address 0.0.0.0/0', 'a number from 8 to 32'],
    ['block add help --address 192.0.2.0/33', 'a number from 8 to 32'],
    ['block add help --address 2001:db8::/8', 'a number from 16 to 128'],
  ])('is refused with exit code 2: %s', async (line, message) => {
    const { code, stdout, stderr } = await runForum(...line.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each([
    ['dialog list nowhere', 'There is no forum nowhere.'],
    ['dialog show help 99', 'help has no dialog 99.'],
    ['comment show help 98 99', 'help has no comments 98, 99.'],
    ['comment list help --dialog 99', 'help has no dialog 99.'],
    ['tag remove help 99 a', 'help has no dialog 99.'],
    ['tag public help unheard', 'No dialog of help has the tag unheard.'],
    ['tag list nowhere', 'There is no forum nowhere.'],
    ['block list nowhere', 'There is no forum nowhere.'],
  ])('fails with exit code 1 and one line: %s', async (line, message) => {
    expect(await forum(...line.split(' '))).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
  });
});
