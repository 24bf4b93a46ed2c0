import { randomInt } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { whilePeopleWork } from './clients.ts';
import type { Place } from './place.ts';
import { verify } from './verify.ts';

export interface Examination {
  kills: number;
  say: (line: string) => void;
  /** Aborts with an error. */
  stop: AbortSignal;
}

/** What happens to the data while the server is down, in rotation. */
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
export async function examineSearch(place: Place, examination: Examination): Promise<string[]> {
  const { kills, say } = examination;
  const faults: string[] = [];
  for (let killed = 0; killed < kills; killed += ROUND) {
    await whilePeopleWork(place.services, async () => {
      const end = Math.min(kills, killed + ROUND);
      for (let kill = killed; kill < end; kill += 1) await killOnce(place, examination, kill);
    });
    const began = performance.now();
    if (!(await until(HAS_ALL, 180, { ...place, ...examination })))
      faults.push('The engine did not catch up.');
    say(`It caught up after ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
    faults.push(...(await verify(place, 'changed')));
  }
  return [...faults, ...(await verify(place, 'all'))];
}

async function killOnce(place: Place, examination: Examination, kill: number): Promise<void> {
  const { meilisearch } = place;
  const { kills, say, stop } = examination;
  // The last kill of a round may come during a rebuild; an old copy needs feeding since to be outdated.
  if (kill % ROUND < ROUND - 1) await until(IS_FED, 30, { ...place, stop });
  await pause(randomInt(PEACE), undefined, { signal: stop });
  const fate = FATES[kill % FATES.length];
  say(`Kill ${kill + 1} of ${kills}; the data: ${fate}`);
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
async function until(
  statement: string,
  seconds: number,
  { services, stop }: Pick<Place, 'services'> & Pick<Examination, 'stop'>,
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
