import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMeilisearch, startMeilisearch, startPostgres } from '@guidepost/local-servers';
import { closeDatabase, type Database, migrate, openDatabase } from '@guidepost/postgres';
import { SEARCH_MIGRATIONS } from '@guidepost/search';
import { readCommandLine } from '../local/command-line.ts';
import { CASES, type Case } from './cases.ts';
import { HOST, importContent, importLittle } from './content.ts';
import { measureDesks, reportDesks } from './desks.ts';
import { compareEngines, type EngineResult } from './engines.ts';
import { measureFollowers, reportFollowers } from './followers.ts';
import { measureGrowth, reportGrowth } from './growth.ts';
import { readGrowth, writeGrowth } from './growth-section.ts';
import { IN_QUEUE, NOT_ON_ENGINE, untilIndexed } from './indexing.ts';
import { measureLargeForum, reportLargeForum } from './large-forum.ts';
import { measurePosts } from './posts.ts';
import {
  type MeasuredService,
  type ServiceName,
  startBareServer,
  startPeerServer,
  startService,
} from './processes.ts';
import { type Effort, measureRead, type ReadResult } from './reads.ts';
import { plotReads, type Results, reportEngines, reportFloors, reportResults } from './report.ts';

const USAGE = `Usage: npm run bench -- [short | engines | followers | desks | growth | large | <part of a read's name>…]
  [--folder <folder>]

Measures both services beside a bare server, and writes docs/benchmarks.md and its plot. With words it prints only what
they name:
  short       some reads for half a minute; fails when one is far slower than usual
  engines     search engines beside ours
  followers   posts to dialogs with and without followers
  desks       work at both desks
  growth      reads and posts among a thousand of everything and among a million; also written to docs/benchmarks.md
  large       searches among 100,000 dialogs; --folder keeps them for the next time
  guide …     reads whose name contains one of the words`;

const { positionals: words, values } = readCommandLine(USAGE, {
  options: { folder: { type: 'string' } },
  most: Number.POSITIVE_INFINITY,
});

interface Measured {
  services: Record<ServiceName, MeasuredService>;
  databases: Record<ServiceName, Database>;
}

const THOROUGH: Effort = { rounds: 5, keptSeconds: 3, bareSeconds: 2, addresses: 10_000 };
const SHORT_EFFORT: Effort = {
  rounds: 6,
  endsAtFloor: true,
  keptSeconds: 0.5,
  bareSeconds: 0.5,
  addresses: 400,
};

const SHORT = 'short';
const ENGINES = 'engines';
const FOLLOWERS = 'followers';
const DESKS = 'desks';
const GROWTH = 'growth';
const PAGE = new URL('../../docs/benchmarks.md', import.meta.url);
const LARGE = 'large';
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'guidepost-bench-')));
await mkdir(folder, { recursive: true });
const server = await startPostgres({ directory: join(folder, 'postgres'), durable: true });
try {
  if (words[0] === SHORT) {
    process.exitCode = await measureShort();
  } else if (words[0] === ENGINES) {
    process.stdout.write(reportEngines(await measureEngines()));
  } else if (words[0] === FOLLOWERS) {
    process.stdout.write(
      reportFollowers(await measureFollowers(await newDatabase('followers'), join(folder, 'files'))),
    );
  } else if (words[0] === DESKS) {
    const urls = { kb: await newDatabase('kb_desk'), forum: await newDatabase('forum_desk') };
    process.stdout.write(reportDesks(await measureDesks(urls, folder)));
  } else if (words[0] === GROWTH) {
    const section = reportGrowth(await measureGrowth(newDatabase, join(folder, 'files')));
    process.stdout.write(section);
    await writeGrowth(PAGE, section);
  } else if (words[0] === LARGE) {
    await measureLarge();
  } else {
    const results = await measure();
    await finish(results);
  }
} finally {
  await server.release();
  if (values.folder === undefined) await rm(folder, { recursive: true });
}

async function finish(results: Results): Promise<void> {
  if (words.length > 0) process.stdout.write(reportResults(results, ''));
  else await write(results);
}

async function measureLarge(): Promise<void> {
  const url = await newDatabase('large_forum');
  process.stdout.write(reportLargeForum(await measureLargeForum({ url, folder })));
  const program = findMeilisearch();
  if (!program) return;
  const directory = await mkdtemp(join(folder, 'meilisearch-'));
  const meilisearch = await startMeilisearch({ program, directory });
  const result = await measureLargeForum({ url, folder, meilisearch });
  await meilisearch.stop();
  await rm(directory, { recursive: true });
  process.stdout.write(`\nOn Meilisearch: ${reportLargeForum(result)}`);
}

async function measureEngines(): Promise<EngineResult[]> {
  const results: EngineResult[] = [];
  for (const documents of [2_000, 10_000]) {
    const url = await newDatabase(`engines_${documents}`);
    const database = openDatabase({
      url,
      poolSize: 10,
      applicationName: 'bench',
      statementTimeout: 0,
    });
    await migrate(database, [SEARCH_MIGRATIONS]);
    results.push(...(await compareEngines(database, documents)));
    await closeDatabase(database);
  }
  return results;
}

async function measure(): Promise<Results> {
  const urls = { kb: await newDatabase('kb'), forum: await newDatabase('forum') };
  process.stderr.write('importing …\n');
  const imports = await importContent({ urls, folder });
  const [kb, forum] = [openDatabaseOf(urls.kb), openDatabaseOf(urls.forum)];
  const indexing = performance.now();
  const services = await startServices(urls);
  process.stderr.write('indexing …\n');
  const [guides, dialogs] = await Promise.all(
    [kb, forum].map((database) => untilIndexed(database, { waiting: IN_QUEUE, since: indexing })),
  );
  const reads = await measureReads(chosenCases(), { services, databases: { kb, forum } });
  const posts = words.length > 0 ? [] : await measurePosts(services.forum);
  const memory = { kb: await services.kb.memory(), forum: await services.forum.memory() };
  await Promise.all([services.kb.stop(), services.forum.stop()]);
  const searches = await measureMeilisearch(urls, { kb, forum });
  await Promise.all([closeDatabase(kb), closeDatabase(forum)]);
  const engines = words.length > 0 ? [] : await measureEngines();
  return {
    engines,
    imports,
    indexed: { guides: guides ?? 0, dialogs: dialogs ?? 0 },
    reads: [...reads, ...searches],
    posts,
    memory,
  };
}

/** The exit code: 1 when a read is slower than it may be. */
async function measureShort(): Promise<number> {
  const urls = { kb: await newDatabase('kb'), forum: await newDatabase('forum') };
  await importLittle({ urls, folder });
  const databases = { kb: openDatabaseOf(urls.kb), forum: openDatabaseOf(urls.forum) };
  const services = await startServices(urls);
  const since = performance.now();
  for (const database of Object.values(databases)) await untilIndexed(database, { waiting: IN_QUEUE, since });
  const cases = CASES.flatMap((kind) =>
    kind.floor ? [{ ...kind, floor: kind.floor, withPeer: false }] : [],
  );
  const reads = await measureReads(cases, { services, databases }, SHORT_EFFORT);
  await Promise.all([services.kb.stop(), services.forum.stop()]);
  await Promise.all([closeDatabase(databases.kb), closeDatabase(databases.forum)]);
  const { lines, tooSlow } = reportFloors(cases, reads);
  console.log(lines.join('\n'));
  return tooSlow ? 1 : 0;
}

async function startServices(
  urls: Record<ServiceName, string>,
  environment: Record<string, string> = {},
): Promise<Record<ServiceName, MeasuredService>> {
  const [kb, forum] = await Promise.all([
    startService('kb', { KB_DATABASE_URL: urls.kb, ...environment }),
    startService('forum', {
      FORUM_DATABASE_URL: urls.forum,
      FORUM_FILES_DIRECTORY: join(folder, 'files'),
      ...environment,
    }),
  ]);
  return { kb, forum };
}

async function measureMeilisearch(
  urls: Record<ServiceName, string>,
  databases: Record<ServiceName, Database>,
): Promise<ReadResult[]> {
  const program = findMeilisearch();
  const cases = chosenCases().filter(({ what }) => what.startsWith('a search'));
  if (!program || cases.length === 0) return [];
  const engine = await startMeilisearch({ program, directory: join(folder, 'meilisearch') });
  const services = await startServices(urls, { MEILI_URL: engine.url, MEILI_KEY: engine.key });
  process.stderr.write('indexing on Meilisearch …\n');
  const since = performance.now();
  for (const database of Object.values(databases))
    await untilIndexed(database, { waiting: NOT_ON_ENGINE, since });
  const reads = await measureReads(cases, { services, databases });
  await Promise.all([services.kb.stop(), services.forum.stop()]);
  await engine.stop();
  return reads.map((read) => ({ ...read, what: `${read.what}, on Meilisearch` }));
}

function chosenCases(): Case[] {
  return CASES.filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));
}

async function measureReads(
  cases: readonly Case[],
  { services, databases }: Measured,
  effort = THOROUGH,
): Promise<ReadResult[]> {
  const bare = await startBareServer();
  const peer = await startPeerServer(server.url('kb'), HOST);
  const reads: ReadResult[] = [];
  for (const kind of cases) {
    process.stderr.write(`${kind.what} …\n`);
    const { service } = kind;
    const sides = { service: services[service], database: databases[service], bare, peer };
    reads.push(await measureRead(kind, sides, effort));
  }
  await Promise.all([bare.stop(), peer.stop()]);
  return reads;
}

async function newDatabase(name: string): Promise<string> {
  await server.ensureDatabase(name);
  return server.url(name);
}

function openDatabaseOf(url: string): Database {
  return openDatabase({ url, poolSize: 1, applicationName: 'bench', statementTimeout: 0 });
}

async function write(results: Results): Promise<void> {
  await writeFile(PAGE, reportResults(results, await readGrowth(PAGE)));
  await writeFile(new URL('benchmarks.svg', PAGE), plotReads(results.reads));
}
