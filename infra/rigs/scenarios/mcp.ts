import { startTestServers } from '@guidepost/local-servers/testing';
import { FUZZED_TOOLS, type FuzzedEndpoint, fuzzMessages } from '@guidepost/mcp/testing';
import { writeComments, writeDialogs } from '../../../services/forum-service/src/testing/content.ts';
import { writeHidden } from '../../../services/forum-service/src/testing/hidden.ts';
import { startTestService as startForum } from '../../../services/forum-service/src/testing/test-service.ts';
import { issueAccessKey } from '../../../services/kb-service/src/tenants/access-keys.ts';
import { OPERATOR } from '../../../services/kb-service/src/testing/content.ts';
import { startTestService as startKb } from '../../../services/kb-service/src/testing/test-service.ts';
import { type Place, type Service, type ServiceName, startService } from '../place.ts';
import type { Report } from '../report.ts';
import type { Run } from '../scenario.ts';

const HOST = 'help.example.com';

/** Guides and dialogs, of which each is read once. */
const THINGS = 400;

/** Requests whose answers stay in memory: none of these is measured. */
const WARM_UP = 40;

/** How much longer a tool may take than the page that does the same. */
const MOST_TIMES = 1.5;

/** Compares tools with the pages that do the same, then fuzzes them. */
export async function examineMcp({
  place,
  report,
  options: { messages, seed },
}: Run<'messages' | 'seed'>): Promise<void> {
  const testServers = await startTestServers({}, undefined);
  place.servers.defer(() => testServers.stop());
  for (const { service, compared, ...endpoint } of [await startGuides(place), await startDialogs(place)]) {
    await measureAll(service, endpoint.url, compared, report);
    const { statuses, mistakes } = await fuzzMessages(endpoint, { count: Math.ceil(messages / 2), seed });
    report.figure(
      `${service.name}: fuzzed messages`,
      [...statuses].map((each) => each.join(': ')).join(', '),
    );
    report.wrong.push(...mistakes.map((mistake) => `${service.name}: ${mistake}`));
  }
}

/** A page and the tool that does the same, for the thing of a number. */
interface Compared {
  what: string;
  page: (number: number) => string;
  tool: string;
  values: (number: number) => object;
}

interface Examined extends FuzzedEndpoint {
  service: Service;
  compared: Compared[];
}

async function startGuides(place: Place): Promise<Examined> {
  const guides = Array.from({ length: THINGS }, (_, number) => ({
    id: number + 1,
    slug: `guide-${number}`,
    title: `${wordOf(number)} ${wordOf(number * 7)}`,
    content: `<h2>${wordOf(number)}</h2>${`<p>${textOf(number, 60)} <em>and</em> <a href="/guides/guide-1">more</a>.</p>`.repeat(20)}`,
  }));
  const content = await startKb([{ host: HOST, guides }]);
  place.servers.defer(() => content.stop());
  await content.indexed();
  const { key } = await issueAccessKey(content.database, OPERATOR, {
    host: HOST,
    name: 'rig',
    scope: 'write',
  });
  const service = await start(place, 'kb', { KB_DATABASE_URL: content.url });
  const site = `${service.origin}/site/${HOST}`;
  return {
    service,
    url: `${site}/mcp`,
    tools: FUZZED_TOOLS.guides,
    key,
    compared: [
      {
        what: 'search',
        page: (number) => `${site}/search?q=${wordOf(number)}+${wordOf(number * 3)}`,
        tool: 'search_guides',
        values: (number) => ({ query: `${wordOf(number)} ${wordOf(number * 3)}`, limit: 10 }),
      },
      {
        what: 'read',
        page: (number) => `${site}/guides/guide-${number}.md`,
        tool: 'read_guide',
        values: (number) => ({ guide: `guide-${number}` }),
      },
    ],
  };
}

async function startDialogs(place: Place): Promise<Examined> {
  const content = await startForum();
  place.servers.defer(() => content.stop());
  const { key } = await writeHidden(content);
  const { id: forumId } = await content.database.one<{ id: number }>(
    `select id from forums where slug = 'help'`,
  );
  const numbers = Array.from({ length: THINGS }, (_, number) => number);
  await writeDialogs(
    content.database,
    forumId,
    numbers.map((number) => ({ id: 10_000 + number, title: wordOf(number), text: textOf(number, 40) })),
  );
  await writeComments(
    content.database,
    forumId,
    numbers.flatMap((number) =>
      [1, 2, 3].map((each) => ({
        id: 20_000 + 3 * number + each,
        dialog_id: 10_000 + number,
        text: textOf(number + each, 40),
      })),
    ),
  );
  await content.indexed();
  const service = await start(place, 'forum', {
    FORUM_DATABASE_URL: content.url,
    FORUM_FILES_DIRECTORY: place.folder,
  });
  const forum = `${service.origin}/forum/help`;
  return {
    service,
    url: `${forum}/mcp`,
    tools: FUZZED_TOOLS.dialogs,
    key,
    compared: [
      {
        what: 'search',
        page: (number) => `${forum}/search?q=${wordOf(number)}+${wordOf(number * 3)}`,
        tool: 'search_dialogs',
        values: (number) => ({ query: `${wordOf(number)} ${wordOf(number * 3)}`, limit: 10 }),
      },
      {
        what: 'read',
        page: (number) => `${forum}/${10_000 + number}.md`,
        tool: 'read_dialog',
        values: (number) => ({ dialog: String(10_000 + number) }),
      },
    ],
  };
}

function start(place: Place, name: ServiceName, environment: Record<string, string>): Promise<Service> {
  return startService(
    place,
    name,
    // Posts of a key are limited, and so would be what is fuzzed.
    { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...environment },
    { built: true, flags: ['--expose-gc'] },
  );
}

async function measureAll(
  service: Service,
  url: string,
  compared: Compared[],
  report: Report,
): Promise<void> {
  const { name } = service;
  for (const { page } of compared)
    for (let number = 0; number < WARM_UP; number += 1) await timeOf(page(number));
  const before = (await service.memory()).residentBytes;
  for (const { tool, values } of compared)
    for (let number = WARM_UP; number < 2 * WARM_UP; number += 1) await timeOfCall(url, tool, values(number));
  const after = (await service.memory()).residentBytes;
  report.figure(`${name}: memory`, `${megabytes(before)} with pages alone, ${megabytes(after)} with MCP`);
  for (const { what, page, tool, values } of compared) {
    const [ofPage, ofTool]: [number[], number[]] = [[], []];
    for (let number = 2 * WARM_UP; number < THINGS; number += 2) {
      ofPage.push(await timeOf(page(number)));
      ofTool.push(await timeOfCall(url, tool, values(number + 1)));
    }
    const times = median(ofTool) / median(ofPage);
    report.figure(
      `${name}: ${what}`,
      `page ${median(ofPage).toFixed(2)} ms, tool ${median(ofTool).toFixed(2)} ms`,
    );
    report.check(`${name}: ${tool} takes ${times.toFixed(2)} times as long`, times <= MOST_TIMES);
  }
}

async function timeOf(address: string, init?: RequestInit): Promise<number> {
  const started = performance.now();
  const response = await fetch(address, init);
  const text = await response.text();
  if (response.status !== 200 || text.includes('"isError":true'))
    throw new Error(`${address}: ${text.slice(0, 500)}`);
  return performance.now() - started;
}

const REVISION = '2026-07-28';

function timeOfCall(url: string, name: string, values: object): Promise<number> {
  const meta = (key: string) => `io.modelcontextprotocol/${key}`;
  const _meta = {
    [meta('protocolVersion')]: REVISION,
    [meta('clientInfo')]: { name: 'rig', version: '1' },
    [meta('clientCapabilities')]: {},
  };
  return timeOf(url, {
    method: 'POST',
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: values, _meta },
    }),
  });
}

const SYLLABLES = 'badefigolumanepirotuvaxi';

/** One of 144 words. */
function wordOf(number: number): string {
  return `${syllable(number % 12)}${syllable(Math.floor(number / 12) % 12)}n`;
}

function syllable(place: number): string {
  return SYLLABLES.slice(2 * place, 2 * place + 2);
}

function textOf(number: number, words: number): string {
  return Array.from({ length: words }, (_, place) => wordOf(number + place * place)).join(' ');
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
