import { setImmediate } from 'node:timers/promises';

/** In milliseconds; a turn of the event loop takes as long as a small piece of work. */
const LONGEST = 2;

/** What is made of each item, in their order. Long work is done in pieces, between which the event loop does what else there is. */
export async function eachInTurn<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let begun = performance.now();
  for (const item of items) {
    results.push(make(item));
    if (performance.now() - begun < LONGEST) continue;
    await setImmediate();
    begun = performance.now();
  }
  return results;
}
