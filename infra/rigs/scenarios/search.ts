import { randomInt } from 'node:crypto';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type OwnMeilisearch, startOwnMeilisearch } from '@guidepost/local-servers/testing';
import { startClients } from '../load.ts';
import { openDatabaseOf, type Place, startDatabases, startService } from '../place.ts';
import { describeCounts, type Report } from '../report.ts';
import type { Run } from '../scenario.ts';
import { createLedger, isSettled, send, wrongAnswers } from '../search/ledger.ts';
import { prepareSearched, type SearchedService } from '../search/subjects.ts';
import { verify } from '../search/verify.ts';

export async function killSearch({ place, report, options, stop }: Run<'kills'>): Promise<void> {
  const searched = await openSearched(place);
  const examination = { kills: options.kills, progress: report.progress, stop };
  report.wrong.push(...(await examineSearch(searched, examination)));
  for (const { name, ledger } of searched.services) {
    const marks = ledger.records.reduce((sum, record) => sum + record.marks.size, 0);
    report.figure(name, `${describeCounts(ledger.answers)}; ${marks} words looked for in both engines`);
    report.wrong.push(...wrongAnswers(ledger).map((wrong) => `${name}: ${wrong}`));
  }
}

/** Both services on one Meilisearch. */
export interface Searched {
  meilisearch: OwnMeilisearch;
  services: SearchedService[];
}

export async function openSearched(place: Place): Promise<Searched> {
  const names = ['kb', 'forum'] as const;
  const postgres = await startDatabases(place, names);
  const meilisearch = await startOwnMeilisearch();
  place.servers.defer(() => meilisearch.remove());
  const services: SearchedService[] = [];
  for (const name of names) {
    const folder = join(place.folder, name);
    await mkdir(folder);
    const { origin } = await startService(place, name, {
      [`${name.toUpperCase()}_DATABASE_URL`]: postgres.url(name),
      FORUM_FILES_DIRECTORY: folder,
      MEILI_URL: meilisearch.url,
      MEILI_KEY: meilisearch.key,
    });
    const database = openDatabaseOf(place, postgres.url(name));
    services.push(await prepareSearched({ name, database, origin, folder, ledger: createLedger() }));
  }
  return { meilisearch, services };
}

export interface Examination extends Pick<Report, 'progress'> {
  kills: number;
  /** Aborts with an error. */
  stop: AbortSignal;
}

/** The fates of the data while the server is down, in rotation. */
const FATES = [
  'as they were',
  'lost',
  'as they were',
  'as they were',
  'an older copy',
  'as they were',
] as const;

/** Kills between checks; a later rebuild could hide earlier faults. */
const ROUND = 3;

/** Milliseconds, at most. Every seventh outage is longer than an index may lag. */
const PEACE = 3_000;
const ABSENCE = 3_000;
const LONG_ABSENCE = 12_000;

/** Whether the index is ready and has confirmed a batch after $1. */
const IS_FED = 'select coalesce(bool_and(ready and position > $1), false) as reached from search_indexes';

const HAS_ALL = `select coalesce(bool_and(ready), false)
    and not exists (select from search_backlog where set_aside is null)
    and not exists (select from search_queue where set_aside is null) as reached
  from search_indexes`;

/** Kills Meilisearch under load, and checks that nothing that was confirmed is lost. @returns a line for each fault */
export async function examineSearch(searched: Searched, examination: Examination): Promise<string[]> {
  const { kills, progress } = examination;
  const faults: string[] = [];
  for (let killed = 0; killed < kills; killed += ROUND) {
    await whilePeopleWork(searched.services, async () => {
      const end = Math.min(kills, killed + ROUND);
      for (let kill = killed; kill < end; kill += 1) await killOnce(searched, examination, kill);
    });
    const began = performance.now();
    if (!(await untilReached(HAS_ALL, 180, { ...searched, ...examination })))
      faults.push('The engine did not catch up.');
    progress(`It caught up after ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
    faults.push(...(await verify(searched, 'changed')));
  }
  return [...faults, ...(await verify(searched, 'all'))];
}

async function killOnce(searched: Searched, examination: Examination, kill: number): Promise<void> {
  const { meilisearch } = searched;
  const { kills, progress, stop } = examination;
  // The last kill of a round may come during a rebuild; an old copy needs feeding since to be outdated.
  if (kill % ROUND < ROUND - 1) await untilReached(IS_FED, 30, { ...searched, stop });
  await pause(randomInt(PEACE), undefined, { signal: stop });
  const fate = FATES[kill % FATES.length];
  progress(`Kill ${kill + 1} of ${kills}; the data: ${fate}`);
  await meilisearch.kill();
  const copy = `${meilisearch.data}.copy`;
  if (fate === 'as they were') await replace(copy, meilisearch.data);
  if (fate === 'an older copy') await replace(meilisearch.data, copy);
  if (fate === 'lost') await meilisearch.deleteData();
  await pause(kill % 7 === 6 ? LONG_ABSENCE : randomInt(ABSENCE));
  await meilisearch.start();
}

async function replace(folder: string, by: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(by, folder, { recursive: true });
}

/** Polls a statement for each service; resolves with whether all succeeded in time. */
async function untilReached(
  statement: string,
  seconds: number,
  { services, stop }: Pick<Searched, 'services'> & Pick<Examination, 'stop'>,
): Promise<boolean> {
  const end = performance.now() + seconds * 1_000;
  const reached = services.map(async ({ database }) => {
    // Later batches have higher numbers.
    const { now } = await database.one<{ now: number }>('select last_value as now from search_changes');
    while (!(await database.one<{ reached: boolean }>(statement, [now])).reached) {
      if (performance.now() > end) return false;
      await pause(50, undefined, { signal: stop });
    }
    return true;
  });
  return (await Promise.all(reached)).every(Boolean);
}

const STEPS = [writeOnce, writeOnce, searchOnce, searchOnce, searchOnce];

/** Milliseconds between a client's steps, so that an engine on a small machine can keep up. */
const LONGEST_REST = 150;

async function whilePeopleWork(
  services: readonly SearchedService[],
  action: () => Promise<void>,
): Promise<void> {
  const people = services.flatMap((service) =>
    STEPS.map((step) => startClients(1, () => step(service), LONGEST_REST)),
  );
  try {
    // A failing client ends everything.
    await Promise.race([action(), Promise.all(people.map(({ ended }) => ended))]);
  } finally {
    await Promise.all(people.map((one) => one.stop()));
  }
}

async function writeOnce({ create, changes, ledger }: SearchedService): Promise<void> {
  const change = choose([...changes, ...changes.map(() => undefined)]);
  const record = choose(ledger.records.filter((one) => one.visibility === change?.of && isSettled(one)));
  if (!change || !record) return create();
  record.version += 1;
  await change.make(record);
  record.visibility = change.becomes ?? record.visibility;
  record.version += 1;
}

async function searchOnce({ ledger, searchAddress, readIds }: SearchedService): Promise<void> {
  const record = choose(ledger.records);
  const mark = choose([...(record?.marks.keys() ?? [])]);
  const words = choose([mark, mark, mark, 'the']) ?? 'the';
  const before = record && { ...record };
  const headers = { accept: 'application/vnd.api+json' };
  const answer = await send(ledger, 'search', () => fetch(searchAddress(words), { headers }));
  if (!answer?.ok) return;
  const ids = readIds(await answer.json());
  // A record that is being changed may or may not be found.
  const isUnchanged = record && isSettled(record) && record.version === before?.version;
  if (isUnchanged && record.visibility !== 'shown' && ids.includes(record.id)) ledger.shownAfterRemoval += 1;
}

function choose<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}
