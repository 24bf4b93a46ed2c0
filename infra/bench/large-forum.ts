import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, openDatabase } from '@guidepost/postgres';
import { archiveLines } from '../archives/archive.ts';
import { FORUM } from './content.ts';
import { IN_QUEUE, NOT_ON_ENGINE, untilIndexed } from './indexing.ts';
import { type Load, type MeasuredService, runCommand, startService } from './processes.ts';
import { createQueries } from './queries.ts';

const SIZE = { dialogs: 100_000, comments: 500_000, seed: 1 };
const CLIENTS = 20;
const SEARCHES = 1_000;
const QUERIES = createQueries(SEARCHES);

export interface LargeForumResult {
  /** Seconds from the start of the service until a search was answered. */
  ready: number;
  /** Documents a second, if they were indexed on Meilisearch in this run. */
  indexed?: number;
  rate: number;
  /** Milliseconds of an answer: the median, what 95 % and 97.5 % stay within, the longest. */
  latency: readonly number[];
  load: Load;
}

interface Environment extends Record<string, string> {
  FORUM_DATABASE_URL: string;
}

interface Place {
  url: string;
  folder: string;
  meilisearch?: { url: string; key: string } | undefined;
}

/** Searches among 100,000 dialogs with 500,000 comments by 20 clients; imports them unless the database has them. */
export async function measureLargeForum({ url, folder, meilisearch }: Place): Promise<LargeForumResult> {
  const environment: Environment = {
    FORUM_DATABASE_URL: url,
    FORUM_FILES_DIRECTORY: join(folder, 'files'),
    ...(meilisearch && { MEILI_URL: meilisearch.url, MEILI_KEY: meilisearch.key }),
  };
  const indexed = await fill(environment, folder);
  const begun = performance.now();
  const service = await startService('forum', environment);
  await untilSearching(service);
  const ready = (performance.now() - begun) / 1_000;
  await searchAll(service);
  await service.load();
  const since = performance.now();
  const times = await searchAll(service);
  const rate = times.length / ((performance.now() - since) / 1_000);
  const load = await service.load();
  await service.stop();
  const latency = [0.5, 0.95, 0.975, 1].map((share) => times[Math.ceil(share * times.length) - 1] ?? 0);
  return { ready, ...(indexed !== undefined && { indexed }), rate, latency, load };
}

export function reportLargeForum({ ready, indexed, rate, latency, load }: LargeForumResult): string {
  const [half, most, nearlyAll, all] = latency.map((milliseconds) => milliseconds.toFixed(0));
  return `${SIZE.dialogs} dialogs with ${SIZE.comments} comments, ${CLIENTS} clients: ${rate.toFixed(0)} searches a second.
Half of them within ${half} ms, 95 % within ${most} ms, 97.5 % within ${nearlyAll} ms, all within ${all} ms.
Processor time of the service for a search: ${(load.cpuMilliseconds / SEARCHES).toFixed(1)} ms.
Longest that its event loop stood still: ${load.longestStall.toFixed(0)} ms.
The first search was answered ${ready.toFixed(0)} s after the start.
${indexed === undefined ? '' : `Indexed: ${indexed.toFixed(0)} documents a second.\n`}`;
}

/** @returns documents indexed a second, unless all were */
async function fill(environment: Environment, folder: string): Promise<number | undefined> {
  const url = environment.FORUM_DATABASE_URL;
  const database = openDatabase({ url, poolSize: 1, applicationName: 'bench', statementTimeout: 0 });
  try {
    const { forums } = await database.one("select to_regclass('forums') is not null as forums");
    if (!forums) await importDialogs(url, folder);
    const waiting = environment.MEILI_URL ? NOT_ON_ENGINE : IN_QUEUE;
    // Meilisearch begins empty, which the service would notice after some seconds.
    if (environment.MEILI_URL) await database.none('delete from search_indexes');
    if (!(await database.oneOrNone(waiting))) return undefined;
    process.stderr.write('indexing …\n');
    const service = await startService('forum', environment);
    const seconds = await untilIndexed(database, { waiting, since: performance.now() });
    await service.stop();
    return SIZE.dialogs / seconds;
  } finally {
    await closeDatabase(database);
  }
}

async function importDialogs(url: string, folder: string): Promise<void> {
  process.stderr.write('importing …\n');
  const forum = (...words: string[]) => runCommand('forum', url, words);
  const archive = join(folder, 'large.ndjson');
  await pipeline(archiveLines(SIZE), createWriteStream(archive));
  await forum('account', 'create', 'Bench');
  await forum('create', FORUM, '--account', 'Bench', '--name', 'Bench');
  await forum('import', FORUM, archive);
}

async function untilSearching({ address }: MeasuredService): Promise<void> {
  while (!(await fetch(searchAt(address, QUERIES[0] ?? ''))).ok) await pause(100);
}

/** Milliseconds that each search took, in ascending order. */
async function searchAll({ address }: MeasuredService): Promise<number[]> {
  const waiting = [...QUERIES];
  const times: number[] = [];
  const ask = async () => {
    for (let query = waiting.pop(); query !== undefined; query = waiting.pop()) {
      const begun = performance.now();
      const answer = await fetch(searchAt(address, query), { headers: { 'Accept-Encoding': 'identity' } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The search for ${query} was answered with ${answer.status}.`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, ask));
  return times.sort((one, other) => one - other);
}

function searchAt(address: string, query: string): string {
  return `${address}/api/search/${FORUM}/${encodeURIComponent(query)}.json?limit=20`;
}
