import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExaminedService } from './examined-service.ts';
import { searchOnce } from './searching.ts';

/** Of each service. */
const WRITERS = 2;
const SEARCHERS = 3;

/** Milliseconds between two steps of a client, so that an engine on a small machine can keep up at all. */
const LONGEST_REST = 150;

/** Somebody who writes or searches: each call is one step. */
export type Client = () => Promise<void>;

export function createClients(services: readonly ExaminedService[]): Client[] {
  return services.flatMap((service) => [
    ...Array.from({ length: WRITERS }, () => service.createWriter()),
    ...Array.from({ length: SEARCHERS }, () => () => searchOnce(service)),
  ]);
}

/** Has clients work all the time while something happens; those steps that were begun are ended after it. */
export async function withClients<Result>(
  clients: readonly Client[],
  action: () => Promise<Result>,
): Promise<Result> {
  let over = false;
  const goOn = async (step: Client) => {
    while (!over) {
      await step();
      await pause(randomInt(LONGEST_REST));
    }
  };
  const ended = Promise.all(clients.map(goOn));
  // A client that fails ends it all.
  const failed = ended.then(() => Promise.reject(new Error('All clients have ended.')));
  try {
    return await Promise.race([action(), failed]);
  } finally {
    over = true;
    await ended;
  }
}
