import fc from 'fast-check';
import type { FuzzedAnswer, FuzzedArea, FuzzedRequest } from './area.ts';

interface Operation {
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

export interface FuzzOptions {
  /** The first seed; from the environment by default. */
  seed?: number;
  /** The least number of requests. */
  count: number;
  send: (request: FuzzedRequest) => Promise<FuzzedAnswer>;
  tally?: Tally;
  /** At most, for what was not reached by then. */
  moreRounds?: number;
}

const { FUZZ_SEED = '18', FUZZ_REQUESTS = '400' } = process.env;

/** The same on each run unless `FUZZ_SEED` is set. */
export const SEED = Number(FUZZ_SEED);

/** Requests to a documented API; `FUZZ_REQUESTS` sets another number. */
export const REQUESTS = Number(FUZZ_REQUESTS);

const MOST_AT_ONCE = 40;
const BATCHES_IN_A_ROUND = 50;
const MORE_ROUNDS = 10;
const BATCHES_IN_MORE = 5;
/** Milliseconds per round, a limit on shrinking. */
const LONGEST_ROUND = 60_000;

/**
 * Sends concurrent requests in rounds of consecutive seeds, then some more to the operations that were never reached.
 * @throws Error with the smallest failing ones and their seed
 */
export async function fuzz(
  area: FuzzedArea,
  { seed = SEED, count, send, tally = createTally(), moreRounds = MORE_ROUNDS }: FuzzOptions,
): Promise<Tally> {
  let sent = 0;
  async function ask(request: FuzzedRequest): Promise<string[]> {
    sent += 1;
    const began = performance.now();
    const mistakes = await send(request).then(
      (answer) => {
        tally.record(area, request, answer, performance.now() - began);
        return area.mistakesIn(request, answer);
      },
      (error: unknown) => [String(error)],
    );
    return mistakes.map((mistake) => `${request.method} ${request.target}: ${mistake}`);
  }
  async function run(operations: readonly string[], options: { seed: number; numRuns: number }) {
    const requests = area.requestsTo(operations);
    const together = fc.array(requests, { minLength: 1, maxLength: MOST_AT_ONCE, size: 'max' });
    const property = fc.asyncProperty(fc.noBias(together), async (batch) => {
      const mistakes = await Promise.all(batch.map(ask));
      if (mistakes.flat().length > 0) throw new Error(mistakes.flat().join('\n'));
    });
    await fc.assert(property, { ...options, interruptAfterTimeLimit: LONGEST_ROUND });
  }
  for (let round = 0; sent < count; round += 1) {
    const batches = Math.ceil((count - sent) / (MOST_AT_ONCE / 2));
    await run(area.operations, { seed: seed + round, numRuns: Math.min(batches, BATCHES_IN_A_ROUND) });
  }
  for (let round = 0; round < moreRounds; round += 1) {
    const missing = tally.neverReached(area);
    if (missing.length > 0) await run(missing, { seed: seed + round, numRuns: BATCHES_IN_MORE });
  }
  return tally;
}

/** How many times new content is made for the operations that were not reached. */
const MORE_CONTENT = 3;

/**
 * Fuzzes areas by name. Requests may delete what others need before these were sent, so what was not reached gets new
 * content.
 * @param makeAreas with new content, by its number
 * @returns for an area, the operations that never succeeded
 */
export async function createAreaFuzzer(
  makeAreas: (content: number) => Promise<FuzzedArea[]>,
  send: FuzzOptions['send'],
): Promise<(name: string, count: number) => Promise<string[]>> {
  let content = 0;
  const areas = await makeAreas(content);
  return async (name, count) => {
    const area = named(areas, name);
    const tally = await fuzz(area, { count, send });
    for (let more = 0; more < MORE_CONTENT && tally.neverReached(area).length > 0; more += 1) {
      content += 1;
      await fuzz(named(await makeAreas(content), name), { count: 0, send, tally });
    }
    return tally.neverReached(area);
  };
}

function named(areas: readonly FuzzedArea[], name: string): FuzzedArea {
  const area = areas.find((each) => each.name === name);
  if (!area) throw new Error(`There is no area called ${name}.`);
  return area;
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
