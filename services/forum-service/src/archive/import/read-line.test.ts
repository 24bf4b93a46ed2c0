import { Readable } from 'node:stream';
import { AppError } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { type KindOf, kindByEnding } from '../../files/embedding.ts';
import type { Forum } from '../../model/forum.ts';
import { createIdScan } from './archive-file.ts';
import { refuse } from './check-line.ts';
import { type Batch, inBatches } from './import-batch.ts';
import { readAhead } from './import-forum.ts';
import { createOwnLinks } from './own-links.ts';
import type { DialogReading } from './read-dialog.ts';
import { parseLine, type ReadLine, readDialogs, readLine } from './read-dialogs.ts';
import { createImportedIdentities } from './read-post.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

const FORUM: Forum = {
  id: 1,
  account_id: 1,
  slug: 'example',
  revision: 1,
  name: 'Example',
  formal_name: 'Example Ltd',
  intro_message: '',
  status_message: '',
  status_url: '',
  popup_header: '',
  thankyou_message: '',
  topics: ['Q', 'P'],
  default_topic: 'Q',
  language: 'sv',
  hold: 'none',
  allowed_origins: [],
  foreign_images: true,
  attachments: false,
  accent_color: '#2456c8',
  host: '',
  guides: '',
  states: [],
  logo: null,
  metadata_fields: [
    { name: 'order', type: 'integer', maximum: 100 },
    { name: 'model', type: 'text', maximum: 5 },
  ],
};

const LINE = {
  topic: 'Q',
  title: 'How do I?',
  text: 'I do not know.',
  name: 'Anna',
  useremail: 'anna@example.com',
};

const placeFile = async ({ path }: { path: string }, place: string) =>
  path === 'a/b.png' ? 'https://forum.example/b.png' : refuse(place, 'is not there');
const ownLinks = createOwnLinks('https://forum.example', FORUM);
const identities = await createImportedIdentities(async () => 'a secret', FORUM.id);

/** Reads a valid line with these changes; strings and bytes as they are. */
async function read(line: object | string | Buffer): Promise<DialogReading> {
  const isWritten = typeof line === 'string' || Buffer.isBuffer(line);
  const bytes = Buffer.from(isWritten ? line : JSON.stringify({ ...LINE, ...line }));
  return readLine(parseLine(bytes), {
    forum: FORUM,
    identities,
    now: NOW,
    placeFile,
    ownLinks,
    kindsOf: async () => kindByEnding,
  });
}

describe('a line of an archive is refused for', () => {
  it.each<[string, object | string | Buffer, string]>([
    ['invalid JSON', '{"topic"', 'not JSON'],
    ['anything but an object', '[]', 'must be a JSON object'],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'not UTF-8'],
    ['a missing title', { title: undefined }, 'lacks "title"'],
    ['a wrong type', { title: 7 }, 'title: must be string'],
    ['an unknown property', { titel: 'x' }, 'unknown property "titel"'],
    [
      '__proto__',
      '{"topic":"Q","title":"a","text":"b","name":"c","__proto__":{}}',
      'unknown property "__proto__"',
    ],
    [
      'a confirmed post without an address',
      { useremail: null, confirmed: true },
      'confirmed: needs useremail',
    ],
    ['an unknown topic', { topic: 'X' }, 'topic: must be one of Q, P, S, B'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title: This can have at most 200 characters.'],
    ['a title of two lines', { title: 'a\nb' }, 'title: This must be on one line.'],
    ['an invisible title', { title: ' \u200e' }, 'title: must not be empty'],
    [
      'a text that is too long',
      { text: 'x'.repeat(100_001) },
      'text: This can have at most 100,000 characters.',
    ],
    ['a text of 5 MB', { text: 'x'.repeat(5_000_000) }, 'text: This can have at most 100,000 characters.'],
    ['a name of half a character', { name: '\ud800' }, 'name: must not be empty'],
    ['a text that fonts draw as a gap', { text: '\u2800' }, 'text: must not be empty'],
    [
      'an e-mail address that is too long',
      { useremail: 'x'.repeat(255) },
      'useremail: This can have at most 254 characters.',
    ],
    ['a date without a zone', { pub_date: '2020-01-01T00:00:00' }, 'pub_date: must be a date with a time'],
    ['an impossible day', { pub_date: '2021-02-29T00:00:00Z' }, 'pub_date: must be a date with a time'],
    ['an impossible hour', { pub_date: '2021-02-02T25:00:00Z' }, 'pub_date: must be a date with a time'],
    ['a date in the future', { pub_date: '2999-01-01T00:00:00Z' }, 'pub_date: must be after 1970'],
    ['a date before 1970', { pub_date: '1969-12-31T23:59:59Z' }, 'pub_date: must be after 1970'],
    ['the id 0', { id: 0 }, 'id: must be >= 1'],
    ['an id above 2^52', { id: 4503599627370497 }, 'id: must be <= 4503599627370496'],
    ['negative views', { views: -1 }, 'views: must be >= 0'],
    ['votes before that are no number', { earlier_votes: '7' }, 'earlier_votes: must be integer'],
    ['external of another form', { external: 'discourse topic 7' }, 'external: must match pattern'],
    ['external of several lines', { external: 'a:b:c\nd' }, 'external: must match pattern'],
    ['addresses that are no list', { addresses: '/t/a/7' }, 'addresses: must be array'],
    ['a file without a path', { files: [{ name: 'a.png' }] }, 'files[0]: lacks "path"'],
    ['a parent, since it answers no one', { parent: 7 }, 'unknown property "parent"'],
    ['a tag with a comma', { tags: ['a,b'] }, 'tags[0]: must not contain a comma'],
    [
      'fifty-one tags',
      { tags: Array.from({ length: 51 }, String) },
      'tags: must NOT have more than 50 items',
    ],
    [
      'unknown metadata',
      { metadata: { toString: 'x' } },
      'metadata.toString: example does not have this metadata field',
    ],
    ['comments that are no list', { comments: {} }, 'comments: must be array'],
    [
      'metadata above its maximum',
      { metadata: { order: 101 } },
      'metadata.order: Please enter a whole number',
    ],
    [
      'metadata that is too long',
      { metadata: { model: 'abcdef' } },
      'metadata.model: This can have at most 5',
    ],
  ])('%s', async (_, line, reason) => {
    await expect(read(line)).rejects.toThrow(reason);
  });
});

describe('a line of an archive may have', () => {
  it.each<[string, object, object]>([
    ['a topic by name that the forum does not offer', { topic: 'praises' }, { topic: 'B' }],
    ['a text of 100,000 characters', { text: 'x'.repeat(100_000) }, { text: 'x'.repeat(100_000) }],
    [
      'what it was elsewhere, and votes without voters',
      { external: 'discourse:topic:7', earlier_votes: 12 },
      { external: 'discourse:topic:7', earlier_votes: 12 },
    ],
    [
      'comments that answer others, by id or by what those were elsewhere',
      {
        comments: [
          { id: 7, name: 'A', text: 'a', external: 'discourse:post:70', parent: 8 },
          { id: 8, name: 'B', text: 'b', parent: 'discourse:post:70' },
        ],
      },
      { comments: [{ parent: 8 }, { parent: 'discourse:post:70' }] },
    ],
    [
      'files, whose paths become addresses',
      { text: '![b](a/b.png) xa/b.png a/b.png/c (a/b.png)', files: [{ path: 'a/b.png', name: 'B' }] },
      { text: '![b](https://forum.example/b.png) xa/b.png a/b.png/c (https://forum.example/b.png)' },
    ],
    ['no e-mail address', { useremail: null }, { email: null }],
    ['an undeliverable e-mail address', { useremail: 'anna at home' }, { email: 'anna at home' }],
    ['Windows line breaks and space around its text', { text: ' a\r\nb ' }, { text: 'a\nb' }],
    [
      'characters that cannot be shown, which are left out, and other line breaks',
      { title: 'Build\0 fails', text: 'It says \u001b[31merror\vAgain\ud800', tags: ['a\tb'] },
      { title: 'Build fails', text: 'It says [31merror\nAgain', tags: [{ name: 'a b' }] },
    ],
    [
      'a date in another time zone',
      { pub_date: '2020-01-01T01:30:00.5+02:00' },
      { pub_date: '2019-12-31T23:30:00.500000Z' },
    ],
    [
      'a date with microseconds',
      { pub_date: '2020-01-01 00:00:00.123456Z' },
      { pub_date: '2020-01-01T00:00:00.123456Z' },
    ],
    ['no date: the time of the import', {}, { pub_date: '2026-11-21T12:00:00.000000Z' }],
    ['a leap day', { pub_date: '2020-02-29T00:00:00Z' }, { pub_date: '2020-02-29T00:00:00.000000Z' }],
    ['metadata of the forum', { metadata: { order: '7', model: '' } }, { metadata: { order: 7 } }],
    ['held: archived until approved', { held: true }, { held: true, archived: true }],
    [
      'a vote of one person twice: the first counts; a name is no e-mail address',
      {
        votes: [
          { name: 'Bo', useremail: 'bo@example.com' },
          { name: 'Bo again', useremail: 'BO@example.com' },
          { name: 'bo@example.com' },
          { name: 'bo@example.com' },
        ],
      },
      {
        votes: [
          { name: 'Bo', email: 'bo@example.com', voted_at: '2026-11-21T12:00:00.000000Z' },
          { name: 'bo@example.com', email: null, voted_at: '2026-11-21T12:00:00.000000Z' },
        ],
      },
    ],
    [
      'a tag twice: the first spelling counts',
      { tags: ['Åka', 'åka'] },
      { tags: [{ name: 'Åka', folded: 'åka', is_public: false }] },
    ],
  ])('%s', async (_, line, dialog) => {
    expect(await read(line)).toMatchObject({ dialog, refusals: [] });
  });
});

describe('of a line of an archive is refused alone', () => {
  it.each<[string, object, object, object[]]>([
    [
      'a comment without a text',
      {
        comments: [
          { id: 9, name: 'A', text: '' },
          { name: 'B', text: 'b', accepted: true },
        ],
      },
      { comments: [{ index: 1, name: 'B', text: 'b', accepted: true }] },
      [{ part: 'comment', id: 9, reason: 'comments[0].text: must not be empty' }],
    ],
    [
      'each comment of another form',
      { comments: [7, null, { name: 'A' }, { name: 'A', text: 'a', spam: 1 }, { name: 'A', text: ['a'] }] },
      { comments: [] },
      [
        { part: 'comment', reason: 'comments[0]: must be a JSON object' },
        { part: 'comment', reason: 'comments[1]: must be a JSON object' },
        { part: 'comment', reason: 'comments[2]: lacks "text"' },
        { part: 'comment', reason: 'comments[3]: unknown property "spam"' },
        { part: 'comment', reason: 'comments[4].text: must be string' },
      ],
    ],
    [
      'each vote of another form',
      { votes: [{ name: 'A', useremail: 7 }, { name: 'B' }, { name: 'C', pub_date: 'now' }] },
      { votes: [{ name: 'B' }] },
      [
        { part: 'vote', reason: 'votes[0].useremail: must be string' },
        { part: 'vote', reason: expect.stringMatching(/^votes\[2\]\.pub_date: must be a date/) },
      ],
    ],
    [
      'the mark of a second accepted answer',
      {
        comments: [
          { name: 'A', text: 'a', accepted: true },
          { name: 'B', text: 'b', accepted: true },
        ],
      },
      {
        comments: [
          { text: 'a', accepted: true },
          { text: 'b', accepted: false },
        ],
      },
      [{ part: 'mark', reason: 'comments[1].accepted: another comment is accepted' }],
    ],
    [
      'a file that is not there',
      {
        comments: [
          { id: 1, name: 'A', text: 'a/b.png c.png', files: [{ path: 'c.png' }, { path: 'a/b.png' }] },
          { id: 2, name: 'A', text: '', files: [{ path: 'c.png' }] },
          { id: 3, name: 'A', text: 'a', files: [{ path: 7 }] },
        ],
      },
      { comments: [{ text: 'https://forum.example/b.png c.png' }] },
      [
        { part: 'file', id: 1, reason: 'comments[0].files[0]: is not there' },
        { part: 'file', id: 2, reason: 'comments[1].files[0]: is not there' },
        { part: 'comment', id: 2, reason: 'comments[1].text: must not be empty' },
        { part: 'comment', id: 3, reason: 'comments[2].files[0].path: must be string' },
      ],
    ],
    [
      'a parent that is refused, is itself, or is nowhere',
      {
        comments: [
          { id: 1, name: 'A', text: '' },
          { id: 2, name: 'B', text: 'b', parent: 1 },
          { external: 'a:b:c', name: 'C', text: 'c', parent: 'a:b:c' },
          { name: 'D', text: 'd', parent: 'a:b:\u001bd' },
        ],
      },
      { comments: [{ parent: null }, { parent: null }, { parent: null }] },
      [
        { part: 'comment', id: 1, reason: 'comments[0].text: must not be empty' },
        { part: 'parent', id: 2, reason: 'comments[1].parent: the dialog has no other comment 1' },
        { part: 'parent', id: 'a:b:c', reason: 'comments[2].parent: the dialog has no other comment a:b:c' },
        { part: 'parent', reason: 'comments[3].parent: the dialog has no other comment a:b:\ufffdd' },
      ],
    ],
  ])('%s', async (_, line, dialog, refusals) => {
    const reading = await read(line);
    expect(reading).toMatchObject({ dialog });
    expect(reading.refusals).toEqual(refusals);
  });
});

describe('links of a forum to its own pages', () => {
  const below = createOwnLinks('https://a.example/help', { slug: 'one', host: '' });
  const host = createOwnLinks('https://b.example', { slug: 'two', host: 'talk.b.example' });

  it.each<[text: string, short: string | undefined]>([
    ['See https://a.example/help/forum/one/12#comment-3.', 'See forum:/12#comment-3.'],
    ['[a](https://a.example/help/forum/one) b', '[a](forum:/) b'],
    ['https://a.example/help/forum/one?q=1, https://a.example/help/forum/one.', 'forum:/?q=1, forum:/.'],
    ['https://a.example/help/forum/one-more/12 https://a.example/help/forum/one.x/1', undefined],
    ['https://a.example/help/forum/two/12 https://a.example/forum/one/12', undefined],
    ['https://a.example/help/forum/one/12 and forum:/12', undefined],
    ['https://a.example/help/api/file/one/a.png', undefined],
  ])('are written for wherever they are imported: %s', (text, short) => {
    expect(below.shorten(text)).toBe(short);
    const expected = (short ?? text).replaceAll('forum:/', 'https://talk.b.example/');
    expect(host.expand(short ?? text)).toBe(expected);
  });

  it('are known at both addresses of a forum with a host name of its own', () => {
    const text =
      'https://talk.b.example/1 https://b.example/forum/two/1 https://talk.b.example/api/dialog/two/1.json';
    expect(host.shorten(text)).toBe('forum:/1 forum:/1 https://talk.b.example/api/dialog/two/1.json');
  });

  it('are none of other forums where the host is that of the service', () => {
    const same = createOwnLinks('https://c.example', { slug: 'one', host: 'c.example' });
    expect(
      same.shorten('https://c.example/1 https://c.example/forum/one/1 https://c.example/forum/two/1'),
    ).toBe('forum:/1 forum:/1 https://c.example/forum/two/1');
  });

  it('are read only where a post says that it has some', async () => {
    const comment = { name: 'Bo', text: 'See forum:/12' };
    const comments = [comment, { ...comment, own_links: true }, { ...comment, own_links: 1 }];
    const { dialog, refusals } = await read({ text: 'forum:/tags/a', own_links: true, comments });
    const home = 'https://forum.example/forum/example';
    expect(dialog.text).toBe(`${home}/tags/a`);
    expect(dialog.comments.map(({ text }) => text)).toEqual(['See forum:/12', `See ${home}/12`]);
    expect(refusals.map(({ reason }) => reason)).toEqual(['comments[2].own_links: must be boolean']);
  });
});

it('texts of a line are rendered with the kinds of the files that they link to', async () => {
  const [text, answer] = ['https://forum.example/api/file/a', 'See https://forum.example/api/file/b'];
  const line = { ...LINE, text, comments: [{ name: 'Bo', text: answer }] };
  const kindsOf = async (texts: readonly string[]): Promise<KindOf> => {
    expect(texts).toEqual([text, answer]);
    return () => 'image';
  };
  const bytes = Buffer.from(JSON.stringify(line));
  const { dialog } = await readLine(parseLine(bytes), {
    forum: FORUM,
    identities,
    now: NOW,
    placeFile,
    ownLinks,
    kindsOf,
  });
  for (const { text_html } of [dialog, ...dialog.comments]) expect(text_html).toContain('<img ');
});

it('a line is not refused because the database is out of reach', async () => {
  const lines = Readable.from([{ number: 1, bytes: Buffer.from(JSON.stringify(LINE)) }]);
  const kindsOf = async () => {
    throw new AppError('unavailable', 'The database is out of reach.');
  };
  const dialogs = readDialogs(lines, { forum: FORUM, identities, placeFile, ownLinks, kindsOf });
  await expect(dialogs.next()).rejects.toThrow('The database is out of reach.');
});

async function* linesOf(count: number, size: number): AsyncGenerator<ReadLine, void> {
  for (let number = 1; number <= count; number += 1) yield { number, size, refusals: [] };
}

describe('batches', () => {
  it.each([
    ['a thousand lines', 2_001, 10, [1_000, 2_000, 2_001]],
    ['fewer lines if they are long', 5, 3_000_000, [3, 5]],
    ['nothing', 0, 0, []],
  ])('consist of %s', async (_, count, bytes, ends) => {
    const batches: Batch[] = [];
    for await (const batch of inBatches(linesOf(count, bytes))) batches.push(batch);
    expect(batches.map(({ last }) => last)).toEqual(ends);
    expect(batches.flatMap(({ lines }) => lines)).toHaveLength(count);
  });

  it('are read while the one before is written', async () => {
    const events: string[] = [];
    async function* numbers() {
      try {
        for (const number of [1, 2, 3]) {
          events.push(`${number} read`);
          yield number;
        }
        throw new Error('The file is damaged.');
      } finally {
        events.push('closed');
      }
    }
    const write = async () => {
      for await (const number of readAhead(numbers())) events.push(`${number} written`);
    };
    await expect(write()).rejects.toThrow('The file is damaged.');
    expect(events).toEqual(['1 read', '2 read', '1 written', '3 read', '2 written', 'closed', '3 written']);
  });

  it('are read no further once one cannot be written', async () => {
    const left = linesOf(5, 10);
    for await (const { number } of readAhead(left)) if (number === 2) break;
    expect(await left.next()).toEqual({ done: true, value: undefined });
  });
});

describe('id scan', () => {
  it.each<[string, string[], number]>([
    ['the highest of dialogs and comments', ['{"id":7,"comments":[{"id" : 12},{"id":9}]}\n{"id":3}'], 12],
    ['one split between two chunks', ['{"i', 'd":12', '34}'], 1234],
    ['none inside a text', ['{"text":"say {\\"id\\":99} to me"}'], 0],
    ['none above 2^52', ['{"id":4503599627370497,"comments":[{"id":4503599627370496}]}'], 4503599627370496],
    ['nothing', [], 0],
  ])('finds %s', (_, chunks, highest) => {
    const scan = createIdScan();
    for (const chunk of chunks) scan.look(Buffer.from(chunk));
    expect(scan.highest()).toBe(highest);
  });
});
