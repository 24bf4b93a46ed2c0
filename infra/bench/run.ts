import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMeilisearch, startMeilisearch } from '@guidepost/local-servers';
import { closeDatabase, type Database, migrate, openDatabase } from '@guidepost/postgres';
import { SEARCH_MIGRATIONS } from '@guidepost/search';
import { readCommandLine, wholeNumber } from '../local/command-line.ts';
import { ROOT } from '../local/settings.ts';
import {
  openDatabaseOf,
  type Service,
  type ServiceName,
  startDatabases,
  startService,
} from '../rigs/place.ts';
import { CASES, type Case, type Content, MOST_DIALOGS_READ } from './cases.ts';
import { GUIDES, HOST, importContent, importLittle } from './content.ts';
import { measureDesks } from './desks.ts';
import { compareEngines, type EngineResult } from './engines.ts';
import { measureFilters } from './filters.ts';
import { measureFollowers } from './followers.ts';
import { measureGrowth, readGrowth, writeGrowth } from './growth.ts';
import { type KeptResult, measureKeptIndex, reportKeptIndexes } from './kept-indexes.ts';
import { measureLanguages } from './languages.ts';
import { measureLargeForums } from './large-forum.ts';
import {
  dialogBodies,
  type Effort,
  IN_QUEUE,
  measureRead,
  NOT_ON_ENGINE,
  type PostResult,
  postDialogs,
  type ReadResult,
  untilIndexed,
} from './measure.ts';
import { measureMoving } from './moving.ts';
import { measureRelatedGuides } from './related-guides.ts';
import { plotReads, reportEngines, reportFloors, reportResults } from './report.ts';
import { startBareServer, startPeerServer } from './servers.ts';

const PAGE = new URL('../../docs/benchmarks.md', import.meta.url);
const POST_SECONDS = 5;

const THOROUGH: Effort = { rounds: 5, keptSeconds: 3, bareSeconds: 2, addresses: 10_000 };
const SHORT: Effort = { rounds: 6, endsAtFloor: true, keptSeconds: 0.5, bareSeconds: 0.5, addresses: 400 };

/** The measurements by name; each prints its own section. */
const SCENARIOS: Readonly<Record<string, { about: string; run: () => Promise<string> }>> = {
  short: {
    about: 'some reads for half a minute; fails when one is far slower than usual',
    run: measureShort,
  },
  engines: {
    about: 'search engines beside ours',
    run: async () => reportEngines(await measureEngines()),
  },
  followers: {
    about: 'posts to dialogs with and without followers',
    run: async () => measureFollowers(place, await newDatabase('followers')),
  },
  desks: {
    about: 'work at both desks',
    run: async () => {
      const urls = { kb: await newDatabase('kb_desk'), forum: await newDatabase('forum_desk') };
      return measureDesks(place, urls);
    },
  },
  filters: {
    about: 'lists of a desk with filters and 500 saved views, among a thousand posts and among 100,000',
    run: () => measureFilters(place, newDatabase),
  },
  growth: {
    about:
      'reads and posts among a thousand of everything and among a million; also written to docs/benchmarks.md',
    async run() {
      const section = await measureGrowth(place, newDatabase);
      await writeGrowth(PAGE, section);
      return section;
    },
  },
  kept: {
    about: 'making search indexes of 10,000 and 100,000 dialogs, and reading them as they are kept',
    run: async () => reportKeptIndexes(await measureKeptIndexes([10_000, 100_000])),
  },
  large: {
    about:
      'searches among 2,000 and 100,000 dialogs, or --dialogs 300000; --folder keeps them for the next time',
    run: () => measureLargeForums(place, newDatabase, sizes()),
  },
  languages: {
    about: 'lists and searches in one of --languages 30 with --guides 2000 each, and without a language',
    run: () => {
      const size = { guides: number('guides'), languages: number('languages') };
      return measureLanguages(place, newDatabase, { ...size, parts: words.slice(1) });
    },
  },
  related: {
    about: 'pages of guides with related ones: for the first time, made again, and kept',
    run: async () => measureRelatedGuides(place, await newDatabase('related')),
  },
  moving: {
    about:
      'imports of forums of Discourse with 50,000 and 100,000 topics, ten posts each; or of half and all --dialogs',
    run: () => measureMoving(folder, newDatabase, sizes().at(-1) ?? 0),
  },
};

const USAGE = `Usage: npm run bench -- [${Object.keys(SCENARIOS).join(' | ')} | <part of a read's name>…]
  [--folder <folder>] [--dialogs <number>,…] [--guides <number>] [--languages <number>]

Measures both services beside a bare server, and writes docs/benchmarks.md and its plot. With words it prints only what
they name:
${Object.entries(SCENARIOS)
  .map(([name, { about }]) => `  ${name.padEnd(11)} ${about}`)
  .join('\n')}
  guide …     reads whose name contains one of the words`;

const { positionals: words, values } = readCommandLine(USAGE, {
  options: {
    folder: { type: 'string' },
    dialogs: { type: 'string', default: '2000,100000' },
    guides: { type: 'string', default: '2000' },
    languages: { type: 'string', default: '30' },
  },
  most: Number.POSITIVE_INFINITY,
});
const number = (name: 'guides' | 'languages') => wholeNumber(USAGE, name, values[name]);
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compiled');
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'guidepost-bench-')));
await mkdir(folder, { recursive: true });
const servers = new AsyncDisposableStack();
const place = { folder, servers };
const postgres = await startDatabases(place, [], { durable: true });
try {
  const scenario = SCENARIOS[words[0] ?? ''];
  if (scenario) process.stdout.write(await scenario.run());
  else await measureAll();
} finally {
  await servers.disposeAsync();
  if (values.folder === undefined) await rm(folder, { recursive: true });
}

function sizes(): number[] {
  return values.dialogs.split(',').map((size) => wholeNumber(USAGE, 'dialogs', size));
}

async function newDatabase(name: string): Promise<string> {
  await postgres.ensureDatabase(name);
  return postgres.url(name);
}

/** Both services, and what they read. */
interface Measured {
  urls: Record<ServiceName, string>;
  databases: Record<ServiceName, Database>;
  services: Record<ServiceName, Service>;
  /** Seconds until all was indexed. */
  indexed: Record<ServiceName, number>;
}

async function measureAll(): Promise<void> {
  const urls = { kb: await newDatabase('kb'), forum: await newDatabase('forum') };
  process.stderr.write('importing …\n');
  const imports = await importContent({ urls, folder });
  const measured = await openServices(urls, IN_QUEUE);
  const kinds = CASES.filter(({ what, growth }) => growth !== 'only' && isChosen(what));
  const reads = await measureReads(kinds, measured, THOROUGH);
  const posts = words.length > 0 ? [] : await measurePosts(measured.services.forum);
  const { kb, forum } = measured.services;
  const memory = { kb: await kb.memory(), forum: await forum.memory() };
  await Promise.all([kb.stop(), forum.stop()]);
  const searches = kinds.filter(({ what }) => what.startsWith('a search'));
  const onMeilisearch = await measureMeilisearch(searches, urls);
  const engines = words.length > 0 ? [] : await measureEngines();
  const { indexed } = measured;
  const all = { engines, imports, indexed, reads: [...reads, ...onMeilisearch], posts, memory };
  if (words.length > 0) process.stdout.write(reportResults(all, ''));
  else {
    await writeFile(PAGE, reportResults(all, await readGrowth(PAGE)));
    await writeFile(new URL('benchmarks.svg', PAGE), plotReads(all.reads));
  }
}

function isChosen(what: string): boolean {
  return words.length === 0 || words.some((word) => what.includes(word));
}

/** Sets the exit code to 1 when a read is slower than it may be. */
async function measureShort(): Promise<string> {
  const urls = { kb: await newDatabase('kb'), forum: await newDatabase('forum') };
  await importLittle({ urls, folder });
  const measured = await openServices(urls, IN_QUEUE);
  const kinds = CASES.flatMap((kind) =>
    kind.floor ? [{ ...kind, floor: kind.floor, withPeer: false }] : [],
  );
  const reads = await measureReads(kinds, measured, SHORT);
  const { lines, tooSlow } = reportFloors(kinds, reads);
  if (tooSlow) process.exitCode = 1;
  return `${lines.join('\n')}\n`;
}

async function openServices(
  urls: Measured['urls'],
  waiting: string,
  environment: Record<string, string> = {},
): Promise<Measured> {
  const forum = { FORUM_DATABASE_URL: urls.forum, FORUM_FILES_DIRECTORY: join(folder, 'files') };
  const databases = { kb: openDatabaseOf(place, urls.kb), forum: openDatabaseOf(place, urls.forum) };
  const since = performance.now();
  const started = await Promise.all([
    startService(place, 'kb', { KB_DATABASE_URL: urls.kb, ...environment }, { built: true }),
    startService(place, 'forum', { ...forum, ...environment }, { built: true }),
  ]);
  process.stderr.write('indexing …\n');
  const [kb, dialogs] = await Promise.all(
    [databases.kb, databases.forum].map((database) => untilIndexed(database, { waiting, since })),
  );
  return {
    urls,
    databases,
    services: { kb: started[0], forum: started[1] },
    indexed: { kb: kb ?? 0, forum: dialogs ?? 0 },
  };
}

async function measureReads(
  kinds: readonly Case[],
  { urls, services, databases }: Measured,
  effort: Effort,
): Promise<ReadResult[]> {
  const bare = await startBareServer(place);
  const peer = await startPeerServer(place, urls.kb, HOST);
  const content = await readContent(databases.forum);
  const reads: ReadResult[] = [];
  for (const kind of kinds) {
    process.stderr.write(`${kind.what} …\n`);
    const [service, database] = [services[kind.service], databases[kind.service]];
    reads.push(await measureRead(kind, { service, database, bare, peer, content }, effort));
  }
  return reads;
}

async function readContent(forum: Database): Promise<Content> {
  const dialogs = await forum.any<{ id: number }>(
    'select id from dialogs where not archived order by md5(id::text) limit $1',
    [MOST_DIALOGS_READ],
  );
  return {
    slugs: Array.from({ length: GUIDES.guides }, (_, index) => `guide-${index}`),
    dialogs: dialogs.map(({ id }) => id),
  };
}

async function measurePosts(service: Service): Promise<PostResult[]> {
  const bodies = dialogBodies();
  const results: PostResult[] = [];
  // The first run is a warm-up.
  for (const connections of [8, 8, 1])
    results.push(await postDialogs(service, { connections, seconds: POST_SECONDS, bodies }));
  return results.slice(1);
}

async function measureMeilisearch(kinds: readonly Case[], urls: Measured['urls']): Promise<ReadResult[]> {
  const program = findMeilisearch();
  if (!program || kinds.length === 0) return [];
  const engine = await startMeilisearch({ program, directory: join(folder, 'meilisearch') });
  servers.defer(() => engine.stop());
  const measured = await openServices(urls, NOT_ON_ENGINE, { MEILI_URL: engine.url, MEILI_KEY: engine.key });
  const reads = await measureReads(kinds, measured, THOROUGH);
  return reads.map((read) => ({ ...read, what: `${read.what}, on Meilisearch` }));
}

async function measureKeptIndexes(sizes: readonly number[]): Promise<KeptResult[]> {
  const results: KeptResult[] = [];
  for (const dialogs of sizes) {
    const database = await openSearchDatabase(`kept_${dialogs}`);
    results.push(await measureKeptIndex(database, dialogs));
    await closeDatabase(database);
  }
  return results;
}

async function openSearchDatabase(name: string): Promise<Database> {
  const url = await newDatabase(name);
  const database = openDatabase({ url, poolSize: 10, applicationName: 'bench', statementTimeout: 0 });
  await migrate(database, [SEARCH_MIGRATIONS]);
  return database;
}

async function measureEngines(): Promise<EngineResult[]> {
  const results: EngineResult[] = [];
  for (const documents of [2_000, 10_000]) {
    const database = await openSearchDatabase(`engines_${documents}`);
    results.push(...(await compareEngines(database, documents)));
    await closeDatabase(database);
  }
  return results;
}
