import { setTimeout as pause } from 'node:timers/promises';
import type { ExaminedService } from './examined-service.ts';

const LOOK = 50;

/** The number of a batch that is begun now would be higher. */
const NOW = 'select last_value as moment from search_changes';

/** Whether the index is complete, and has confirmed a batch that was begun after $1. */
const IS_FED = `select coalesce(bool_and(ready and position > $1), false) as reached from search_indexes`;

/** Whether it has heard of everything. */
const HAS_ALL = `select coalesce(bool_and(ready), false)
    and not exists (select from search_backlog where set_aside is null)
    and not exists (select from search_queue where set_aside is null) as reached
  from search_indexes`;

/** For what is waited, and how long. */
export interface Waiting {
  services: readonly ExaminedService[];
  seconds: number;
  stop: AbortSignal;
}

/** Waits until the engine is complete and takes changes again; resolves with whether it was so in time. */
export async function untilFed(waiting: Waiting): Promise<boolean> {
  const moments = await Promise.all(
    waiting.services.map(({ database }) => database.one<{ moment: number }>(NOW)),
  );
  return until(
    ({ database }, index) => database.one<{ reached: boolean }>(IS_FED, [moments[index]?.moment]),
    waiting,
  );
}

/** Waits until nothing is left that the engine has not heard of; resolves with whether it was so in time. */
export function untilCaughtUp(waiting: Waiting): Promise<boolean> {
  return until(({ database }) => database.one<{ reached: boolean }>(HAS_ALL), waiting);
}

async function until(
  look: (service: ExaminedService, index: number) => Promise<{ reached: boolean }>,
  { services, seconds, stop }: Waiting,
): Promise<boolean> {
  const deadline = performance.now() + seconds * 1_000;
  while (performance.now() < deadline) {
    const looks = await Promise.all(services.map(look));
    if (looks.every(({ reached }) => reached)) return true;
    await pause(LOOK, undefined, { signal: stop });
  }
  return false;
}
