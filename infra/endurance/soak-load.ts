import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '../bench/processes.ts';
import { createVisit, type Visit } from './visitor.ts';

export interface Action {
  /** How often, compared with the others. */
  weight: number;
  /** @param number of this visit, none of which is repeated */
  run(visit: Visit, number: number): Promise<unknown>;
}

export interface SoakedService {
  name: ServiceName;
  /** Of the process. */
  environment: Record<string, string>;
  actions: readonly Action[];
}

export interface SoakLoad {
  counts(): { done: number; failed: number; busy: number };
  stop(): Promise<string[]>;
}

const VISITORS = 8;
/** At most, between the visits of one. */
const PAUSE_MILLISECONDS = 200;

/** Visitors who choose by weight what they do. */
export function startSoakLoad(origin: string, actions: readonly Action[]): SoakLoad {
  const total = actions.reduce((sum, { weight }) => sum + weight, 0);
  const failures: string[] = [];
  let stopped = false;
  let number = 0;
  let busy = 0;
  const visit = createVisit(origin, anyAddress, () => {
    busy += 1;
  });

  function choose(): Action | undefined {
    let rest = Math.random() * total;
    return actions.find(({ weight }) => {
      rest -= weight;
      return rest <= 0;
    });
  }

  async function visitOften(): Promise<void> {
    while (!stopped) {
      number += 1;
      await choose()
        ?.run(visit, number)
        .catch((error: Error) => failures.push(String(error.cause ?? error)));
      await pause(Math.random() * PAUSE_MILLISECONDS);
    }
  }

  const visitors = Array.from({ length: VISITORS }, visitOften);
  return {
    counts: () => ({ done: number, failed: failures.length, busy }),
    async stop() {
      stopped = true;
      await Promise.all(visitors);
      return failures;
    },
  };
}

function anyAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}
