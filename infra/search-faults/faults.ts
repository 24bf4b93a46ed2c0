import { randomInt } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnMeilisearch } from '@guidepost/local-servers/testing';

/** What becomes of the data while the server is away. */
export type Fate = 'as they were' | 'an older copy' | 'lost';

/** A kill. */
export interface Fault {
  fate: Fate;
  /** Whether it waits until the server is fed again after the last one; else it comes while that may be filled. */
  whenFed: boolean;
}

const SHORTEST_AWAY = 200;
const LONGEST_AWAY = 3_000;

/** Longer than search waits for an index to have heard of changes. */
const LONG_AWAY = 12_000;

/**
 * After each of these nothing may be missing: what one of them spoils the next could mend, since a lost index is filled
 * with everything. A copy is older when the server was fed after it was made.
 */
const ROUNDS: readonly (readonly Fault[])[] = [
  [
    { fate: 'as they were', whenFed: true },
    { fate: 'lost', whenFed: true },
    { fate: 'as they were', whenFed: false },
  ],
  [
    { fate: 'as they were', whenFed: true },
    { fate: 'an older copy', whenFed: true },
    { fate: 'as they were', whenFed: false },
  ],
];

/** So many kills, in rounds, again and again the same ones. */
export function listRounds(kills: number): Fault[][] {
  const rounds: Fault[][] = [];
  for (let left = kills; left > 0; left -= rounds.at(-1)?.length ?? left) {
    rounds.push(ROUNDS[rounds.length % ROUNDS.length]?.slice(0, left) ?? []);
  }
  return rounds;
}

/**
 * Kills a server again and again, and starts it again on data that have met their fate.
 * @returns what strikes once
 */
export function createFaults(server: OwnMeilisearch): (fate: Fate, isLong: boolean) => Promise<void> {
  const copy = `${server.data}.copy`;
  return async (fate, isLong) => {
    await server.kill();
    if (fate === 'lost') await server.deleteData();
    if (fate === 'an older copy') {
      await server.deleteData();
      await cp(copy, server.data, { recursive: true });
    }
    if (fate === 'as they were') {
      await rm(copy, { recursive: true, force: true });
      await cp(server.data, copy, { recursive: true });
    }
    await pause(isLong ? LONG_AWAY : randomInt(SHORTEST_AWAY, LONGEST_AWAY));
    await server.start();
  };
}
