import type { FuzzedArea } from './area.ts';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';

export interface Operation {
  area: string;
  name: string;
  statuses: Map<number, number>;
  reached: number;
}

/** How often each operation was answered with which status. */
export interface Tally {
  record(area: FuzzedArea, request: FuzzedRequest, answer: FuzzedAnswer, milliseconds: number): void;
  operations(): Operation[];
  /** Expected operations of an area that never did what they are for. */
  neverReached(area: FuzzedArea): string[];
  /** All requests, also those to no operation. */
  count(): number;
  slowest(): { milliseconds: number; request: string };
}

export function createTally(): Tally {
  const operations = new Map<string, Operation>();
  let count = 0;
  let slowest = { milliseconds: 0, request: '' };

  function find(area: string, name: string): Operation {
    const key = `${area} ${name}`;
    const found = operations.get(key) ?? { area, name, statuses: new Map<number, number>(), reached: 0 };
    operations.set(key, found);
    return found;
  }

  return {
    record(area, request, answer, milliseconds) {
      count += 1;
      if (milliseconds > slowest.milliseconds)
        slowest = { milliseconds, request: `${request.method} ${request.target}` };
      const name = area.operationOf(request);
      if (name === undefined) return;
      const operation = find(area.name, name);
      operation.statuses.set(answer.status, (operation.statuses.get(answer.status) ?? 0) + 1);
      if (area.isReached(answer)) operation.reached += 1;
    },
    operations: () => [...operations.values()],
    neverReached: ({ name: area, expected }) => expected.filter((name) => find(area, name).reached === 0),
    count: () => count,
    slowest: () => slowest,
  };
}
