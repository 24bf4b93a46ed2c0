import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 5;

/**
 * Polls until `look` returns something, and resolves with it.
 * @param what completes "waited until": `the forum has two comments`
 * @param seconds below Jest's timeout, whose error does not say what was missing
 * @throws Error after a timeout, or what `look` throws
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  seconds = 40,
): Promise<Exclude<Seen, false | null | undefined>> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const seen = await look();
    if (seen) return seen as Exclude<Seen, false | null | undefined>;
    if (performance.now() > deadline) throw new Error(`Timed out after ${seconds} s, waiting until ${what}.`);
    await pause(PAUSE_MILLISECONDS);
  }
}
