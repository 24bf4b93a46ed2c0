import { hostileText, mostly } from '@guidepost/openapi/testing';
import fc from 'fast-check';

/** An endpoint of MCP that is fuzzed, and its tools with the names of arguments and usual values. */
export interface FuzzedEndpoint {
  url: string;
  tools: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
  /** An access key that may write, which half of the messages have. */
  key: string;
}

export interface FuzzedMessages {
  count: number;
  seed: number;
}

interface FuzzedMessage {
  headers: Record<string, string>;
  body: string;
}

const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2099-01-01'];
const METHODS = [
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'subscriptions/listen',
  'resources/list',
];
const NOTIFICATIONS = ['notifications/initialized', 'notifications/cancelled'];
const META = 'io.modelcontextprotocol/';

/** At once. */
const CONCURRENT = 4;

/**
 * Sends generated messages, right, nearly right and wrong ones.
 * @returns what is wrong with answers, none if all of them are answered or refused as they should be
 */
export async function fuzzMessages(
  endpoint: FuzzedEndpoint,
  { count, seed }: FuzzedMessages,
): Promise<{ statuses: Map<number, number>; mistakes: string[] }> {
  const messages = fc.sample(messagesTo(endpoint), { numRuns: count, seed });
  const statuses = new Map<number, number>();
  const mistakes: string[] = [];
  const sendNext = async (): Promise<void> => {
    for (let message = messages.pop(); message; message = messages.pop()) {
      const response = await fetch(endpoint.url, { method: 'POST', ...message });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const wrong = mistakesIn(response, await response.text());
      if (wrong.length > 0) mistakes.push(`${wrong.join(', ')}: ${JSON.stringify(message).slice(0, 2_000)}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, sendNext));
  return { statuses, mistakes };
}

/** Failures of the service are told in words, too, and must not happen either. */
const FAILURE = /Something went wrong|Output validation|Internal (?:server )?error/i;

function mistakesIn({ status, headers }: Response, text: string): string[] {
  const type = headers.get('content-type') ?? '';
  const isEvents = type.startsWith('text/event-stream');
  return [
    ...(status >= 500 ? [`the status is ${status}`] : []),
    ...(FAILURE.test(text) ? [`it says ${text.slice(0, 500)}`] : []),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['it may be sniffed']),
    ...(headers.has('set-cookie') ? ['it sets a cookie'] : []),
    ...(isEvents || text === '' || isJson(text) ? [] : [`it is no JSON: ${text.slice(0, 200)}`]),
  ];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function messagesTo({ tools, key }: FuzzedEndpoint): fc.Arbitrary<FuzzedMessage> {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostileText);
  const calls = fc.constantFrom(...Object.entries(tools)).chain(([name, values]) =>
    fc.record({
      name: mostly(fc.constant(name), anything, 20),
      arguments: mostly(argumentsOf(values, anything), anything, 20),
    }),
  );
  const revision = mostly(fc.constantFrom(...REVISIONS), anything);
  const client = fc.record({ name: mostly(fc.constant('fuzz'), anything), version: fc.constant('1') });
  const meta = fc.record({
    [`${META}protocolVersion`]: revision,
    [`${META}clientInfo`]: mostly(client, anything),
    [`${META}clientCapabilities`]: mostly(fc.constant({}), anything),
  });
  const call = fc.record({ method: fc.constant('tools/call'), params: withMeta(calls, meta) });
  const other = fc.record({
    method: mostly(fc.constantFrom(...METHODS, ...NOTIFICATIONS), anything),
    params: mostly(
      withMeta(
        fc.record({ protocolVersion: revision, capabilities: fc.constant({}), clientInfo: client }),
        meta,
      ),
      anything,
    ),
  });
  const id = mostly(fc.oneof(fc.nat(), fc.constantFrom('a', '0')), anything);
  const message = fc
    .tuple(
      fc.oneof({ arbitrary: call, weight: 3 }, other),
      fc.option(id),
      mostly(fc.constant('2.0'), anything, 20),
    )
    .map(([{ method, params }, number, jsonrpc]) => ({
      jsonrpc,
      ...(number !== null && { id: number }),
      method,
      params,
    }));
  const odd = fc
    .oneof(
      hostileText,
      fc.array(message, { maxLength: 3 }).map((batch) => JSON.stringify(batch)),
      fc.tuple(message, fc.nat(100)).map(([value, end]) => JSON.stringify(value).slice(0, end)),
      fc.nat(30_000).map((depth) => `{"method":"ping","params":${'['.repeat(depth)}${']'.repeat(depth)}}`),
    )
    .map((body) => ({ body, fields: {} }));
  const usual = message.map((value) => ({ body: JSON.stringify(value), fields: fieldsOf(value) }));
  return fc
    .tuple(mostly(usual, odd, 15), mostly(fc.constant({}), oddFields()), fc.boolean())
    .map(([{ body, fields }, others, isKeyed]) => ({
      headers: { ...USUAL_FIELDS, ...(isKeyed && { Authorization: `Bearer ${key}` }), ...fields, ...others },
      body: body.toWellFormed(),
    }));
}

const USUAL_FIELDS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** The fields of a message that repeat what is in it. */
function fieldsOf({ method, params }: { method: unknown; params: unknown }): Record<string, string> {
  const { name, _meta } = (params ?? {}) as { name?: unknown; _meta?: Record<string, unknown> };
  if (!_meta) return {};
  const said = {
    'MCP-Protocol-Version': _meta[`${META}protocolVersion`],
    'Mcp-Method': method,
    'Mcp-Name': name,
  };
  const sendable = Object.entries(said).filter(([, value]) => /^[!-~]{1,200}$/.test(String(value)));
  return Object.fromEntries(sendable.map(([field, value]) => [field, String(value)]));
}

function argumentsOf(
  values: Readonly<Record<string, readonly unknown[]>>,
  anything: fc.Arbitrary<unknown>,
): fc.Arbitrary<object> {
  const usual = Object.entries(values).map(([name, known]) => [
    name,
    mostly(fc.constantFrom(...known), anything),
  ]);
  const named = Object.fromEntries(usual);
  return mostly(fc.record(named), fc.record(named, { requiredKeys: [] }), 2);
}

function withMeta(params: fc.Arbitrary<object>, meta: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(params, fc.option(meta)).map(([one, _meta]) => (_meta === null ? one : { ...one, _meta }));
}

function oddFields(): fc.Arbitrary<Record<string, string>> {
  const token = fc.constantFrom(...REVISIONS, 'x', '1'.repeat(300));
  const fields = {
    'Content-Type': fc.constantFrom('application/json; charset=utf-8', 'text/plain', 'x'),
    Accept: fc.constantFrom('application/json', '*/*', 'x'),
    'MCP-Protocol-Version': token,
    'Mcp-Method': fc.constantFrom(...METHODS, 'tools/call', 'x'),
    'Mcp-Name': fc.constantFrom('search_guides', 'read_dialog', 'x'),
    'Mcp-Session-Id': token,
  };
  return fc.record(fields, { requiredKeys: [] });
}

/** The tools of each service, with values that exist in the content of tests. */
export const FUZZED_TOOLS = {
  guides: {
    search_guides: { query: ['install', 'guide'], language: ['en', 'de'], limit: [1, 10] },
    read_guide: {
      guide: ['install', '31', 'https://help.example.com/guides/install#a'],
      section: ['a'],
      from: [0, 1],
    },
    list_guides: { category: ['start', 'Start'], page: [1, 2] },
    write_draft: { guide: ['install'], title: ['a'], markdown: ['# a'] },
  },
  dialogs: {
    search_dialogs: { query: ['open', 'everybody'], limit: [1, 10] },
    read_dialog: {
      dialog: ['1001', '1002', 'https://forum.example/forum/help/1001'],
      from: ['a0', 'c1', 'a0.1'],
    },
    ask: { topic: ['question'], title: ['a'], markdown: ['b'], name: ['c'], email: ['d@example.com'] },
  },
} satisfies Record<string, FuzzedEndpoint['tools']>;
