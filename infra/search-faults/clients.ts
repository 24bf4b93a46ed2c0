import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExaminedService } from './examined-service.ts';
import { searchOnce } from './searching.ts';

/** Of each service. */
const WRITERS = 2;
const SEARCHERS = 3;

/** Milliseconds between two steps of a client, so that an engine on a small machine can keep up at all. */
const LONGEST_REST = 150;

/** Has people write and search all the time while something happens; those steps that were begun are ended after it. */
export async function withClients<Result>(
  services: readonly ExaminedService[],
  action: () => Promise<Result>,
): Promise<Result> {
  let over = false;
  const goOn = async (step: () => Promise<void>) => {
    while (!over) {
      await step();
      await pause(randomInt(LONGEST_REST));
    }
  };
  const clients = services.flatMap((service) => [
    ...Array.from({ length: WRITERS }, () => goOn(service.createWriter())),
    ...Array.from({ length: SEARCHERS }, () => goOn(() => searchOnce(service))),
  ]);
  const ended = Promise.all(clients);
  try {
    // A client that fails ends it all.
    return await Promise.race([
      action(),
      ended.then(() => Promise.reject(new Error('All clients have ended.'))),
    ]);
  } finally {
    over = true;
    await ended;
  }
}
