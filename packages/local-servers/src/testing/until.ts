import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 5;

/**
 * Looks again and again until there is something to see, and resolves with it.
 *
 * @param what follows "waited until" in the error: `the forum has two comments`
 * @param seconds fewer than Jest gives the test, whose own error does not say what was missing
 * @throws Error when the time is over, or what `look` throws
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  seconds = 20,
): Promise<Exclude<Seen, false | null | undefined>> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const seen = await look();
    if (seen) return seen as Exclude<Seen, false | null | undefined>;
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s in vain until ${what}.`);
    await pause(PAUSE_MILLISECONDS);
  }
}
