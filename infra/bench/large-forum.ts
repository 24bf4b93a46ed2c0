import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findMeilisearch, startMeilisearch } from '@guidepost/local-servers';
import { until } from '@guidepost/local-servers/testing';
import { openDatabaseOf, type Place, startService } from '../rigs/place.ts';
import { searchAddress } from './cases.ts';
import { importDialogs } from './content.ts';
import { CONNECTIONS, IN_QUEUE, load, NOT_ON_ENGINE, untilIndexed } from './measure.ts';
import { createQueries } from './queries.ts';

const SIZE = { dialogs: 100_000, comments: 500_000, seed: 1 };
const SEARCHES = 1_000;
const PATHS = createQueries(SEARCHES).map((query) => searchAddress(encodeURIComponent(query)));
const ANSWER_SECONDS = 600;

interface Engine {
  url: string;
  key: string;
}

/** Searches among 100,000 dialogs with 500,000 comments, and again on Meilisearch if that is installed. */
export async function measureLargeForum(place: Place, url: string): Promise<string> {
  const embedded = await measureOn(place, url);
  const program = findMeilisearch();
  if (!program) return embedded;
  const directory = await mkdtemp(join(place.folder, 'meilisearch-'));
  const meilisearch = await startMeilisearch({ program, directory });
  place.servers.defer(async () => {
    await meilisearch.stop();
    await rm(directory, { recursive: true });
  });
  return `${embedded}\nOn Meilisearch: ${await measureOn(place, url, meilisearch)}`;
}

async function measureOn(place: Place, url: string, engine?: Engine): Promise<string> {
  const environment = {
    FORUM_DATABASE_URL: url,
    FORUM_FILES_DIRECTORY: join(place.folder, 'files'),
    ...(engine && { MEILI_URL: engine.url, MEILI_KEY: engine.key }),
  };
  const indexed = await fill(place, environment, engine);
  const begun = performance.now();
  const service = await startService(place, 'forum', environment, { built: true });
  const answers = async () => (await fetch(service.origin + PATHS[0])).ok;
  await until('a search is answered', answers, ANSWER_SECONDS);
  const ready = (performance.now() - begun) / 1_000;
  await load(service.origin, { paths: PATHS });
  await service.load();
  const { rate, latency } = await load(service.origin, { paths: PATHS });
  const { cpuMilliseconds, longestStall } = await service.load();
  await service.stop();
  return `${SIZE.dialogs} dialogs with ${SIZE.comments} comments, ${CONNECTIONS} clients: ${rate.toFixed(0)} searches a second.
Half of them within ${latency.p50} ms, 90 % within ${latency.p90} ms, 97.5 % within ${latency.p97_5} ms, all within ${latency.max} ms.
Processor time of the service for a search: ${(cpuMilliseconds / SEARCHES).toFixed(1)} ms.
Longest that its event loop stood still: ${longestStall.toFixed(0)} ms.
The first search was answered ${ready.toFixed(0)} s after the start.
${indexed === undefined ? '' : `Indexed: ${indexed.toFixed(0)} documents a second.\n`}`;
}

/** Imports the dialogs unless the database has them. @returns documents indexed a second, unless all were */
async function fill(
  place: Place,
  environment: Record<string, string> & { FORUM_DATABASE_URL: string },
  engine: Engine | undefined,
): Promise<number | undefined> {
  const url = environment.FORUM_DATABASE_URL;
  const database = openDatabaseOf(place, url);
  const { forums } = await database.one("select to_regclass('forums') is not null as forums");
  if (!forums) {
    process.stderr.write('importing …\n');
    await importDialogs(url, place.folder, SIZE);
  }
  const waiting = engine ? NOT_ON_ENGINE : IN_QUEUE;
  // Meilisearch begins empty, which the service would notice after some seconds.
  if (engine) await database.none('delete from search_indexes');
  if (!(await database.oneOrNone(waiting))) return undefined;
  process.stderr.write('indexing …\n');
  const service = await startService(place, 'forum', environment, { built: true });
  const seconds = await untilIndexed(database, { waiting, since: performance.now() });
  await service.stop();
  return SIZE.dialogs / seconds;
}
