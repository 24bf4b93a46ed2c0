import { randomInt } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnMeilisearch } from '@guidepost/testing';

/** What becomes of the data while the server is away. */
export const FATES = ['as they were', 'lost', 'as they were', 'an older copy'] as const;
export type Fate = (typeof FATES)[number];

const SHORTEST_AWAY = 200;
const LONGEST_AWAY = 3_000;

/** Longer than search waits for an index to have heard of changes. */
const LONG_AWAY = 12_000;

/**
 * Kills a server again and again, and starts it again on data that have met their fate.
 * @returns what strikes once
 */
export function createFaults(server: OwnMeilisearch): (fate: Fate, isLong: boolean) => Promise<void> {
  const copy = `${server.data}.copy`;
  let hasCopy = false;
  return async (fate, isLong) => {
    await server.kill();
    if (fate === 'lost') await server.deleteData();
    if (fate === 'an older copy' && hasCopy) {
      await server.deleteData();
      await cp(copy, server.data, { recursive: true });
    }
    if (fate === 'as they were') {
      await rm(copy, { recursive: true, force: true });
      await cp(server.data, copy, { recursive: true });
      hasCopy = true;
    }
    await pause(isLong ? LONG_AWAY : randomInt(SHORTEST_AWAY, LONGEST_AWAY));
    await server.start();
  };
}
