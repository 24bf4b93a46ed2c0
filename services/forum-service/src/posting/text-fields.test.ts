import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PostingService, startPostingService } from '../testing/posting-service.ts';
import { COMMENT, REPORT, VOTE } from '../testing/posts.ts';

let service: PostingService;

beforeAll(async () => {
  service = await startPostingService();
});

afterAll(() => service.stop());

const REQUIRED = ['Please fill in this field.'];
const UNPRINTABLE = ['This contains characters that cannot be shown.'];

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

  it.each([null, '', '   ', '\u00a0\u2003', '\u200b\u200e', ' \n '])(
    'are missing if they are %j',
    async (text) => {
      expect(await service.messagesFor('/api/help', service.newDialog({ text }))).toEqual({ text: REQUIRED });
    },
  );
});

describe('the errors of all fields', () => {
  it('are reported at once', async () => {
    const fields = { name: 'a\nb\0', useremail: 'invalid', topic: 'x', title: 't'.repeat(201), text: 7 };
    expect(await service.messagesFor('/api/help', { ...fields, key: 'k' })).toEqual({
      name: ['This must be on one line.', ...UNPRINTABLE],
      useremail: ['Please enter an e-mail address such as name@example.com.'],
      topic: ['Please choose one of the topics of this forum.'],
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

  it.each(['\0', '\u0007', '\u007f', '\u0085', '\ud800', 'a\udc00'])(
    'S28 may not contain %j',
    async (sign) => {
      expect(await service.messagesFor('/api/help', service.newDialog({ text: `a${sign}b` }))).toEqual({
        text: UNPRINTABLE,
      });
    },
  );

  it.each(['\0', '\t', '\u001b', '\ud800'])('S28 may not contain %j on one line', async (sign) => {
    const fields = { name: `a${sign}b`, title: `a${sign}b` };
    expect(await service.messagesFor('/api/help', service.newDialog(fields))).toEqual({
      name: UNPRINTABLE,
      title: UNPRINTABLE,
    });
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
    expect(await service.stored('/api/help', service.newDialog({ topic }))).toMatchObject({ topic: letter });
  });

  it.each(['S', 'praise', 'x', 'Q,P', 7, ['Q']])('must be offered by the forum, unlike %j', async (topic) => {
    expect(await service.messagesFor('/api/help', service.newDialog({ topic }))).toHaveProperty('topic');
  });
});
