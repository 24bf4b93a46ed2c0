import { setTimeout as pause } from 'node:timers/promises';
import type { ExaminedService } from './examined-service.ts';

const LOOK = 50;

/** Whether the engine is asked: its index is ready, and has heard of all but the newest changes. */
const IS_ASKED = `select coalesce(bool_and(s.state = 'ready'), false) as reached
  from search_indexes i, search_index_state(i.settings) s`;

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

/** Waits until all services ask the engine; resolves with whether they did in time. */
export function untilAsked(waiting: Waiting): Promise<boolean> {
  return until(IS_ASKED, waiting);
}

/** Waits until nothing is left that the engine has not heard of. */
export function untilCaughtUp(waiting: Waiting): Promise<boolean> {
  return until(HAS_ALL, waiting);
}

async function until(query: string, { services, seconds, stop }: Waiting): Promise<boolean> {
  const deadline = performance.now() + seconds * 1_000;
  while (performance.now() < deadline) {
    const reached = await Promise.all(
      services.map(({ database }) => database.one<{ reached: boolean }>(query)),
    );
    if (reached.every((one) => one.reached)) return true;
    await pause(LOOK, undefined, { signal: stop });
  }
  return false;
}
