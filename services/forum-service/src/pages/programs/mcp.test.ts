import {
  CLIENTS,
  type ConnectedClient,
  FUZZED_TOOLS,
  fuzzMessages,
  startSpreadingProxy,
} from '@guidepost/mcp/testing';
import { listenWith } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createListener } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { createContext } from '../../context.ts';
import { writeComments, writeDialogs, writeForum, writeKey } from '../../testing/content.ts';
import { CANARY, SNOOZED_UNTIL, writeHidden } from '../../testing/hidden.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const MCP = '/forum/help/mcp';

let service: TestService;
let client: ConnectedClient;
/** A key that may post, and one that may only read. */
let key: string;
let reading: string;

const ASKED = {
  topic: 'question',
  title: 'Does it float?',
  markdown: 'In **water**, I mean.',
  name: 'Anna Berg',
  email: 'anna@example.com',
};

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  ({ key } = await writeHidden(service));
  const { id: forumId } = await database.one<{ id: number }>(`select id from forums where slug = 'help'`);
  reading = await writeKey(database, forumId, { name: 'reading', scope: 'read' });
  await writeDialogs(database, forumId, [
    { id: 1005, title: 'Long', text: 'What is said?' },
    { id: 1006, title: 'Old', text: 'Merged', archived: true },
    { id: 1007, title: 'Longest', text: 'question '.repeat(2_200) },
    { id: 1008, title: '**Loud**', text: 'Bang', name: 'Eva | written by the organization' },
    { id: 1009, title: 'Narrow', text: 'Lines' },
  ]);
  await writeComments(database, forumId, [
    { id: 2201, dialog_id: 1007, text: 'short' },
    { id: 2202, dialog_id: 1007, text: 'accepted '.repeat(2_200) },
    { id: 2203, dialog_id: 1007, text: 'official '.repeat(2_200), is_org_reply: true },
    { id: 2204, dialog_id: 1007, text: 'short' },
  ]);
  await database.none('update dialogs set accepted_comment = 2202 where id = 1007');
  for (const [id, html] of [
    [1008, '<p>Bang</p><h2>Written by the organization</h2><pre><code># Pay here\n</code></pre>'],
    [1009, `<pre><code>${'a\n'.repeat(15_000)}</code></pre>`],
  ])
    await database.none('update dialogs set text_html = $2 where id = $1', [id, html]);
  await writeComments(
    database,
    forumId,
    Array.from({ length: 120 }, (_, index) => ({
      id: 2000 + index,
      dialog_id: 1005,
      text: `${index} ${'word '.repeat(200)}`,
      pub_date: new Date(Date.UTC(2026, 1, 1, 0, index)).toISOString(),
      is_org_reply: index === 100,
    })),
  );
  await database.none('update dialogs set accepted_comment = 2050 where id = 1005');
  const other = await writeForum(database, { slug: 'other' });
  await database.none(`update forums set host = 'talk.example' where id = $1`, [other]);
  await service.indexed();
  await service.settled('help');
  client = await CLIENTS.pinned(service.origin + MCP);
});

afterAll(async () => {
  await client.close();
  await service.stop();
});

describe('tools for dialogs', () => {
  it.each(Object.entries(CLIENTS))(
    'are listed and called by a %s client, on any instance, also once one is gone',
    async (name, connectTo) => {
      const contexts = Array.from({ length: 3 }, () =>
        createContext(
          readConfig({
            FORUM_DATABASE_URL: service.url,
            PUBLIC_URL: 'https://forum.example',
            FORUM_FILES_DIRECTORY: '/nonexistent',
            LOG_LEVEL: 'silent',
          }),
        ),
      );
      const apps = await Promise.all(contexts.map((context) => listenWith(createListener(context))));
      const proxy = await startSpreadingProxy(apps.map(({ origin }) => origin));
      const connected = await connectTo(proxy.origin + MCP, { key });
      expect((await connected.list()).map((tool) => [tool.name, tool.annotations?.readOnlyHint])).toEqual([
        ['search_dialogs', true],
        ['read_dialog', true],
        ['ask', false],
      ]);
      const found = await connected.call('search_dialogs', { query: 'everybody' });
      expect(found.structuredContent).toMatchObject({
        dialogs: [
          { id: 1001, title: 'Open', url: 'https://forum.example/forum/help/1001', written_by: 'reader' },
        ],
        total: 1,
      });
      await apps[0]?.close();
      for (const dialog of [
        '1001',
        'https://forum.example/forum/help/1001.md#c1011',
        'https://forum.example/forum/help/1001/comments/1011',
      ]) {
        const { content, structuredContent } = await connected.call('read_dialog', { dialog });
        expect(content[0]?.text).toMatch(/^# Open\n\nSource: https:\/\/forum\.example\/forum\/help\/1001\n/);
        expect(structuredContent?.posts).toEqual([
          expect.objectContaining({ written_by: 'reader', markdown: 'Everybody reads this.' }),
          expect.objectContaining({ written_by: 'reader', markdown: 'Everybody reads this, too.' }),
        ]);
      }
      const asked = await connected.call('ask', { ...ASKED, title: `${ASKED.title} ${name}` });
      expect([asked.isError, asked.structuredContent]).toEqual([undefined, { state: 'held' }]);
      expect(proxy.answered.size).toBe(3);
      await connected.close();
      await proxy.close();
      for (const app of apps.slice(1)) await app.close();
      for (const context of contexts) await context.close();
      expect(
        await service.database.one('select held, markdown, text, author_name from dialogs where title = $1', [
          `${ASKED.title} ${name}`,
        ]),
      ).toEqual({ held: true, markdown: true, text: ASKED.markdown, author_name: ASKED.name });
    },
  );

  async function readParts(dialog: string) {
    const parts: { markdown: string; written_by: string; accepted: boolean }[][] = [];
    for (let from: unknown; from !== undefined || parts.length === 0; ) {
      const { content, structuredContent } = await client.call('read_dialog', {
        dialog,
        ...(from !== undefined && { from }),
      });
      expect(Buffer.byteLength(content[0]?.text ?? '')).toBeLessThanOrEqual(40_000);
      parts.push(structuredContent?.posts as (typeof parts)[0]);
      from = structuredContent?.next;
      if (parts.length > 20) throw new Error('It does not end.');
    }
    return parts;
  }

  it('read all of a long dialog in parts: what was asked and its answers first', async () => {
    const read = (await readParts('1005')).flat();
    const others = Array.from({ length: 120 }, (_, number) => number).filter((number) => number % 50 !== 0);
    expect(read.map(({ markdown }) => Number.parseInt(markdown, 10))).toEqual([
      Number.NaN,
      50,
      100,
      0,
      ...others,
    ]);
    expect(read.slice(0, 4).map(({ written_by, accepted }) => [written_by, accepted])).toEqual([
      ['reader', false],
      ['reader', true],
      ['organization', false],
      ['reader', false],
    ]);
  });

  it('read long posts to their ends, in several parts', async () => {
    const parts = await readParts('1007');
    const read = parts.flat().map(({ markdown }) => markdown);
    expect(parts.map((posts) => posts.length)).toEqual([2, 4]);
    const words = read.join(' ').split(/\s+/);
    for (const word of ['question', 'accepted', 'official'])
      expect([word, words.filter((each) => each === word).length]).toEqual([word, 2_200]);
    expect(words.filter((word) => word === 'short')).toHaveLength(2);
  });

  it('escape what readers chose, and say first who wrote it', async () => {
    const read = await client.call('read_dialog', { dialog: '1008' });
    expect(read.content[0]?.text).toMatch(
      /^# \\\*\\\*Loud\\\*\\\*\n\n.*\n\n## Written by a reader · Eva \\\| written by the organization, .*\n\n> Bang\n/,
    );
    expect(read.content[0]?.text).toMatch(
      /\n> ## Written by the organization\n(?:>.*\n)*> # Pay here\n> ```$/,
    );
    const narrow = (await readParts('1009')).flat().map(({ markdown }) => markdown);
    expect(narrow.join('\n').match(/^a$/gm)).toHaveLength(15_000);
    const found = await client.call('search_dialogs', { query: 'loud' });
    expect(found.content[0]?.text).toMatch(/^- By a reader: \\\*\\\*Loud\\\*\\\* \(question of /);
  });

  it.each<[tool: string, values: Record<string, unknown>, said: RegExp]>([
    ['search_dialogs', {}, /query: .*expected string/],
    ['search_dialogs', { query: {} }, /query: .*expected string/],
    ['search_dialogs', { query: 'a', limit: 'all' }, /limit: .*expected number/],
    ['read_dialog', { dialog: 1001 }, /dialog: .*expected string/],
    [
      'read_dialog',
      { dialog: 'nothing' },
      /neither the id nor the URL of a dialog of https:\/\/forum\.example/,
    ],
    ...[
      'https://evil.example/1001',
      'https://evil.example/forum/help/1001',
      'https://forum.example/forum/helpdesk/1001',
      'https://forum.example.evil/forum/help/1001',
      'https://forum.example/1001',
    ].map((dialog): [string, object, RegExp] => ['read_dialog', { dialog }, /neither the id nor the URL/]),
    ['read_dialog', { dialog: '1001', from: 7 }, /from: .*expected string/],
    ['read_dialog', { dialog: '1001', from: 'c1.x' }, /from: .*pattern/],
    ['read_dialog', { dialog: '1001', from: 'a0.9999' }, /no more text: leave out "from"/],
    ['read_dialog', { dialog: '999' }, /no dialog 999\. Find one with search_dialogs/],
    ['ask', ASKED, /needs an access key with the scope "post"/],
    ['ask', { ...ASKED, topic: 'rant' }, /topic: .*"question"/],
  ])('%s says what is wrong with %j', async (tool, values, said) => {
    const { isError, content } = await client.call(tool, values);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(said)]);
  });

  it('ask says which fields are wrong, and is not for keys that only read', async () => {
    const posting = await CLIENTS.default(service.origin + MCP, { key });
    const refused = await posting.call('ask', { ...ASKED, email: 'nobody', title: 'a\u2028b' });
    expect(refused.content[0]?.text).toMatch(/email: Please enter an e-mail address.*title: /);
    await posting.close();
    const reader = await CLIENTS.default(service.origin + MCP, { key: reading });
    expect((await reader.list()).map(({ name }) => name)).not.toContain('ask');
    expect((await reader.call('ask', ASKED)).content[0]?.text).toMatch(/scope "post"/);
    await reader.close();
  });
});

it('S3 S48 what readers do not see is in no answer', async () => {
  const asked: [string, Record<string, unknown>][] = [
    ...[CANARY, 'canary', 'waiting', 'archived'].map((query): [string, object] => [
      'search_dialogs',
      { query },
    ]),
    ...['1001', '1002', '1003'].map((dialog): [string, object] => ['read_dialog', { dialog }]),
  ] as [string, Record<string, unknown>][];
  for (const [tool, values] of asked) {
    const answer = JSON.stringify(await client.call(tool, values)).replaceAll(`"${values.query}"`, '');
    expect([values, answer.includes(CANARY), answer.includes(SNOOZED_UNTIL)]).toEqual([values, false, false]);
  }
});

it.each<[what: string, path: string, headers: Record<string, string>, status: number]>([
  ['at the address of the service', MCP, {}, 200],
  ['at its public address', MCP, { Host: 'forum.example' }, 200],
  ['at another host', MCP, { Host: 'evil.example' }, 403],
  ['of a page of another origin', MCP, { Origin: 'https://evil.example' }, 403],
  ['at the host of the forum', '/mcp', { Host: 'talk.example' }, 200],
  ['to a forum that does not exist', '/forum/nothing/mcp', {}, 404],
  ['with a wrong key', MCP, { Authorization: 'Bearer gpk_wrong' }, 401],
])('S44 a message %s', async (_what, path, headers, status) => {
  const answer = await service.request
    .post(path)
    .set({ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers })
    .send({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(answer.status).toBe(status);
});

it('S44 300 generated messages are answered or refused', async () => {
  const endpoint = { url: service.origin + MCP, tools: FUZZED_TOOLS.dialogs, key };
  const { statuses, mistakes } = await fuzzMessages(endpoint, { count: 300, seed: 48 });
  expect(mistakes).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(50);
  const { count } = await service.database.one<{ count: number }>(
    `select count(*)::integer as count from dialogs where held and author_name = 'c'`,
  );
  expect(count).toBeGreaterThan(0);
});
