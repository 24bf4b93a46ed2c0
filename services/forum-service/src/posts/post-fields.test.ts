import { bumpRevision } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { addMetadataField, removeMetadataField } from '../tenants/metadata-fields.ts';
import { writeForum } from '../testing/content.ts';
import { type PostingService, startPostingService } from '../testing/posting-service.ts';
import { COMMENT, countEverything, DIALOG, REPORT, VOTE } from '../testing/posts.ts';

describe('text fields', () => {
  let service: PostingService;

  beforeAll(async () => {
    service = await startPostingService();
  });

  afterAll(() => service.stop());

  const REQUIRED = ['Please fill in this field.'];

  describe('required fields', () => {
    it.each([
      ['dialog', '/api/help', ['name', 'useremail', 'topic', 'title', 'text']],
      ['comment', '/api/comment/help/1000001', ['name', 'useremail', 'text']],
      ['vote', '/api/vote/help/1000001', ['name', 'useremail']],
      ['report', '/api/report-dialog/help/1000001', ['name', 'useremail', 'report_reason']],
      ['report of a comment', '/api/report-comment/help/1000001', ['name', 'useremail', 'report_reason']],
    ])('are all reported at once: %s', async (_title, path, names) => {
      expect(await service.messagesFor(path, {})).toEqual(
        Object.fromEntries(names.map((name) => [name, REQUIRED])),
      );
    });

    it.each([null, '', '   ', '\u00a0\u2003', '\u200b\u200e', ' \n ', '\0\u001b'])(
      'are missing if they are %j',
      async (text) => {
        expect(await service.messagesFor('/api/help', service.newDialog({ text }))).toEqual({
          text: REQUIRED,
        });
      },
    );

    it.each([
      ['fillers of scripts', ['\u3164', '\u2800', '\u115f', '\uffa0', '\u{13441}']],
      ['soft hyphens and joiners', ['\u00ad', '\u034f', '\u200d\ufeff']],
      ['tags and variation selectors', ['\u{e0041}\u{e007f}', '\ufe0f', '\u{e0100}']],
      ['direction marks', ['\u202e', '\u2066\u2069', '\u061c']],
    ])('are missing if nothing in them is visible: %s', async (_, [title, text, name]) => {
      expect(await service.messagesFor('/api/help', service.newDialog({ title, text, name }))).toEqual({
        name: REQUIRED,
        title: REQUIRED,
        text: REQUIRED,
      });
    });

    it('may have invisible characters beside visible ones', async () => {
      const fields = { title: '❤\ufe0f', text: 'می\u200cخواهم', name: 'क्\u200dष' };
      const { author_name, ...stored } = await service.stored('/api/help', service.newDialog(fields));
      expect(stored).toMatchObject({ title: fields.title, text: fields.text });
      expect(author_name).toBe(fields.name);
    });
  });

  describe('the errors of all fields', () => {
    it('are reported at once', async () => {
      const fields = { name: 'a\nb\0', useremail: 'invalid', topic: 'x', title: 't'.repeat(201), text: 7 };
      expect(await service.messagesFor('/api/help', { ...fields, key: 'k' })).toEqual({
        name: ['This must be on one line.'],
        useremail: ['Please enter an e-mail address such as name@example.com.'],
        topic: ['Please choose one of the kinds of posts that this forum has.'],
        title: ['This can have at most 200 characters.'],
        text: ['This must be text.'],
        key: ['An access key cannot be sent as a field.'],
      });
    });
  });

  describe('lengths', () => {
    it.each([
      ['name', 100],
      ['title', 200],
      ['text', 20_000],
    ])('count code points after trimming: %s', async (field, maximum) => {
      const longest = '😀'.repeat(maximum - field.length - 1) + field;
      expect(
        await service.stored('/api/help', service.newDialog({ [field]: `  ${longest}x \n` })),
      ).toMatchObject({
        [field === 'name' ? 'author_name' : field]: `${longest}x`,
      });
      const limit = new Intl.NumberFormat('en').format(maximum);
      expect(
        await service.messagesFor('/api/help', service.newDialog({ [field]: 'å'.repeat(maximum + 1) })),
      ).toEqual({
        [field]: [`This can have at most ${limit} characters.`],
      });
    });

    it('of e-mail addresses are at most 254', async () => {
      const domain = `${'d'.repeat(60)}.`.repeat(3);
      const address = `${'a'.repeat(60)}@${domain}example.com`;
      await service.post('/api/help', service.newDialog({ useremail: address.slice(0, 254) })).expect(201);
      expect(
        await service.messagesFor(
          '/api/help',
          service.newDialog({ useremail: `${'a'.repeat(64)}@${domain}example.company` }),
        ),
      ).toHaveProperty('useremail');
    });

    it('of reasons are at most 2,000', async () => {
      await service
        .post('/api/report-dialog/help/1000001', { ...REPORT, report_reason: 'r'.repeat(2_000) })
        .expect(201);
      const report = { ...REPORT, report_reason: 'r'.repeat(2_001) };
      expect(await service.messagesFor('/api/report-dialog/help/1000001', report)).toHaveProperty(
        'report_reason',
      );
    });
  });

  describe('text', () => {
    it('is NFC with Unix line breaks', async () => {
      const text = 'A\u030angstro\u0308m\r\n\tone\rtwo';
      expect(await service.stored('/api/help', service.newDialog({ text }))).toMatchObject({
        text: 'Ångström\n\tone\ntwo',
      });
    });

    it.each([
      ['a control', '\0'],
      ['an escape', '\u001b'],
      ['a delete', '\u007f'],
      ['a control of C1', '\u0092'],
      ['half a character', '\ud800'],
      ['the other half', '\udc00'],
      ['a code point that never is a character', '\uffff'],
    ])('S28 is stored without what cannot be shown: %s', async (named, sign) => {
      const sent = `${sign}Output:${sign} [31m${named}${sign}`;
      const fields = { name: sent, title: sent, text: sent };
      const shown = `Output: [31m${named}`;
      expect(await service.stored('/api/help', service.newDialog(fields))).toMatchObject({
        author_name: shown,
        title: shown,
        text: shown,
      });
    });

    it.each(['\v', '\f', '\u0085'])('breaks lines at %j, which is a gap on one line', async (sign) => {
      const fields = { name: `a${sign}b`, text: `a${sign}b` };
      expect(await service.stored('/api/help', service.newDialog(fields))).toMatchObject({
        author_name: 'a b',
        text: 'a\nb',
      });
    });

    it('has a gap for a tab on one line', async () => {
      const stored = await service.stored('/api/help', service.newDialog({ title: 'a\tb', text: 'a\tb' }));
      expect(stored).toMatchObject({ title: 'a b', text: 'a\tb' });
    });

    it.each(['\r\n', '\n', '\r', '\u2028', '\u2029'])(
      'S24 may not contain a line break on one line: %j',
      async (end) => {
        const name = `Anna${end}Bcc: other@example.com`;
        expect(await service.messagesFor('/api/comment/help/1000001', { ...COMMENT, name })).toEqual({
          name: ['This must be on one line.'],
        });
      },
    );

    it.each([7, true, [], ['a'], {}, { a: 'b' }])('cannot be %j', async (value) => {
      const fields = { name: value, useremail: value, title: value, text: value };
      const messages = await service.messagesFor('/api/help', service.newDialog(fields));
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
      await service.post('/api/help', service.newDialog({ useremail })).expect(201);
    });

    it.each([
      'invalid',
      '@example.com',
      'a\u200bb@example.com',
      'a\0b@example.com',
      'a\ud800b@example.com',
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
    ])('must look deliverable, unlike %s', async (useremail) => {
      expect(await service.messagesFor('/api/vote/help/1000001', { ...VOTE, useremail })).toHaveProperty(
        'useremail',
      );
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
    ])('has any form used in paths: %s', async (topic, letter) => {
      expect(await service.stored('/api/help', service.newDialog({ topic }))).toMatchObject({
        topic: letter,
      });
    });

    it.each(['S', 'praise', 'x', 'Q,P', 7, ['Q']])(
      'must be offered by the forum, unlike %j',
      async (topic) => {
        expect(await service.messagesFor('/api/help', service.newDialog({ topic }))).toHaveProperty('topic');
      },
    );
  });
});

describe('keyed fields', () => {
  let service: PostingService;

  beforeAll(async () => {
    service = await startPostingService();
  });

  afterAll(() => service.stop());

  describe('fields that require a key', () => {
    it.each([
      ['tags', 'a,b'],
      ['archived', true],
      ['archived', false],
      ['work_title', 'Support'],
      ['is_org_reply', true],
    ])('S26 are a 401 without one, on any path, and nothing is stored: %s', async (field, value) => {
      const before = await countEverything(service.database);
      for (const [path, body] of [
        ['/api/help', service.newDialog()],
        ['/api/comment/help/1000001', COMMENT],
        ['/api/vote/help/1000001', VOTE],
        ['/api/report-dialog/help/1000001', REPORT],
      ] as const) {
        const answer = await service.post(path, { ...body, [field]: value });
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
    ])('archived may be %j', async (archived, expected) => {
      expect(
        await service.stored(`/api/help?key=${service.key}`, service.newDialog({ archived })),
      ).toMatchObject({
        archived: expected,
        held: false,
      });
    });

    it.each(['yes', 2, [true], {}])('archived may not be %j', async (archived) => {
      expect(
        await service.messagesFor(`/api/help?key=${service.key}`, service.newDialog({ archived })),
      ).toHaveProperty('archived');
    });

    it('work_title and is_org_reply are stored with a key', async () => {
      const answer = await service.post(`/api/comment/help/1000001?key=${service.key}`, {
        ...COMMENT,
        is_org_reply: 'on',
        work_title: ' Support ',
      });
      expect(answer.status).toBe(201);
      const { body } = await service.get(new URL(String(answer.headers.location)).pathname);
      expect(body).toMatchObject({ is_org_reply: true, user: { work_title: 'Support' } });
      expect(
        await service.stored(`/api/help?key=${service.key}`, service.newDialog({ work_title: 'Boss' })),
      ).toMatchObject({
        work_title: 'Boss',
      });
    });

    it('a work_title has at most 100 characters', async () => {
      expect(
        await service.messagesFor(
          `/api/help?key=${service.key}`,
          service.newDialog({ work_title: 'w'.repeat(101) }),
        ),
      ).toHaveProperty('work_title');
    });
  });

  describe('tags', () => {
    const tagsOf = (id: unknown) =>
      service.database.any(
        `select t.name, t.folded_name, t.dialogs, t.is_public from dialog_tags d join tags t using (forum_id)
       where t.id = d.tag_id and d.dialog_id = $1 order by t.folded_name`,
        [id],
      );

    it('are case-insensitive, shown in their first spelling, and private', async () => {
      const first = await service.stored(
        `/api/help?key=${service.key}`,
        service.newDialog({ tags: ' Billing , Straße,billing,,' }),
      );
      expect(await tagsOf(first.id)).toEqual([
        { name: 'Billing', folded_name: 'billing', dialogs: 1, is_public: false },
        { name: 'Straße', folded_name: 'strasse', dialogs: 1, is_public: false },
      ]);
      const second = await service.stored(
        `/api/help?key=${service.key}`,
        service.newDialog({ tags: 'BILLING,STRASSE' }),
      );
      expect(await tagsOf(second.id)).toMatchObject([
        { name: 'Billing', dialogs: 2 },
        { name: 'Straße', dialogs: 2 },
      ]);
    });

    it('of archived dialogs are not counted', async () => {
      const { id } = await service.stored(
        `/api/help?key=${service.key}`,
        service.newDialog({ tags: 'hidden', archived: true }),
      );
      expect(await tagsOf(id)).toMatchObject([{ name: 'hidden', dialogs: 0 }]);
    });

    const list = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`).join();

    it('are at most 50 of at most 100 characters', async () => {
      await service.post(`/api/help?key=${service.key}`, service.newDialog({ tags: list(50) })).expect(201);
      await service
        .post(`/api/help?key=${service.key}`, service.newDialog({ tags: '😀'.repeat(100) }))
        .expect(201);
      expect(
        await service.messagesFor(`/api/help?key=${service.key}`, service.newDialog({ tags: list(51) })),
      ).toEqual({
        tags: ['There can be at most 50 tags.'],
      });
      expect(
        await service.messagesFor(
          `/api/help?key=${service.key}`,
          service.newDialog({ tags: 'a'.repeat(101) }),
        ),
      ).toEqual({
        tags: ['A tag can have at most 100 characters.'],
      });
    });

    it.each([['a\nb'], [['a', 'b']], [7]])('cannot be %j', async (tags) => {
      expect(
        await service.messagesFor(`/api/help?key=${service.key}`, service.newDialog({ tags })),
      ).toHaveProperty('tags');
    });
  });
});

describe('metadata', () => {
  let service: PostingService;
  let asksId: number;

  beforeAll(async () => {
    service = await startPostingService();
    asksId = await writeForum(service.database, { slug: 'asks' });
    await addMetadataField(service.database, 'asks', { name: 'floor', type: 'integer', maximum: 12 });
    await addMetadataField(service.database, 'asks', { name: 'constructor', type: 'text', maximum: 5 });
  });

  afterAll(() => service.stop());

  describe('metadata', () => {
    it.each([
      [
        { floor: 12, constructor: 'north' },
        { floor: 12, constructor: 'north' },
      ],
      [{ floor: ' -3 ', constructor: '' }, { floor: -3 }],
      [{ floor: null }, null],
      [{}, null],
    ])('is stored: %j', async (sent, metadata) => {
      expect(await service.stored('/api/asks', service.newDialog(sent))).toMatchObject({ metadata });
    });

    it('has no effect on other fields, whatever it is called', async () => {
      const names = ['author', 'origin', 'hold', 'metadata', 'forum'];
      for (const name of names)
        await addMetadataField(service.database, 'asks', { name, type: 'text', maximum: 9 });
      await service.settled('asks');
      const answers = Object.fromEntries(names.map((name) => [name, 'always']));
      expect(await service.stored('/api/asks', service.newDialog(answers))).toMatchObject({
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
      expect(await service.messagesFor('/api/asks', service.newDialog(sent))).toEqual(messages);
    });

    it('requires the account’s permission', async () => {
      const allow = async (allowed: boolean) => {
        await service.database.none("update accounts set allows_metadata = $1 where name = 'asks'", [
          allowed,
        ]);
        await bumpRevision(service.database, FORUM_REVISIONS, asksId);
        await service.settled('asks');
      };
      await allow(false);
      expect(await service.stored('/api/asks', service.newDialog({ floor: 99, flor: 1 }))).toMatchObject({
        metadata: null,
      });
      await allow(true);
    });
  });

  describe('unknown fields', () => {
    it('are ignored in a forum without metadata', async () => {
      expect(
        await service.stored('/api/help', service.newDialog({ colour: 'red', floor: 12, comments: [] })),
      ).toMatchObject({
        metadata: null,
      });
    });

    it.each(['help', 'asks'])('S26 are ignored if they are fields of records: %s', async (slug) => {
      const ours = {
        id: 7_000_000,
        pub_date: '2001-01-01T00:00:00Z',
        state: 'answered',
        popularity: 9,
        is_editor: true,
      };
      const row = await service.stored(`/api/${slug}`, service.newDialog(ours));
      expect(row).toMatchObject({ state: null, metadata: null });
      expect(row.id).not.toBe(7_000_000);
      expect(row.popularity).not.toBe(9);
      expect((row.pub_date as Date).getFullYear()).toBeGreaterThan(2025);
    });

    it('S19 are harmless when called __proto__', async () => {
      const body = JSON.stringify(service.newDialog()).replace(
        '{',
        '{"__proto__":{"archived":true,"polluted":1},',
      );
      await service.request.post('/api/help').type('json').send(body).expect(201);
      expect(Object.prototype).not.toHaveProperty('polluted');
      expect(
        await service.database.one('select archived from dialogs order by pub_date desc, id desc limit 1'),
      ).toEqual({
        archived: false,
      });
    });

    it('S12 are refused if they are a key', async () => {
      expect(await service.messagesFor('/api/vote/help/1000001', { ...VOTE, key: service.key })).toEqual({
        key: ['An access key cannot be sent as a field.'],
      });
    });
  });
});
