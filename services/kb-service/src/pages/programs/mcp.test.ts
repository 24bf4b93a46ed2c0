import { once } from 'node:events';
import { connect } from 'node:net';
import { createSearchCounts } from '@guidepost/desk/insights';
import {
  CLIENTS,
  type ConnectedClient,
  FUZZED_TOOLS,
  fuzzMessages,
  startSpreadingProxy,
} from '@guidepost/mcp/testing';
import { listenWith } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../config.ts';
import { createContext } from '../../context.ts';
import { INSIGHT_TABLES } from '../../readers/insight-tables.ts';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { lockKnowledgeBases } from '../../tenants/find-knowledge-base.ts';
import { OPERATOR } from '../../testing/content.ts';
import { EXAMPLE, KEYED } from '../../testing/example.ts';
import { CLOSED, HIDDEN_GUIDE, HIDDEN_SLUG, startServiceWithHidden } from '../../testing/hidden-content.ts';
import { listenerOf, startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = EXAMPLE.host;
const MCP = `/site/${HOST}/mcp`;
/** The slug of a guide with a long text. */
const LONG = 'refunds';

let service: TestService;
let client: ConnectedClient;
let key: string;

beforeAll(async () => {
  service = await startServiceWithHidden({ AGENT_CARDS: 'on' });
  const text = `<h2 id="first">First *part*</h2><p>${'åäö '.repeat(6_000)}</p><pre><code># no heading\n</code></pre><h3>Inner</h3><p>inside</p><h2>Second</h2><p>last</p>`;
  await service.change(
    HOST,
    `update guides set content_html = $2 where knowledge_base_id = $1 and slug = '${LONG}'`,
    [text],
  );
  ({ key } = await issueAccessKey(service.database, OPERATOR, { host: KEYED.host, name: 'assistant' }));
  await service.settled(KEYED.host);
  client = await CLIENTS.pinned(service.origin + MCP);
});

afterAll(async () => {
  await client.close();
  await service.stop();
});

/** A message that is sent by hand, as version 1 of the protocol has it. */
const send = (message: object | string, path = MCP) =>
  service.request
    .post(path)
    .set({ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' })
    .send(message);

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('tools for guides', () => {
  it.each(Object.entries(CLIENTS))(
    'are listed and called by a %s client, on any instance, also once one is gone',
    async (_name, connectTo) => {
      const contexts = Array.from({ length: 3 }, () =>
        createContext(readConfig({ KB_DATABASE_URL: service.url, LOG_LEVEL: 'silent' })),
      );
      const apps = await Promise.all(contexts.map((context) => listenWith(listenerOf(context))));
      const proxy = await startSpreadingProxy(apps.map(({ origin }) => origin));
      const connected = await connectTo(proxy.origin + MCP);
      const tools = await connected.list();
      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
        ['search_guides', true],
        ['read_guide', true],
        ['list_guides', true],
      ]);
      const found = await connected.call('search_guides', { query: 'install' });
      expect(found.structuredContent).toMatchObject({
        guides: [{ title: 'Install it', slug: 'install', url: `https://${HOST}/guides/install` }],
        total: 1,
      });
      expect(found.content).toContainEqual(
        expect.objectContaining({ type: 'resource_link', uri: `https://${HOST}/guides/install` }),
      );
      await apps[0]?.close();
      for (const [guide, title] of [
        ['install', 'Install it'],
        ['31', 'Zebra'],
        [`https://${HOST}/guides/install.md`, 'Install it'],
      ]) {
        const { content } = await connected.call('read_guide', { guide });
        expect([guide, content[0]?.text?.split('\n')[0]]).toEqual([guide, `# ${title}`]);
      }
      const { structuredContent } = await connected.call('list_guides', { category: 'start' });
      expect(structuredContent).toMatchObject({
        guides: [{ slug: 'install' }, { slug: 'apples' }],
        total: 2,
      });
      expect(proxy.answered.size).toBe(3);
      await connected.close();
      await proxy.close();
      for (const app of apps.slice(1)) await app.close();
      for (const context of contexts) await context.close();
    },
  );

  it('read a long guide in parts of 40 kB', async () => {
    const first = await client.call('read_guide', { guide: LONG });
    expect(Buffer.byteLength(first.content[0]?.text ?? '')).toBeLessThanOrEqual(40_000);
    const { next, sections, markdown: beginning } = first.structuredContent ?? {};
    expect(sections).toEqual(['First *part*', 'Inner', 'Second']);
    const { structuredContent } = await client.call('read_guide', { guide: LONG, from: next });
    expect(structuredContent).not.toHaveProperty('next');
    expect(
      `${beginning} ${structuredContent?.markdown}`.split(/\s+/).filter((word) => word === 'åäö'),
    ).toHaveLength(6_000);
    expect(structuredContent?.markdown).toMatch(/last$/);
  });

  it.each([
    [{ section: 'Second' }, '## Second\n\nlast'],
    [{ section: 'inner' }, '### Inner\n\ninside'],
    [{ guide: `https://${HOST}/guides/${LONG}#second` }, '## Second\n\nlast'],
  ])('read a section: %j', async (values, markdown) => {
    const { structuredContent } = await client.call('read_guide', { guide: LONG, ...values });
    expect(structuredContent?.markdown).toBe(markdown);
  });

  it.each<[tool: string, values: Record<string, unknown>, said: RegExp]>([
    ['search_guides', {}, /query: .*expected string/],
    ['search_guides', { query: 7 }, /query: .*expected string/],
    ['search_guides', { query: ['a'] }, /query: .*expected string/],
    ['search_guides', { query: '' }, /query: Too small/],
    ['search_guides', { query: 'a'.repeat(501) }, /query: Too big: expected string to have <=500/],
    ['search_guides', { query: 'a', limit: 11 }, /limit: Too big/],
    ['search_guides', { query: 'a', limit: '3' }, /limit: .*expected number/],
    ['search_guides', { query: 'a', limit: 1.5 }, /limit: .*expected int/],
    ['search_guides', { query: 'a', language: 'nonsense!' }, /language must be a language tag/],
    ['search_guides', { q: 'a' }, /Unrecognized key/],
    ['read_guide', { guide: null }, /guide: .*expected string/],
    ['read_guide', { guide: 'nothing' }, /no guide "nothing"\. Find its slug with search_guides/],
    ['read_guide', { guide: 'https://evil.example/guides/install' }, /not the URL of a guide of/],
    ['read_guide', { guide: 'http://[' }, /not the URL of a guide of/],
    ['read_guide', { guide: 'install', section: 'Nowhere' }, /no section "Nowhere"\. It has no sections/],
    ['read_guide', { guide: LONG, section: 'Nowhere' }, /Its sections are "First/],
    ['read_guide', { guide: 'install', from: 1e6 }, /no more text: leave out "from"/],
    ['read_guide', { guide: 'install', from: -1 }, /from: Too small/],
    ['list_guides', { category: 'nothing' }, /no category "nothing"\. There are: .*start/],
    ['list_guides', { page: 9 }, /fewer pages/],
    ['list_guides', { page: {} }, /page: .*expected number/],
  ])('%s says what is wrong with %j', async (tool, values, said) => {
    const { isError, content } = await client.call(tool, values);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(said)]);
  });
});

describe('a draft', () => {
  const DRAFT = { title: 'How to float', markdown: 'In **water**.' };
  let writer: ConnectedClient;

  beforeAll(async () => {
    const issued = { host: HOST, name: 'drafting', scope: 'write' } as const;
    const { key: writing } = await issueAccessKey(service.database, OPERATOR, issued);
    await service.settled(HOST);
    writer = await CLIENTS.pinned(service.origin + MCP, { key: writing });
  });

  afterAll(() => writer.close());

  it('is proposed with a key that may write, and never published', async () => {
    expect((await writer.list()).map(({ name }) => name)).toContain('write_draft');
    const { structuredContent } = await writer.call('write_draft', DRAFT);
    expect(structuredContent).toMatchObject({ state: 'proposed' });
    const { id } = structuredContent ?? {};
    expect(
      await service.database.one(
        'select g.published, d.state, d.title, d.content_html from guides g join guide_drafts d on d.guide_id = g.id where g.id = $1',
        [id],
      ),
    ).toEqual({
      published: false,
      state: 'proposed',
      title: DRAFT.title,
      content_html: '<p>In <strong>water</strong>.</p>',
    });
    const audited = await service.database.any(
      'select done_by, door from audit_entries where guide_id = $1',
      [id],
    );
    expect(audited).toContainEqual({ done_by: 'drafting', door: 'api' });
  });

  it('changes a published guide once, and what someone else writes not at all', async () => {
    const proposed = await writer.call('write_draft', { ...DRAFT, guide: 'apples' });
    expect(proposed.structuredContent).toMatchObject({ id: 32, state: 'proposed' });
    expect((await client.call('read_guide', { guide: 'apples' })).structuredContent).not.toMatchObject(DRAFT);
    const again = await writer.call('write_draft', { ...DRAFT, guide: '32' });
    expect([again.isError, again.content[0]?.text]).toEqual([
      true,
      expect.stringMatching(/changes already that are not published/),
    ]);
  });

  it.each<[values: Record<string, unknown>, said: RegExp]>([
    [{ ...DRAFT, guide: HIDDEN_SLUG }, /no guide/],
    [{ ...DRAFT, title: ' ' }, /title/],
    [{ title: 'a' }, /markdown: .*expected string/],
  ])('is refused: %j', async (values, said) => {
    const { isError, content } = await writer.call('write_draft', values);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(said)]);
  });

  it('needs such a key', async () => {
    expect((await client.list()).map(({ name }) => name)).not.toContain('write_draft');
    const { isError, content } = await client.call('write_draft', DRAFT);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(/scope "write"/)]);
  });
});

describe('what programs do', () => {
  const SINCE_2025 = { host: HOST, days: 700, limit: 100 };
  const table = (name: string) =>
    INSIGHT_TABLES.read(service.database, name, { host: HOST, days: 30, limit: 100 });

  it('is counted by their names, apart from what people do', async () => {
    const assistant = await CLIENTS.pinned(service.origin + MCP, {
      name: ` Ro\u202ebo\nt ${'x'.repeat(100)}`,
    });
    await assistant.call('search_guides', { query: 'install' });
    await assistant.call('search_guides', { query: 'zeppelin' });
    await assistant.call('read_guide', { guide: 'install' });
    await assistant.close();
    for (const { readingCounts } of service.contexts) await readingCounts.flush();
    expect((await table('programs')).rows).toContainEqual({
      program: `Ro bo t ${'x'.repeat(52)}`,
      reads: 1,
      searches: 2,
      not_found: 1,
    });
    expect((await table('most-read')).rows).toEqual([]);
    expect((await table('timeline')).rows).not.toContainEqual(expect.objectContaining({ searches: 1 }));
  });

  const counting = async (clock: { now: number }) => {
    const { id: tenantId } = await service.database.one<{ id: number }>(
      `select id from knowledge_bases where host = $1`,
      [HOST],
    );
    const counts = createSearchCounts({
      database: service.database,
      secret: async () => 'secret',
      logger: service.context.logger,
      lockTenants: lockKnowledgeBases,
      now: () => clock.now,
    });
    const ask = (query: string) =>
      counts.programs.countSearch({ tenantId, program: 'robot' }, { query, inVain: true });
    const read = (program: string) => counts.programs.countRead({ tenantId, program });
    return { ...counts, ask, read };
  };

  it('lists a query that finds nothing once it was asked for in three half hours, by any instances', async () => {
    const clock = { now: Date.parse('2026-03-01T12:00:00Z') };
    const instances = await Promise.all([1, 2, 3].map(() => counting(clock)));
    const listed = async () =>
      (await INSIGHT_TABLES.read(service.database, 'programs-in-vain', SINCE_2025)).rows;
    // Within half an hour it is the same search, whichever instances and programs it comes from.
    for (const { ask, flush } of instances) {
      for (const query of ['Zeppelin!', 'zeppelin']) ask(query);
      await flush();
    }
    expect(await listed()).toEqual([]);
    for (const [index, { ask, flush }] of [...instances, ...instances, ...instances].entries()) {
      clock.now += 30 * 60_000;
      for (const query of ['zeppelin', index < 1 ? 'rare' : 'mail to anna@example.com']) ask(query);
      await flush();
    }
    expect(await listed()).toEqual([{ query: 'zeppelin', not_found: 15 }]);
  });

  it('lists 50 names a day at most, and counts all others as one', async () => {
    const clock = { now: Date.parse('2026-04-01T12:00:00Z') };
    const first = await counting(clock);
    for (let number = 0; number < 80; number += 1) first.read(`p${number}`);
    await first.flush();
    const second = await counting(clock);
    for (let number = 100; number < 140; number += 1) second.read(`p${number}`);
    second.read('p1');
    await second.flush();
    clock.now += 86_400_000;
    second.read('assistant');
    await second.flush();
    const rows = await service.database.any<{ program: string; reads: number; day: string }>(
      `select program, reads, day::text from program_uses where day in ('2026-04-01', '2026-04-02')`,
    );
    expect(rows).toHaveLength(52);
    for (const [program, reads, day] of [
      ['', 70, '2026-04-01'],
      ['p1', 2, '2026-04-01'],
      ['p49', 1, '2026-04-01'],
      ['assistant', 1, '2026-04-02'],
    ])
      expect(rows).toContainEqual({ program, reads, day });
  });
});

describe('S3 what readers do not see', () => {
  it('is in no answer of a tool', async () => {
    const asked: [string, Record<string, unknown>][] = [
      ...['canary', '7f3a', 'draft', 'canery'].map((query): [string, object] => ['search_guides', { query }]),
      ...[HIDDEN_SLUG, String(HIDDEN_GUIDE)].map((guide): [string, object] => ['read_guide', { guide }]),
      ['list_guides', {}],
      ['list_guides', { category: '15' }],
    ] as [string, Record<string, unknown>][];
    for (const [tool, values] of asked) {
      const answer = JSON.stringify(await client.call(tool, values)).replaceAll(
        String(Object.values(values)[0]),
        '',
      );
      expect([tool, values, answer.match(/canary|7f3a|drafts?-/i)]).toEqual([tool, values, null]);
    }
  });

  it.each(CLOSED.map(({ host, access }) => [access, host] as const))(
    'is not answered without a key of a knowledge base with access "%s"',
    async (access, host) => {
      const { status, headers, text } = await send(PING, `/site/${host}/mcp`);
      expect([status, headers['www-authenticate']]).toEqual(
        access === 'key' ? [401, 'Bearer'] : [403, undefined],
      );
      expect(text).not.toMatch(/canary/i);
    },
  );

  it('is read with a key', async () => {
    const keyed = await CLIENTS.default(`${service.origin}/site/${KEYED.host}/mcp`, { key });
    expect((await keyed.call('list_guides')).structuredContent).toMatchObject({ total: 1 });
    await keyed.close();
    const wrong = CLIENTS.pinned(`${service.origin}/site/${KEYED.host}/mcp`, {
      key: `gpk_${'x'.repeat(43)}`,
    });
    await expect(wrong).rejects.toThrow(/Invalid access key|401|nauthorized/);
  });
});

it('is found by its card, where that is switched on', async () => {
  const read = (path: string) => service.request.get(path).set('Host', HOST);
  const catalog = await read('/.well-known/ai-catalog.json').expect(200);
  const { entries } = JSON.parse(catalog.text);
  expect(entries).toEqual([
    expect.objectContaining({
      type: 'application/mcp-server-card+json',
      url: `https://${HOST}/mcp/server-card`,
    }),
  ]);
  const { headers, text } = await read('/mcp/server-card').expect(200);
  expect([headers['content-type'], headers['access-control-allow-origin']]).toEqual([entries[0].type, '*']);
  expect(JSON.parse(text)).toMatchObject({
    name: 'com.example.help/guides',
    remotes: [{ type: 'streamable-http', url: `https://${HOST}/mcp` }],
  });
  const without = await startTestService([{ host: HOST }]);
  for (const path of ['/.well-known/ai-catalog.json', '/mcp/server-card'])
    await without.request.get(path).set('Host', HOST).expect(404);
  await without.stop();
});

describe('S44 a message', () => {
  it.each<[what: string, headers: Record<string, string>, path: string, status: number]>([
    ['at the host of the knowledge base', { Host: HOST }, '/mcp', 200],
    ['at its host with a port', { Host: `${HOST}:443` }, '/mcp', 200],
    ['at the address of the service', {}, MCP, 200],
    ['at another host', { Host: 'evil.example' }, '/mcp', 404],
    ['at another host, below a folder', { Host: 'evil.example' }, MCP, 403],
    ['of a page of the same origin', { Host: HOST, Origin: `https://${HOST}` }, '/mcp', 200],
    ['of a page of another origin', { Host: HOST, Origin: 'https://evil.example' }, '/mcp', 403],
    ['of a sandboxed page', { Host: HOST, Origin: 'null' }, '/mcp', 403],
    ['of a page elsewhere', { Host: HOST, 'Sec-Fetch-Site': 'cross-site' }, '/mcp', 403],
    ['that is no JSON', { Host: HOST, 'Content-Type': 'text/plain' }, '/mcp', 415],
  ])('%s', async (_what, headers, path, status) => {
    const answer = await send(JSON.stringify(PING), path).set(headers);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, undefined]);
  });

  it.each<[what: string, body: string, status: number]>([
    ['nothing', '', 400],
    ['half of one', '{"jsonrpc"', 400],
    ['a batch', JSON.stringify([PING, PING]), 400],
    ['a number', '1', 400],
    ['brackets', '['.repeat(30_000), 400],
    ['brackets in a message', `{"params":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
    ['more than 64 kB', JSON.stringify({ ...PING, params: { a: 'a'.repeat(65_536) } }), 413],
    ['of an unknown method', JSON.stringify({ ...PING, method: 'nothing' }), 200],
    ['with an id of another type', JSON.stringify({ ...PING, id: {} }), 400],
    [
      'of an unknown revision',
      JSON.stringify({
        ...PING,
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2099-01-01',
            'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
      400,
    ],
  ])('may be %s', async (_what, body, status) => {
    const answer = await send(body);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(/"error"/)]);
  });

  it('is the only thing to send', async () => {
    for (const method of ['get', 'delete', 'put'] as const)
      expect((await service.request[method](MCP).set('Accept', 'text/event-stream')).status).toBe(405);
  });

  it('may be anything: 300 generated ones are answered or refused', async () => {
    const issued = { host: HOST, name: 'fuzzing', scope: 'write' } as const;
    const { key: writing } = await issueAccessKey(service.database, OPERATOR, issued);
    await service.settled(HOST);
    const endpoint = { url: service.origin + MCP, tools: FUZZED_TOOLS.guides, key: writing };
    const { statuses, mistakes } = await fuzzMessages(endpoint, { count: 300, seed: 48 });
    expect(mistakes).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(50);
    const { count } = await service.database.one<{ count: number }>(
      `select count(*)::integer as count from audit_entries where done_by = 'fuzzing'`,
    );
    expect(count).toBeGreaterThan(0);
  });

  it('may lose its client before the answer', async () => {
    const { hostname, port } = new URL(service.origin);
    const body = JSON.stringify({
      ...PING,
      method: 'tools/call',
      params: { name: 'read_guide', arguments: { guide: LONG } },
    });
    for (let time = 0; time < 5; time += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(
        `POST ${MCP} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      if (time > 0) await once(socket, 'data');
      socket.destroy();
    }
    expect((await send(PING)).status).toBe(200);
    expect(service.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
