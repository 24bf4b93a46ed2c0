import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProgramResult } from '@guidepost/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { keepMessage } from '../contact/keep-message.ts';
import { documentGuide, useImportFixture } from '../testing/import-fixture.ts';
import { runKb } from '../testing/processes.ts';

const HOST = 'help.example.com';
const fixture = useImportFixture();

beforeAll(async () => {
  await fixture.create(HOST);
  await fixture.importJson(HOST, {
    categories: [
      { slug: 'food', name: 'Food' },
      { slug: 'fruit', name: 'Fruit', parent: 'food' },
      { slug: 'drinks', name: 'Drinks' },
    ],
    tags: [{ slug: 'sweet', name: 'Sweet' }],
    guides: [
      documentGuide('a', { categories: ['fruit'], tags: ['sweet'] }),
      documentGuide('b', { categories: ['drinks'] }),
    ],
  });
});

const kb = (...words: string[]): Promise<ProgramResult> => runKb(words, { KB_DATABASE_URL: fixture.url });

async function answerOf(...words: string[]) {
  const { code, stdout, stderr } = await kb(...words, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** A change by Maja, as people see it. */
async function change(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await kb(...words, '--by', 'Maja');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd();
}

describe('kb guide', () => {
  it('assigns guides, notes that they are still right, and shows it', async () => {
    expect(await change('guide', 'assign', HOST, 'a', 'b', '--review', '6 months')).toBe(
      'Changed 2 of 2 guides.',
    );
    expect(await change('guide', 'review', HOST, 'a')).toBe('Still right: 1 guide.');
    const { owner, review_months, review_on } = await answerOf('guide', 'show', HOST, 'a');
    expect([owner, review_months, review_on]).toEqual([null, 6, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    expect(await change('guide', 'assign', HOST, 'a', '--review', 'none')).toBe('Changed 1 of 1 guide.');
  });

  it('review says which guides have no reviews, and leaves them', async () => {
    await change('guide', 'assign', HOST, 'b', '--review', '1');
    expect(await change('guide', 'review', HOST, 'a', 'b')).toBe(
      'Still right: 1 guide.\nNo reviews: a. Begin them with kb guide assign --review.',
    );
    expect(await change('guide', 'review', HOST, 'a')).toBe(
      'No reviews: a. Begin them with kb guide assign --review.',
    );
    expect(await answerOf('guide', 'review', HOST, 'a', 'b')).toEqual({
      host: HOST,
      reviewed: ['b'],
      without_reviews: ['a'],
    });
    expect((await kb('guide', 'show', HOST, 'b')).stdout).toContain('every month, next on');
  });

  it('describes guides, and shows it', async () => {
    const words = ['--summary', 'From a package.', '--synonyms', 'ubuntu, debian'];
    expect(await change('guide', 'describe', HOST, 'a', ...words)).toBe('Changed 1 of 1 guide.');
    const { summary, synonyms } = await answerOf('guide', 'show', HOST, 'a');
    expect([summary, synonyms]).toEqual(['From a package.', ['ubuntu', 'debian']]);
    expect((await kb('guide', 'show', HOST, 'a')).stdout).toMatch(/Search words +ubuntu, debian/);
    expect(await change('guide', 'describe', HOST, 'a', '--summary', '', '--synonyms', '')).toBe(
      'Changed 1 of 1 guide.',
    );
    const { code, stderr } = await kb('guide', 'describe', HOST, 'a');
    expect([code, stderr.trim()]).toEqual([1, 'Say what changes: --summary or --synonyms.']);
  });

  it('counts in the singular and the plural', async () => {
    expect(await change('publish', HOST, 'a')).toBe('Published 0 of 1 guide.');
    expect(await change('guide', 'tag', HOST, 'a', '--add', 'Counted')).toBe('Tagged 1 guide.');
    await change('tag', 'delete', HOST, 'counted');
  });

  it.each([
    [['--review', '61'], 'review_months must be a number of months from 1 to 60, such as "6 months".'],
    [['--owner', 'x@example.com'], 'owner must be the e-mail address of a person who may write here.'],
    [[], 'Say what changes: --owner or --review.'],
  ])('assign %j says what is wrong', async (options, message) => {
    const { code, stderr } = await kb('guide', 'assign', HOST, 'a', ...options);
    expect([code, stderr.trim()]).toEqual([1, message]);
  });
});

describe('kb widget', () => {
  it('sets what is suggested on pages of a path', async () => {
    expect((await kb('widget', 'show', HOST)).stdout).toBe('There are no rules for suggestions.\n');
    expect(await change('widget', 'add', HOST, '/checkout/*', 'a')).toBe(
      'Pages of /checkout/* have suggestions.',
    );
    await change('widget', 'add', HOST, '/account', 'tag:sweet');
    await change('widget', 'add', HOST, '/checkout/*', 'b', 'tag:sweet');
    expect((await kb('widget', 'show', HOST)).stdout).toBe('/checkout/* b tag:sweet\n/account tag:sweet\n');
    expect(await change('widget', 'remove', HOST, '/checkout/*')).toBe('Removed the rule for /checkout/*.');
    expect(await answerOf('widget', 'show', HOST)).toMatchObject({
      rules: [{ path: '/account', guides: [], tags: ['sweet'] }],
      versions: [],
    });
    const file = join(fixture.folder, 'rules.txt');
    await writeFile(file, '/a a\n\n/b b\n');
    expect(await change('widget', 'import', HOST, file)).toBe(`${HOST} has 2 rules now.`);
    await writeFile(file, '/a a\n/b nowhere\n');
    expect(await kb('widget', 'import', HOST, file)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Line 2: There is no guide or tag nowhere.\n',
    });
    expect((await kb('widget', 'show', HOST)).stdout).toBe('/a a\n/b b\n');
  });

  it('keeps the rules of others: those that are added at once, and those of guides that were deleted since', async () => {
    const host = 'rules.example.com';
    await fixture.create(host);
    await fixture.importJson(host, { guides: [documentGuide('a')] });
    await fixture.database.none(
      `update knowledge_bases set widget_rules = '[{"path": "/old", "guides": ["gone"], "tags": []}]' where host = $1`,
      [host],
    );
    await Promise.all(['/c', '/d'].map((path) => kb('widget', 'add', host, path, 'a')));
    const { rules } = await answerOf('widget', 'show', host);
    expect(rules.map(({ path }: { path: string }) => path).toSorted()).toEqual(['/c', '/d', '/old']);
    await change('widget', 'remove', host, '/c');
    const { code } = await kb('widget', 'add', host, '/old', 'gone', 'a');
    expect(code).toBe(1);
  });

  it.each([
    [['add', HOST, 'checkout', 'a'], 'A path begins with / and has at most 200 characters.'],
    [['remove', HOST, '/nowhere'], 'There is no rule for /nowhere.'],
  ])('%j says what is wrong', async (words, message) => {
    const { code, stderr } = await kb('widget', ...words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('keeps versions for pages that name them', async () => {
    const { version, integrity } = await answerOf('widget', 'keep', HOST);
    const { versions } = await answerOf('widget', 'show', HOST);
    expect(versions).toEqual([{ version, integrity, kept_at: expect.any(String) }]);
    expect((await kb('widget', 'show', HOST)).stdout).toContain(integrity);
    expect(await change('widget', 'forget', HOST, version)).toBe(`Version ${version} is not kept.`);
    expect((await answerOf('widget', 'show', HOST)).versions).toEqual([]);
  });
});

describe('kb contact', () => {
  it('sets where messages go; a token is read from the environment and never shown', async () => {
    expect(await answerOf('contact', 'show', HOST)).toEqual({ host: HOST, kind: 'off', token: false });
    expect(await change('contact', 'set', HOST, 'mail', '--email', 'support@example.com')).toBe(
      `Messages of ${HOST} go to mail.`,
    );
    expect((await kb('contact', 'show', HOST)).stdout).toMatch(/^to +mail\nemail +support@example\.com\n$/);
    const zendesk = ['contact', 'set', HOST, 'zendesk', '--address', 'https://acme.zendesk.com'];
    expect(await kb(...zendesk)).toMatchObject({ code: 1, stderr: expect.stringMatching(/account/) });
    const environment = { KB_DATABASE_URL: fixture.url, GUIDEPOST_CONTACT_TOKEN: 'the-token' };
    const set = await runKb([...zendesk, '--account', 'ada@acme.com'], environment);
    expect(set).toEqual({ code: 0, stdout: `Messages of ${HOST} go to zendesk.\n`, stderr: '' });
    const shown = await kb('contact', 'show', HOST);
    expect(shown.stdout).toMatch(/^token +stored, encrypted$/m);
    expect(shown.stdout).not.toContain('the-token');
    expect(await change('contact', 'set', HOST, 'off')).toBe(`${HOST} takes no messages.`);
  });

  it('manages messages that wait', async () => {
    const { id: knowledgeBaseId } = await fixture.database.one(
      'select id from knowledge_bases where host = $1',
      [HOST],
    );
    for (const name of ['Anna', 'Eva'])
      await keepMessage(fixture.database, {
        knowledgeBaseId,
        digest: Buffer.from(name.padEnd(32)),
        proof: undefined,
        message: {
          name,
          email: `${name}@example.com`,
          subject: `From ${name}`,
          text: 'Why?',
          page: '',
          searched: [],
          read: [],
          answered: [],
          language: 'en',
        },
        file: undefined,
      });
    const [first] = await answerOf('contact', 'list', HOST);
    expect(first).toMatchObject({ subject: 'From Anna', given_up: false });
    const number = String(first.id);
    expect(await change('contact', 'retry', HOST, number)).toBe(`Message ${number} is tried again.`);
    expect(await change('contact', 'close', HOST, number)).toBe(`Deleted message ${number}.`);
    expect(await kb('contact', 'close', HOST, number)).toMatchObject({
      code: 1,
      stderr: `There is no message ${number} here. It may have been delivered meanwhile.\n`,
    });
    expect((await kb('contact', 'list', HOST)).stdout).toMatch(
      /^NUMBER[^\n]*\n[^\n]*Eva@example\.com[^\n]*\n$/,
    );
    expect(await change('contact', 'erase', HOST, 'eva@example.com')).toBe('Deleted 1 message.');
    expect((await kb('contact', 'list', HOST)).stdout).toBe('No messages wait.\n');
  });
});

describe('kb draft', () => {
  it('creates, saves, proposes, returns and publishes', async () => {
    const content = join(fixture.folder, 'content.html');
    await writeFile(content, '<p onclick="x()">Text</p>');
    const created = await change(
      'draft',
      'create',
      HOST,
      'Change a tyre',
      '--category',
      'fruit',
      '--tag',
      'Sweet',
    );
    expect(created).toBe('Created change-a-tyre. Publish it with kb publish.');
    expect(
      await change('draft', 'save', HOST, 'change-a-tyre', '--content', content, '--slug', 'tyres'),
    ).toBe('Saved the draft of change-a-tyre. Removed: onclick 1.');
    expect(await change('draft', 'propose', HOST, 'change-a-tyre')).toBe(
      'Proposed the draft of change-a-tyre.',
    );
    expect(await answerOf('draft', 'show', HOST, 'change-a-tyre')).toMatchObject({
      state: 'proposed',
      contentHtml: '<p>Text</p>',
      tags: ['Sweet'],
      changedBy: 'Maja',
    });
    await change('draft', 'return', HOST, 'change-a-tyre');
    await change('publish', HOST, 'change-a-tyre');
    expect((await kb('guide', 'show', HOST, 'tyres', '--content')).stdout).toContain('<p>Text</p>');
  });

  it('schedules and discards', async () => {
    const time = '2100-01-01T08:00:00.000Z';
    expect(await change('draft', 'schedule', HOST, 'b', '--at', '2100-01-01T09:00+01:00')).toBe(
      `b will be published at ${time}.`,
    );
    expect(await answerOf('draft', 'show', HOST, 'b')).toMatchObject({ state: 'scheduled', publishAt: time });
    await change('draft', 'discard', HOST, 'b');
    expect((await kb('draft', 'show', HOST, 'b')).stdout).toMatch(/^Draft +none$/m);
    expect(await kb('draft', 'schedule', HOST, 'b', '--at', 'tomorrow')).toMatchObject({ code: 2 });
  });

  it('names a guide that does not exist', async () => {
    expect(await kb('draft', 'propose', HOST, 'x')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no guide x.\n',
    });
  });
});

describe('kb version', () => {
  it('lists, shows, compares and restores', async () => {
    const content = join(fixture.folder, 'second.html');
    await writeFile(content, '<p>second</p>');
    await change('draft', 'save', HOST, 'b', '--content', content);
    await change('publish', HOST, 'b');
    expect(await answerOf('version', 'list', HOST, 'b')).toMatchObject([
      { number: 2, published_by: 'Maja' },
      { number: 1 },
    ]);
    expect((await kb('version', 'show', HOST, 'b', '1')).stdout).toBe('b\n\n<p>b</p>\n');
    expect((await kb('version', 'compare', HOST, 'b', '1')).stdout).toBe('- b\n+ second\n');
    expect(await change('version', 'restore', HOST, 'b', '1')).toBe('Restored version 1 of b.');
    expect(await change('version', 'restore', HOST, 'b', '2', '--draft')).toBe(
      'Restored version 2 of b as its draft.',
    );
    expect((await kb('version', 'compare', HOST, 'b', '1')).stdout).toBe('The text is the same.\n');
  });
});

describe('kb category', () => {
  const slugs = async () =>
    (await answerOf('category', 'list', HOST)).map(
      ({ slug, depth }: { slug: string; depth: number }) => `${'>'.repeat(depth - 1)}${slug}`,
    );

  it('covers the life of categories', async () => {
    await change('category', 'create', HOST, 'Red berries', '--parent', 'food');
    await change(
      'category',
      'change',
      HOST,
      'red-berries',
      '--name',
      'Berries',
      '--slug',
      'berries',
      '--icon',
      'cart',
    );
    expect(await slugs()).toEqual(['food', '>fruit', '>berries', 'drinks']);
    await change('category', 'move', HOST, 'berries', '--place', '1');
    await change('category', 'move', HOST, 'drinks', '--parent', 'food', '--place', '1');
    expect(await slugs()).toEqual(['food', '>drinks', '>berries', '>fruit']);
    await change('category', 'move', HOST, 'fruit', '--top');
    await change('category', 'merge', HOST, 'berries', 'fruit');
    expect(await slugs()).toEqual(['food', '>drinks', 'fruit']);
    await change('category', 'delete', HOST, 'drinks', '--guides-to', 'fruit');
    expect(await slugs()).toEqual(['food', 'fruit']);
    expect(await change('category', 'order', HOST, 'fruit', 'b')).toMatch(/^b\na/);
  });
});

describe('kb tag and kb guide', () => {
  it('arrange guides', async () => {
    await change('tag', 'create', HOST, 'Sour');
    await change('guide', 'tag', HOST, 'a', '--add', 'Sour', '--remove', 'Sweet');
    await change('tag', 'rename', HOST, 'sour', 'Acid', '--slug', 'acid');
    await change('tag', 'merge', HOST, 'acid', 'sweet');
    expect(await answerOf('guide', 'show', HOST, 'a')).toMatchObject({ tags: ['sweet'] });
    await change('tag', 'delete', HOST, 'sweet');
    expect(await answerOf('tag', 'list', HOST)).toEqual([]);
    await change('guide', 'move', HOST, 'a', '--to', 'food');
    expect(await answerOf('guide', 'show', HOST, 'a')).toMatchObject({ categories: ['food'] });
  });

  it('remove former slugs', async () => {
    await change('rename', HOST, 'a', 'aa');
    expect((await answerOf('guide', 'former', HOST))[0]).toMatchObject({ slug: 'a', present_slug: 'aa' });
    expect(await change('guide', 'forget', HOST, 'a')).toBe('a leads nowhere now.');
    expect(await kb('guide', 'forget', HOST, 'a')).toMatchObject({ code: 1 });
  });

  it('upload images', async () => {
    const image = fileURLToPath(new URL('../../demo/hjalp.example.com/bilder/norrhjul.png', import.meta.url));
    expect(await change('guide', 'image', HOST, 'b', image)).toMatch(/^\/files\/[\w-]{22}\.png$/);
    expect(await kb('guide', 'image', HOST, 'b', '/nowhere.png')).toMatchObject({ code: 1 });
  });
});

it('kb audit tells who did what', async () => {
  const entries = await answerOf('audit', 'list', HOST, '--limit', '100');
  expect(entries[0]).toMatchObject({ by: 'Maja', door: 'cli', action: 'image upload', subject: 'b' });
  const { stdout } = await kb('audit', 'list', HOST);
  expect(stdout).toMatch(/^AT \(UTC\) +BY +DOOR +WHAT +SUBJECT +DETAILS$/m);
  expect(await kb('audit', 'list', 'unknown.example.com')).toMatchObject({ code: 1 });
});

describe('kb host', () => {
  it('adds a name, makes it the main one and removes the former one', async () => {
    expect(await change('host', 'add', HOST, 'Support.example.com:443')).toBe('Added support.example.com.');
    expect(await change('host', 'add', HOST, 'support.example.com')).toBe(
      `support.example.com is already a host name of ${HOST}.`,
    );
    expect(await change('host', 'use', HOST, 'support.example.com')).toBe(
      'support.example.com is the main host name now.',
    );
    expect(await answerOf('host', 'list', HOST)).toEqual([
      { host: 'support.example.com', is_main: true },
      { host: HOST, is_main: false },
    ]);
    expect(await answerOf('show', HOST)).toMatchObject({ host: 'support.example.com', other_hosts: [HOST] });
    await change('host', 'use', HOST, HOST);
    expect(await change('host', 'remove', HOST, 'support.example.com')).toBe('Removed support.example.com.');
  });

  it.each([
    ['remove', HOST, 1],
    ['use', 'unknown.example.com', 1],
    ['add', 'not a host', 2],
    ['add', 'a..b', 2],
    ['add', '10.0.0.1', 2],
  ])('cannot %s %s', async (name, host, code) => {
    expect((await kb('host', name, HOST, host)).code).toBe(code);
  });
});

describe('kb insights', () => {
  beforeAll(async () => {
    const { database } = fixture;
    const guide = 'select g.knowledge_base_id, g.id from guides g where g.published order by g.id limit 1';
    await database.none(`insert into guide_views select t.*, current_date, 5 from (${guide}) t`);
    await database.none(
      `insert into guide_votes (knowledge_base_id, guide_id, voter, address, place, vote)
       select t.*, sha256('a'), sha256('a'), 1, 'down' from (${guide}) t`,
    );
    await database.none(
      `insert into guide_comments (knowledge_base_id, guide_id, voter, comment)
       select t.*, sha256('a'), 'The price.' from (${guide}) t`,
    );
  });

  it('shows a table, CSV or JSON', async () => {
    expect((await kb('insights', HOST)).stdout).toBe('Nothing in this period.\n');
    const read = ['insights', HOST, '--table', 'most-read', '--days', '7'];
    expect((await kb(...read)).stdout).toMatch(/^SLUG +TITLE +VIEWS\n.+ +5\n$/);
    expect((await kb(...read, '--csv')).stdout).toMatch(/^\ufeffslug,title,views\r\n.+,5\n$/);
    expect(await answerOf(...read)).toMatchObject([{ views: 5 }]);
  });

  it.each([
    ['--table', 'unknown'],
    ['--days', '0'],
    ['--days', '761'],
    ['--limit', 'x'],
  ])('refuses %s %s', async (...words) => {
    expect((await kb('insights', HOST, ...words)).code).toBe(2);
  });

  it('lists comments, which can be deleted', async () => {
    const [{ id, comment }] = await answerOf('insights', HOST, '--table', 'comments');
    expect(comment).toBe('The price.');
    expect(await change('comment', 'delete', HOST, String(id))).toBe(`Deleted comment ${id}.`);
    expect(await answerOf('insights', HOST, '--table', 'comments')).toEqual([]);
    expect((await kb('comment', 'delete', HOST, String(id))).code).toBe(1);
  });
});
