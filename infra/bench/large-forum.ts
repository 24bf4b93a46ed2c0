import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findMeilisearch, startMeilisearch } from '@guidepost/local-servers';
import { until } from '@guidepost/local-servers/testing';
import type { Database } from '@guidepost/postgres';
import { openDatabaseOf, type Place, type Service, startService } from '../rigs/place.ts';
import { searchAddress } from './cases.ts';
import { importDialogs } from './content.ts';
import { IN_QUEUE, load, NOT_ON_ENGINE, untilIndexed } from './measure.ts';
import { createQueries } from './queries.ts';

const COMMENTS_OF_A_DIALOG = 5;
const SEARCHES = 1_000;
const PATHS = createQueries(SEARCHES).map((query) => searchAddress(encodeURIComponent(query)));
const ANSWER_SECONDS = 600;
/** Smaller indexes are not kept, and fit into any memory. */
const LARGE = 20_000;
const KEPT = 'select 1 from search_kept_indexes where parts > 0';

/** An engine that answers searches, and the variables of a service for it. */
interface Mode {
  name: string;
  /** In the metric of searches that are answered as they should be. */
  engine: string;
  variables: Record<string, string>;
  waiting: string;
}

interface Row {
  dialogs: number;
  mode: string;
  /**
   * Documents a second, and the service's milliseconds of processor time for each, where they were indexed in this run.
   */
  fed: { rate: number; cpu: number } | undefined;
  /** Seconds from the start of the process to an answer, and to one of the mode. */
  first: number;
  complete: number;
  searches: number;
  median: number;
  slowest: number;
  cpu: number;
  resident: number;
}

/**
 * Searches among forums of these sizes: by the index in memory, by the database alone, and on Meilisearch if it is
 * installed.
 */
export async function measureLargeForums(
  place: Place,
  newDatabase: (name: string) => Promise<string>,
  sizes: readonly number[],
): Promise<string> {
  const rows: Row[] = [];
  for (const dialogs of sizes) {
    const url = await newDatabase(`large_forum_${dialogs}`);
    const database = openDatabaseOf(place, url);
    await importUnlessThere(place, database, { url, dialogs });
    for (const mode of await modesFor(place, dialogs)) {
      rows.push(await measureIn(place, database, { url, dialogs, mode }));
      process.stderr.write(lineOf(rows.at(-1)));
    }
  }
  return `| dialogs | answered by | indexed a second | processor time for each | first answer | complete answer | searches a second | half within | all within | processor time of a search | memory of the process |
| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(lineOf).join('')}`;
}

function lineOf(row: Row | undefined): string {
  if (!row) return '';
  const { fed, first, complete, searches, median, slowest, cpu, resident } = row;
  const feeding = fed ? `${fed.rate.toFixed(0)} | ${fed.cpu.toFixed(1)} ms` : ' | ';
  const times = `${first.toFixed(1)} s | ${complete.toFixed(1)} s | ${searches.toFixed(0)} | ${median} ms | ${slowest} ms`;
  return `| ${row.dialogs.toLocaleString('en')} | ${row.mode} | ${feeding} | ${times} | ${cpu.toFixed(1)} ms | ${(resident / 2 ** 20).toFixed(0)} MB |\n`;
}

async function importUnlessThere(
  place: Place,
  database: Database,
  { url, dialogs }: { url: string; dialogs: number },
): Promise<void> {
  const { forums } = await database.one("select to_regclass('forums') is not null as forums");
  if (forums) return;
  process.stderr.write(`importing ${dialogs} dialogs …\n`);
  await importDialogs(url, place.folder, { dialogs, comments: COMMENTS_OF_A_DIALOG * dialogs, seed: 1 });
}

async function modesFor(place: Place, dialogs: number): Promise<Mode[]> {
  const modes: Mode[] = [
    { name: 'the process', engine: 'embedded', variables: { SEARCH_MEMORY: '8192' }, waiting: IN_QUEUE },
  ];
  // The least memory that can be configured is less than a large index takes.
  if (dialogs >= LARGE)
    modes.push({
      name: 'the database',
      engine: 'database',
      variables: { SEARCH_MEMORY: '16' },
      waiting: IN_QUEUE,
    });
  const program = findMeilisearch();
  if (!program) return modes;
  const directory = await mkdtemp(join(place.folder, 'meilisearch-'));
  const { url, key, stop } = await startMeilisearch({ program, directory });
  place.servers.defer(async () => {
    await stop();
    await rm(directory, { recursive: true });
  });
  const variables = { MEILI_URL: url, MEILI_KEY: key, SEARCH_MEMORY: '16' };
  return [...modes, { name: 'Meilisearch', engine: 'meilisearch', variables, waiting: NOT_ON_ENGINE }];
}

async function measureIn(
  place: Place,
  database: Database,
  { url, dialogs, mode }: { url: string; dialogs: number; mode: Mode },
): Promise<Row> {
  const environment = {
    FORUM_DATABASE_URL: url,
    FORUM_FILES_DIRECTORY: join(place.folder, 'files'),
    ...mode.variables,
  };
  const start = () => startService(place, 'forum', environment, { built: true });
  const fed = await feed(database, { start, mode, dialogs });
  if (mode.engine === 'embedded' && dialogs >= LARGE) await keep(database, start);
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1_000;
  const service = await start();
  const answers = async () => (await fetch(service.origin + PATHS[0])).ok;
  await until('a search is answered', answers, ANSWER_SECONDS);
  const first = since();
  const isUsual = async () => {
    await answers();
    return (await service.metrics()).includes(`searches_total{engine="${mode.engine}"`);
  };
  await until('a search is answered as it should be', isUsual, ANSWER_SECONDS);
  const complete = since();
  await load(service.origin, { paths: PATHS });
  await service.load();
  const { rate, latency } = await load(service.origin, { paths: PATHS });
  const { cpuMilliseconds } = await service.load();
  const { residentBytes: resident } = await service.memory();
  await service.stop();
  const [median, slowest, cpu] = [latency.p50, latency.max, cpuMilliseconds / SEARCHES];
  return { dialogs, mode: mode.name, fed, first, complete, searches: rate, median, slowest, cpu, resident };
}

/** Indexes what waits, unless nothing does. */
async function feed(
  database: Database,
  { start, mode, dialogs }: { start: () => Promise<Service>; mode: Mode; dialogs: number },
): Promise<Row['fed']> {
  // Meilisearch begins empty, which the service would notice after some seconds.
  if (mode.waiting === NOT_ON_ENGINE) await database.none('delete from search_indexes');
  if (!(await database.oneOrNone(mode.waiting))) return undefined;
  process.stderr.write('indexing …\n');
  const service = await start();
  await service.load();
  const seconds = await untilIndexed(database, { waiting: mode.waiting, since: performance.now() });
  const { cpuMilliseconds } = await service.load();
  await service.stop();
  return { rate: dialogs / seconds, cpu: cpuMilliseconds / dialogs };
}

/** The first process that has made an index keeps it for the next. */
async function keep(database: Database, start: () => Promise<Service>): Promise<void> {
  const service = await start();
  await until('the index is kept', () => database.oneOrNone(KEPT), ANSWER_SECONDS);
  await service.stop();
}
